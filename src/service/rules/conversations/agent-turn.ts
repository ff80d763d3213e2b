import type { Kysely } from "kysely";
import { isPrescribed } from "../../engine/caller/next.ts";
import type { Service } from "../../handler.ts";
import type { Database, Row } from "../../store/schema.ts";
import { askedFor, callerStateOf, castOf, rngOf, setAsking } from "./caller.ts";
import { offsetIn } from "./clock.ts";
import { stackedIn, takeStacked } from "./entries.ts";
import { takeStep } from "./step.ts";

/**
 * The agent has finished its turn: the messages that were stacked for it are one batch, and the digital human answers
 * it. A turn without any text is none. Returns whether the digital human has ended the conversation. Where a model is
 * to find the words, they stay stacked until a job has asked it.
 */
export async function onAgentTurn(
  transaction: Kysely<Database>,
  service: Pick<Service, "jobs" | "now" | "newId" | "model">,
  result: Row<"simulation_result">,
  at: Date,
): Promise<boolean> {
  const heard = await stackedIn(transaction, result.id);
  if (heard === "") return false;
  if (service.model && (await needsWords(transaction, result, heard, at))) {
    await ask(transaction, service, result);
    return false;
  }
  await takeStacked(transaction, result.id);
  const { end } = await takeStep(transaction, service, result, { event: "message", heard }, at);
  return end !== undefined;
}

async function needsWords(
  db: Kysely<Database>,
  result: Row<"simulation_result">,
  heard: string,
  at: Date,
): Promise<boolean> {
  const state = await callerStateOf(db, result.id);
  if (!state) return false;
  const { caller } = await castOf(db, result);
  return !isPrescribed(caller, state, heard, offsetIn(result, at), rngOf(result, state));
}

/** One question at a time: what the agent says while the model is asked is put to it together. */
async function ask(
  transaction: Kysely<Database>,
  { jobs }: Pick<Service, "jobs">,
  { id }: Row<"simulation_result">,
): Promise<void> {
  const state = await callerStateOf(transaction, id);
  if (!state || (await askedFor(transaction, id))) return;
  await setAsking(transaction, id);
  await jobs.add(transaction, [{ kind: "speak", payload: { simulation_result_id: id, turn: state.turn } }]);
}
