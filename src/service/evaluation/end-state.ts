/** What a conversation has left: in the tables of its world, or in the agent's own system. */
import type { ConversationWorld } from "../../engine/world/state.ts";
import type { contentsOf } from "../domain/conversations/results.ts";
import { stateAfter } from "../domain/conversations/state-probe.ts";
import type { WorldCall } from "../domain/worlds/recorded-call.ts";
import type { Row } from "../store/schema.ts";
import type { Evaluating } from "./evaluator.ts";

export interface EndState {
  readonly world?: ConversationWorld;
  /** What is wrong with the world itself. */
  readonly fault?: string | undefined;
  /** Names that the agent called, and that no tool of the world has. */
  readonly unknown_tools?: readonly string[];
  /** Why the state of the agent's system could not be read. */
  readonly unread?: string;
}

/** Undefined if the conversation has neither a world nor an agent with a `state_probe`. */
export async function endStateOf(
  service: Evaluating,
  result: Pick<Row<"simulation_result">, "id" | "simulation_run_id">,
  contents: Awaited<ReturnType<typeof contentsOf>>,
  signal: AbortSignal,
): Promise<EndState | undefined> {
  const { world_id } = await service.db
    .selectFrom("simulation_run")
    .select("world_id")
    .where("id", "=", result.simulation_run_id)
    .executeTakeFirstOrThrow();
  if (world_id !== null) return worldAfter(service, world_id, contents.tool_calls.get(result.id) ?? []);
  const state = await stateAfter(service, result, signal);
  if (!state) return undefined;
  return "unread" in state ? { unread: state.unread } : { world: state };
}

/** The tables of a world, and what the calls have changed. */
async function worldAfter(
  { db, worlds }: Evaluating,
  world_id: number,
  tool_calls: readonly Pick<Row<"logged_tool_call">, "name" | "world">[],
): Promise<EndState> {
  const { form } = await worlds.stored(db, world_id);
  const made = tool_calls.map(({ world }): WorldCall | null => world && JSON.parse(world));
  return {
    world: {
      tables: form.tables,
      calls: made.flatMap((call, at) =>
        call && call.changes.length > 0 ? [{ call: at + 1, changes: call.changes }] : [],
      ),
    },
    fault: made.find((call) => call?.fault !== undefined)?.fault,
    unknown_tools: [
      ...new Set(tool_calls.flatMap(({ name }, at) => (made[at]?.status === 404 ? [name] : []))),
    ],
  };
}
