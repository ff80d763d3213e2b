/** The calls of a conversation's world, as they are stored, made again. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { type RecordedCall, replayCalls } from "../../../engine/world/replay.ts";
import type { Database, Row } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";
import type { WorldCall } from "../worlds/recorded-call.ts";
import type { WithWorlds } from "../worlds/stored.ts";
import { loadConversation } from "./conversation.ts";

/** Null without a world, and where arguments are not kept because personal data is masked. */
export async function replayWorld(
  db: Kysely<Database>,
  { worlds }: WithWorlds,
  { id }: Pick<Row<"simulation_result">, "id">,
): Promise<Output<"SimulationReplay">["world"]> {
  const conversation = await loadConversation(db, id);
  if (!conversation || conversation.world_id === null || conversation.agent.redact_pii === true) return null;
  const { world } = await worlds.stored(db, conversation.world_id);
  const calls = await recordedCalls(db, id);
  const replaying = replayCalls(world, conversation.result.started_at ?? "", calls);
  const yieldIfDue = createYielder();
  for (;;) {
    const { done, value: first_difference } = replaying.next();
    if (done) return { same: first_difference === null, calls: calls.length, first_difference };
    await yieldIfDue();
  }
}

async function recordedCalls(db: Kysely<Database>, id: number): Promise<RecordedCall[]> {
  const rows = await db
    .selectFrom("logged_tool_call")
    .select(["name", "parameters", "output", "world"])
    .where("simulation_result_id", "=", id)
    .where("world", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ name, parameters, output, world }) => {
    const { status, changes } = JSON.parse(world ?? "{}") as WorldCall;
    const given = parameters === null ? null : JSON.parse(parameters);
    return { tool: name, arguments: given, status, answer: JSON.parse(output), changes };
  });
}
