import type { Kysely } from "kysely";
import type { EndReason as CallersReason } from "../../../engine/caller/state.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { inChunks } from "../../store/chunks.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { sendEvent, sendToAgent } from "../../webhooks/outbox.ts";
import { callerStateOf } from "./caller.ts";
import { loadConversation } from "./conversation.ts";
import { takePending } from "./entries.ts";
import { endedFields } from "./events.ts";
import { promiseOpening } from "./opening.ts";
import { settleResult } from "./settle.ts";
import { announcementFor, type WithAddress } from "./world-url.ts";

/**
 * How a conversation ended: by the digital human, for its reason; by the agent with end_conversation (E6) or
 * through the API of its telephone company; by a request from outside; or because the agent no longer accepts
 * messages.
 */
type EndReason =
  | CallersReason
  | "agent_ended"
  | "hung_up_by_agent"
  | "ended_by_request"
  | "agent_unreachable";

export type Outbox = Jobs & Clock & Ids;

/**
 * Ends conversations that are still in progress, starts their evaluation, and lets waiting ones begin. If the
 * agent could not take part, the conversation says nothing about it and is not evaluated. Returns the ids of
 * the conversations that this call ended.
 */
export async function endConversations(
  transaction: Kysely<Database>,
  service: Outbox,
  simulation_result_ids: readonly number[],
  end_reason: EndReason,
  at: Date,
): Promise<Set<number>> {
  const ended = await inChunks(simulation_result_ids, (chunk) =>
    transaction
      .updateTable("simulation_result")
      .set({ status: "CONVERSATION_ENDED", ended_at: at.toISOString(), end_reason })
      .where("id", "in", chunk)
      .where("ended_at", "is", null)
      .returningAll()
      .execute(),
  );
  // A voice line that is open hangs up and stores its recording before the conversation is evaluated.
  for (const result of ended)
    if (!(await isOnLine(transaction, result))) await conclude(transaction, service, result, end_reason);
  for (const simulation_run_id of new Set(ended.map((row) => row.simulation_run_id)))
    await promiseOpening(transaction, service, simulation_run_id);
  return new Set(ended.map((row) => row.id));
}

const selectCall = prepared((db, { id }: Pick<Row<"simulation_result">, "id">) =>
  db.selectFrom("voice_call").select("simulation_result_id").where("simulation_result_id", "=", id),
);

const isOnLine = async (db: Kysely<Database>, { id }: Row<"simulation_result">): Promise<boolean> =>
  (await selectCall(db, { id })).length > 0;

async function conclude(
  transaction: Kysely<Database>,
  service: Outbox,
  result: Row<"simulation_result">,
  end_reason: EndReason,
): Promise<void> {
  await takePending(transaction, result.id);
  await sendEvent(transaction, service, {
    organization_id: result.organization_id,
    event: "simulation_ended",
    fields: () => endedFields(result),
  });
  // A conversation that began has a state.
  if (!(await callerStateOf(transaction, result.id)))
    return settleResult(transaction, service, result.id, {
      outcome: "incompleted",
      reason: "it never began",
    });
  if (end_reason === "ended_by_request") await tellAgent(transaction, service, result);
  await service.jobs.add(transaction, [
    { kind: "evaluate_result", payload: { simulation_result_id: result.id } },
  ]);
}

/** Tells an agent that is waiting for the digital human's next turn that there will not be one. */
async function tellAgent(
  transaction: Kysely<Database>,
  service: Outbox & WithAddress,
  { id, organization_id }: Row<"simulation_result">,
): Promise<void> {
  const conversation = await loadConversation(transaction, id);
  if (!conversation) return;
  await sendToAgent(transaction, service, conversation.agent, {
    organization_id,
    told: announcementFor(service, conversation),
    simulation_result_id: id,
    message: "",
    message_id: `${id}.end`,
    end_conversation: true,
  });
}
