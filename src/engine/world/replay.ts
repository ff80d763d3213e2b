/** The calls of a conversation made again: the same world, arguments and order must give the same. */
import { canonicalJson } from "../../contract/canonical-json.ts";
import { callTool, type ToolAnswer } from "./call.ts";
import { Draft, stateAfter } from "./state.ts";
import type { World } from "./world.ts";

export interface RecordedCall extends Pick<ToolAnswer, "status" | "answer" | "changes"> {
  readonly tool: string;
  /** Null if they were not an object, and so refused. */
  readonly arguments: Readonly<Record<string, unknown>> | null;
}

export interface CallDifference {
  /** From 1. */
  readonly call: number;
  readonly tool: string;
  readonly recorded: string;
  readonly replayed: string;
}

/** Yields after each call. Returns the first that answers or changes something else, or null. */
export function* replayCalls(
  world: World,
  began_at: string,
  calls: readonly RecordedCall[],
): Generator<void, CallDifference | null> {
  const state = new Draft(stateAfter(world.tables, []));
  const counts = new Map<string, number>();
  for (const [at, call] of calls.entries()) {
    const { tool } = call;
    const nth = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, nth);
    const again = callTool(world, state, { tool, arguments: call.arguments ?? [], nth, began_at });
    const [recorded, replayed] = [inOrder(call), inOrder(again)];
    if (recorded !== replayed) return { call: at + 1, tool, recorded, replayed };
    for (const { table, row, after } of call.changes) state.put(table, row, after);
    yield;
  }
  return null;
}

const inOrder = ({ status, answer, changes }: Pick<ToolAnswer, "status" | "answer" | "changes">) =>
  canonicalJson({ status, answer, changes });
