import type { Kysely } from "kysely";
import { modelQuestion, replyOfModel } from "../../../engine/caller/model-turn.ts";
import type { Reply } from "../../../engine/caller/reply.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import type { Service } from "../../handler.ts";
import type { JobLane } from "../../jobs/jobs.ts";
import { ModelError } from "../../model/model.ts";
import type { Database } from "../../store/schema.ts";
import { castOf } from "./caller.ts";
import { saidIn, stackedIn, takeStacked } from "./entries.ts";
import { type Scene, sceneOf } from "./scene.ts";
import { takeStep } from "./step.ts";

/**
 * Asks the model for the digital human's answer. The answer is kept with the turn, so that no model is needed to play
 * the conversation again. If the model does not answer, or not in the required form, the rules take the turn.
 */
export const speak: JobLane<"speak"> = {
  concurrency: 8,
  async run({ simulation_result_id, turn }, service, { signal }) {
    const open = await openTurn(service.db, simulation_result_id, turn);
    if (!open) return {};
    const heard = await stackedIn(service.db, simulation_result_id);
    const { digital_human } = await castOf(service.db, open.result);
    const said = await saidIn(service.db, simulation_result_id);
    const reply = await askModel(service, { digital_human, state: open.state, said }, signal);
    return {
      async commit(transaction) {
        const still = await openTurn(transaction, simulation_result_id, turn);
        if (!still) return;
        if ((await stackedIn(transaction, simulation_result_id)) !== heard)
          return service.jobs.add(transaction, [{ kind: "speak", payload: { simulation_result_id, turn } }]);
        await takeStacked(transaction, simulation_result_id);
        await takeStep(transaction, service, still, { event: "message", heard, reply }, service.now());
      },
    };
  },
};

type OpenTurn = Scene & { readonly state: CallerState };

/** The conversation, if it is in progress and it is still the digital human's turn. */
async function openTurn(
  db: Kysely<Database>,
  simulation_result_id: number,
  turn: number,
): Promise<OpenTurn | undefined> {
  const scene = await sceneOf(db, simulation_result_id);
  if (scene?.result.ended_at !== null || scene.state?.turn !== turn) return undefined;
  return { ...scene, state: scene.state };
}

interface Question {
  readonly digital_human: Awaited<ReturnType<typeof castOf>>["digital_human"];
  readonly state: CallerState;
  /** The conversation so far, in order. */
  readonly said: Awaited<ReturnType<typeof saidIn>>;
}

/** The digital human's answer in a model's words; undefined if the model does not answer in the required form. */
export async function askModel(
  { model }: Pick<Service, "model">,
  { digital_human, state, said }: Question,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const question = modelQuestion(digital_human, said);
  try {
    const temperature = digital_human.creativity ?? undefined;
    const answer = await model?.complete({
      ...question,
      signal,
      ...(temperature !== undefined && { temperature }),
    });
    return replyOfModel(answer?.object, state);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}
