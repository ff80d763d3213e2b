import type { Kysely } from "kysely";
import type { Action, CallerState } from "../../../engine/caller/state.ts";
import type { Step } from "../../../engine/caller/turn/apply.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { sendToAgent } from "../../webhooks/outbox.ts";
import { offsetIn } from "./clock.ts";
import { type Conversation, momentIn } from "./conversation.ts";
import { endConversations } from "./end.ts";
import { addReply } from "./entries.ts";
import { type CallerEvent, react } from "./react.ts";
import { announcementFor, type WithAddress } from "./world-url.ts";

/** How the digital human of a running conversation reacts. Changes nothing. */
export const reactionTo = (event: CallerEvent, conversation: Conversation, at: Date): Step =>
  react(momentIn(conversation, at), event);

/**
 * Lets the digital human of a running conversation react, and stores everything that follows: the event and
 * the reaction, its state, its message in the transcript and to the agent, the end, or when it will react to
 * silence.
 * @param reaction if the caller of this has already asked for it
 */
export async function takeStep(
  transaction: Kysely<Database>,
  service: Jobs & Clock & Ids & WithAddress,
  conversation: Conversation,
  event: CallerEvent,
  at: Date,
  reaction = reactionTo(event, conversation, at),
): Promise<Action> {
  const { result, agent } = conversation;
  const { action, state } = reaction;
  const at_ms = offsetIn(result, at);
  await storeStep(transaction, result.id, event, at_ms, action, state);
  const { say = "", end, wake_after_ms } = action;
  const message_id = `${result.id}.${state.turn}`;
  if (say !== "")
    await addReply(transaction, conversation, { message: say, message_id, start_offset_ms: at_ms });
  if (say !== "" || end)
    await sendToAgent(transaction, service, agent, {
      organization_id: result.organization_id,
      told: announcementFor(service, conversation),
      simulation_result_id: result.id,
      message: say,
      message_id,
      end_conversation: end !== undefined,
    });
  if (end) await endConversations(transaction, service, [result.id], end.end_reason, at);
  else if (wake_after_ms !== undefined)
    await service.jobs.add(transaction, [
      {
        kind: "conversation_silence",
        payload: { simulation_result_id: result.id, turn: state.turn },
        due_at: new Date(at.getTime() + wake_after_ms),
      },
    ]);
  return action;
}

const insertTurn = prepared((db, turn: Omit<Row<"caller_turn">, "id">) =>
  db.insertInto("caller_turn").values({
    simulation_result_id: turn.simulation_result_id,
    event: turn.event,
    heard: turn.heard,
    reply: turn.reply,
    situation: turn.situation,
    calls: turn.calls,
    at_ms: turn.at_ms,
    action: turn.action,
  }),
);

const upsertState = prepared((db, { simulation_result_id, state }: Omit<Row<"caller_state">, "asking">) =>
  db
    .insertInto("caller_state")
    .values({ simulation_result_id, state, asking: 0 })
    .onConflict((conflict) => conflict.column("simulation_result_id").doUpdateSet({ state, asking: 0 })),
);

/** Stores a turn of the digital human, and its state after it. */
export async function storeStep(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  event: CallerEvent,
  at_ms: number,
  action: Action,
  state: CallerState,
): Promise<void> {
  await insertTurn(transaction, {
    simulation_result_id,
    event: event.event,
    heard: event.event === "message" ? event.heard : null,
    reply: event.event === "message" && event.reply ? JSON.stringify(event.reply) : null,
    situation:
      event.event === "message" && event.situation !== undefined ? JSON.stringify(event.situation) : null,
    calls: event.event === "message" && event.calls?.length ? JSON.stringify(event.calls) : null,
    at_ms,
    action: JSON.stringify(action),
  });
  await upsertState(transaction, { simulation_result_id, state: JSON.stringify(state) });
}
