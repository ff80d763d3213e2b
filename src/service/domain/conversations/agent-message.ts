import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { handsOver } from "../../../engine/metrics/tools/effectful.ts";
import type { Clock } from "../../clock.ts";
import { conflict } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { WithModel } from "../../model/model.ts";
import type { Database } from "../../store/schema.ts";
import { type AgentTurn, onAgentTurn } from "./agent-turn.ts";
import type { Conversation } from "./conversation.ts";
import { endConversations } from "./end.ts";
import { addMessage, logToolCall } from "./entries.ts";
import { addReportedEvents } from "./reported-events.ts";
import { keepStated, statedIn } from "./versions.ts";

/** Handles a message of the agent. `at` is when it came, by default now. 409 if the conversation is not in progress. */
export async function onAgentMessage(
  transaction: Kysely<Database>,
  service: Jobs & Clock & Ids & WithModel,
  conversation: Conversation,
  body: Output<"SendHttpTextMessage">,
  { at = service.now(), ...turn }: AgentTurn & { readonly at?: Date } = {},
): Promise<Output<"SendHttpTextMessageAnswer">> {
  const { id, status, end_reason, ended_at, simulation_run_id } = conversation.result;
  if (ended_at !== null) throw conflict(`conversation ${id} has ended (${end_reason} at ${ended_at})`);
  if (status === "QUEUED")
    throw conflict(
      `conversation ${id} has not started; it is waiting for its turn in run ${simulation_run_id}`,
    );
  await keepStated(transaction, conversation.result, statedIn(body, "message"));
  await addReportedEvents(transaction, conversation, body.events ?? [], at);
  let end_conversation = body.end_conversation === true;
  if (body.type === "tool_call") await logToolCall(transaction, conversation, body, at);
  else await addMessage(transaction, conversation, body, at);
  const isTransferred =
    !end_conversation &&
    body.type === "tool_call" &&
    handsOver(body.name ?? "") &&
    conversation.caller().hangup_on_transfer === true;
  if (isTransferred) {
    await endConversations(transaction, service, [id], "transferred", at);
    end_conversation = true;
  } else if (end_conversation) await endConversations(transaction, service, [id], "agent_ended", at);
  // On a voice line, the audio shows when the agent has finished. A message only reports its words.
  else if (conversation.line !== null)
    return { simulation_result_id: String(id), status: "success", end_conversation };
  else if (body.type === "message" && body.end_turn !== false)
    end_conversation = await onAgentTurn(transaction, service, conversation, at, turn);
  return { simulation_result_id: String(id), status: "success", end_conversation };
}
