import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { CALLER_VERSION } from "../../../engine/caller/caller.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import type { Database, Row } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";
import { callerStateOf, loadCaller, rngOf } from "./caller.ts";
import { type CallerEvent, react } from "./react.ts";

/**
 * Replays a conversation from what the agent said, when it said it, and the seed, without a model. It is
 * identical if every turn of the digital human, and its final state, are the same byte for byte.
 */
export async function replay(
  db: Kysely<Database>,
  result: Row<"simulation_result">,
): Promise<Omit<Output<"SimulationReplay">, "recording" | "world">> {
  const { caller } = await loadCaller(db, result);
  const turns = await db
    .selectFrom("caller_turn")
    .selectAll()
    .where("simulation_result_id", "=", result.id)
    .orderBy("id")
    .execute();
  const answer = {
    simulation_result_id: String(result.id),
    turns: turns.length,
    rules_version: caller.version ?? 1,
    current_rules_version: CALLER_VERSION,
  };
  let state: CallerState | undefined;
  const yieldIfDue = createYielder();
  for (const [index, { action: recorded, at_ms, ...row }] of turns.entries()) {
    const step = react({ caller, state, at_ms, rng: rngOf(result, state) }, eventOf(row));
    const replayed = JSON.stringify(step.action);
    if (replayed !== recorded)
      return { ...answer, same: false, first_difference: { turn: index + 1, recorded, replayed } };
    // Serialized and parsed, as between two turns of the live conversation.
    state = JSON.parse(JSON.stringify(step.state));
    await yieldIfDue();
  }
  const recorded = text(await callerStateOf(db, result.id));
  const replayed = text(state);
  return recorded === replayed
    ? { ...answer, same: true, first_difference: null }
    : { ...answer, same: false, first_difference: { turn: turns.length, recorded, replayed } };
}

const text = (state: CallerState | undefined) => (state ? JSON.stringify(state) : null);

const eventOf = ({
  event,
  heard,
  reply,
  situation,
  calls,
}: Pick<Row<"caller_turn">, "event" | "heard" | "reply" | "situation" | "calls">): CallerEvent =>
  event === "message"
    ? {
        event,
        heard: heard ?? "",
        reply: reply === null ? undefined : JSON.parse(reply),
        situation: situation === null ? undefined : JSON.parse(situation),
        calls: calls === null ? undefined : JSON.parse(calls),
      }
    : { event };
