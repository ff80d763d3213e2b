import type { Kysely } from "kysely";
import { modelQuestion, replyOfModel } from "../../engine/caller/model-turn.ts";
import type { Reply } from "../../engine/caller/reply.ts";
import type { CallerState } from "../../engine/caller/state.ts";
import type { Service } from "../../handler.ts";
import type { JobLane } from "../../jobs/jobs.ts";
import { ModelError } from "../../model/model.ts";
import type { Database, Row } from "../../store/schema.ts";
import { callerStateOf, castOf } from "./caller.ts";
import { saidIn, stackedIn, takeStacked } from "./entries.ts";
import { takeStep } from "./step.ts";

/**
 * Asks the model for the digital human's answer. Its answer is kept with the turn, so that no model is needed to play
 * the conversation again. A model that does not answer, or not in the form asked for, leaves the turn to the rules.
 */
export const speak: JobLane<"speak"> = {
  concurrency: 8,
  async run({ simulation_result_id, turn }, service, { signal }) {
    const open = await openTurn(service.db, simulation_result_id, turn);
    if (!open) return {};
    const heard = await stackedIn(service.db, simulation_result_id);
    const reply = await askModel(service, open, signal);
    return {
      async commit(transaction) {
        const still = await openTurn(transaction, simulation_result_id, turn);
        if (!still) return;
        if ((await stackedIn(transaction, simulation_result_id)) !== heard)
          return service.jobs.add(transaction, [{ kind: "speak", payload: { simulation_result_id, turn } }]);
        await takeStacked(transaction, simulation_result_id);
        await takeStep(transaction, service, still.result, { event: "message", heard, reply }, service.now());
      },
    };
  },
};

interface OpenTurn {
  readonly result: Row<"simulation_result">;
  readonly state: CallerState;
}

/** The conversation, if it goes on and the turn is still the digital human's. */
async function openTurn(
  db: Kysely<Database>,
  simulation_result_id: number,
  turn: number,
): Promise<OpenTurn | undefined> {
  const result = await db
    .selectFrom("simulation_result")
    .selectAll()
    .where("id", "=", simulation_result_id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const state = result && (await callerStateOf(db, simulation_result_id));
  return result && state?.turn === turn ? { result, state } : undefined;
}

async function askModel(
  { db, model }: Pick<Service, "db" | "model">,
  { result, state }: OpenTurn,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  const { digital_human } = await castOf(db, result);
  const question = modelQuestion(digital_human, await saidIn(db, result.id));
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
