/**
 * Takes back a turn. Nothing that was said can be unsaid, so the conversation starts again without that turn.
 */

import { usage } from "../../../../lib/failure.ts";
import { splitAtTurn } from "../../../chat/record.ts";
import type { Context } from "../../../context.ts";
import type { Joined } from "./join.ts";
import type { Place } from "./place.ts";

/** @throws Failure (usage) if the same conversation cannot be started again */
export function requireRestartable({ record }: Pick<Joined, "record">): void {
  if (!record?.seed || record.repetition !== 1)
    throw usage("this conversation cannot be restarted, so nothing can be taken back", {
      hint: "a conversation that `parley chat --new` starts can be",
    });
  if (splitAtTurn(record).earlier.length > 0)
    throw usage("what was said before you joined cannot be repeated, so nothing can be taken back");
}

/** Ends the conversation and opens one with the same digital human and the same seed. Returns its id. */
export async function restartConversation(
  context: Context,
  { record }: Pick<Joined, "record">,
  place: Place,
): Promise<string> {
  if (!record) throw new TypeError("no record");
  const { simulation_id, digital_human_id, seed } = record;
  if (simulation_id === undefined || seed === undefined)
    throw new TypeError("the record does not name its simulation");
  const id = await place.open({ simulation_id, digital_human_id, seed });
  await context.change("end_conversations", { body: { test_result_ids: [record.id] } });
  await context.terminal.note(`restarted as conversation ${id} with the same seed; ${record.id} was ended`);
  return id;
}
