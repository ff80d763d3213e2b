import type { Kysely } from "kysely";
import type { AgentMessage } from "../../../engine/caller/moment.ts";
import { dependsOnMeaning, isPrescribed } from "../../../engine/caller/next.ts";
import type { Reply } from "../../../engine/caller/saying/reply.ts";
import type { Situation } from "../../../engine/caller/script/scripted-responses.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { situationOfModel, situationQuestion } from "../../../engine/caller/turn/model-situation.ts";
import { type ModelQuestion, modelQuestion, replyOfModel } from "../../../engine/caller/turn/model-turn.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { JobWorker } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { type Model, ModelError, type WithModel } from "../../model/model.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { loadCaller } from "./caller.ts";
import { type Conversation, loadConversation, momentIn } from "./conversation.ts";
import { callsSince, pendingMessages, saidIn, takePending } from "./entries.ts";
import { takeStep } from "./step.ts";

/**
 * Asks the model for the digital human's answer. The answer is stored with the turn, so that a replay needs
 * no model. If the model does not answer, or not in the required form, the rules take the turn.
 */
export const speak: JobWorker<"speak", Store & Clock & Ids & Jobs & WithModel> = {
  concurrency: 8,
  async run({ simulation_result_id, turn }, service, { signal }) {
    const open = await openTurn(service.db, simulation_result_id, turn);
    if (!open) return {};
    const heard = await pendingMessages(service.db, simulation_result_id);
    const { digital_human } = await loadCaller(service.db, open.result);
    const question = {
      digital_human,
      said: await saidIn(service.db, simulation_result_id),
      ...momentIn(open, service.now()),
      state: open.state,
      message: heard,
    };
    const answer = await askModel(service, question, signal);
    return {
      async commit(transaction) {
        const still = await openTurn(transaction, simulation_result_id, turn);
        if (!still) return;
        if ((await pendingMessages(transaction, simulation_result_id)) !== heard)
          return service.jobs.add(transaction, [{ kind: "speak", payload: { simulation_result_id, turn } }]);
        await takePending(transaction, simulation_result_id);
        const calls = await callsSince(transaction, simulation_result_id, still.caller(), still.state);
        const event = { event: "message", heard, calls, ...answer } as const;
        await takeStep(transaction, service, still, event, service.now());
      },
    };
  },
};

type OpenTurn = Conversation & { readonly state: CallerState };

/** The conversation, if it is in progress and it is still the digital human's turn. */
async function openTurn(
  db: Kysely<Database>,
  simulation_result_id: number,
  turn: number,
): Promise<OpenTurn | undefined> {
  const conversation = await loadConversation(db, simulation_result_id);
  if (conversation?.result.ended_at !== null || conversation.state?.turn !== turn) return undefined;
  return { ...conversation, state: conversation.state };
}

interface Answer {
  readonly situation: Situation | undefined;
  readonly reply: Reply | undefined;
}

interface Question extends AgentMessage {
  readonly digital_human: Awaited<ReturnType<typeof loadCaller>>["digital_human"];
  /** The conversation so far, in order, with the message. */
  readonly said: Awaited<ReturnType<typeof saidIn>>;
}

/**
 * Asks what the message means, if the digital human's script depends on that. Then asks for the words, unless
 * the script has them.
 */
export async function askModel(
  service: WithModel,
  { digital_human, said, ...message }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const ask = (question: ModelQuestion, temperature?: number) =>
    answerOf(service, { ...question, signal, ...(temperature !== undefined && { temperature }) });
  const { script } = message.caller;
  const situation = dependsOnMeaning(message)
    ? situationOfModel(await ask(situationQuestion(script, said, message.message), 0), script)
    : undefined;
  if (isPrescribed({ ...message, situation })) return { situation, reply: undefined };
  const answer = await ask(modelQuestion(digital_human, said), digital_human.creativity ?? undefined);
  return { situation, reply: replyOfModel(answer, message.state) };
}

/** Undefined if the model did not answer. The rules then take the turn. */
async function answerOf(
  { model }: WithModel,
  request: Parameters<Model["complete"]>[0],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return (await model?.complete(request))?.object;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}
