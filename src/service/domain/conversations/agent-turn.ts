import type { Kysely } from "kysely";
import { dependsOnMeaning, isPrescribed } from "../../../engine/caller/next.ts";
import type { Rule } from "../../../engine/caller/state.ts";
import type { Step } from "../../../engine/caller/turn/apply.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { WithModel } from "../../model/model.ts";
import type { Database } from "../../store/schema.ts";
import { setAsking } from "./caller.ts";
import { type Conversation, momentIn } from "./conversation.ts";
import { callsSince, pendingMessages, takePending } from "./entries.ts";
import { reactionTo, takeStep } from "./step.ts";

/** How long an agent has to continue a turn that asks for nothing. */
const PAUSE_MS = 500;

export interface AgentTurn {
  /** The agent has said all that it has to say for now. */
  readonly isAll?: boolean;
}

/**
 * The agent has finished its turn. Its stacked messages become one batch, which the digital human answers. A
 * turn without any text does not count. Returns whether the digital human has ended the conversation. If a
 * model finds the words, the messages stay stacked until a job has asked it. Messages that ask for nothing stay
 * stacked for a moment, so that the digital human doesn't answer a greeting and then what follows it.
 */
export async function onAgentTurn(
  transaction: Kysely<Database>,
  service: Jobs & Clock & Ids & WithModel,
  conversation: Conversation,
  at: Date,
  { isAll = false }: AgentTurn = {},
): Promise<boolean> {
  const { id } = conversation.result;
  const heard = await pendingMessages(transaction, id);
  if (heard === "") return false;
  if (service.model && needsWords(conversation, heard, at)) {
    await ask(transaction, service, conversation);
    return false;
  }
  const calls = conversation.state
    ? await callsSince(transaction, id, conversation.caller(), conversation.state)
    : [];
  const event = { event: "message", heard, calls } as const;
  const reaction = reactionTo(event, conversation, at);
  if (!isAll && conversation.agent.http_webhook && hasNothingToAnswer(conversation, reaction)) {
    await ask(transaction, service, conversation, new Date(at.getTime() + PAUSE_MS));
    return false;
  }
  await takePending(transaction, id);
  const { end } = await takeStep(transaction, service, conversation, event, at, reaction);
  return end !== undefined;
}

/** Replies to a message that asks for nothing: "Okay", or what the digital human wants, said again. */
const WITHOUT_CONTENT: readonly Rule[] = ["acknowledge", "goal"];

/** Whether a message asks for nothing new, such as a greeting or thanks. The agent may be about to say more. */
function hasNothingToAnswer({ state }: Conversation, { action, state: after }: Step): boolean {
  if (!state?.opened) return false;
  return WITHOUT_CONTENT.includes(action.rule) && !action.end && after.goal === state.goal;
}

function needsWords(conversation: Conversation, message: string, at: Date): boolean {
  const { state } = conversation;
  if (state === undefined) return false;
  const heard = { ...momentIn(conversation, at), state, message };
  return dependsOnMeaning(heard) || !isPrescribed(heard);
}

/**
 * One question at a time: messages that arrive while the model is being asked go into the next question
 * together.
 */
async function ask(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  { result: { id }, state, asking }: Conversation,
  due_at?: Date,
): Promise<void> {
  if (!state || asking) return;
  await setAsking(transaction, id);
  const payload = { simulation_result_id: id, turn: state.turn };
  await jobs.add(transaction, [{ kind: "speak", payload, ...(due_at && { due_at }) }]);
}
