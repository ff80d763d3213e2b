import { setMaxListeners } from "node:events";
import type { AgentTexts } from "../../../engine/generation/agent-texts.ts";
import type { Generated, GeneratedDigitalHuman } from "../../../engine/generation/digital-human.ts";
import { planQuestion, withPlan } from "../../../engine/generation/plan.ts";
import { type WordingQuestion, withWording, wordingQuestion } from "../../../engine/generation/wording.ts";
import { type Model, ModelError } from "../../model/model.ts";

/** Less than the minute after which the client of the request times out. */
const LONGEST_MS = 45_000;
/** After this many consecutive failures, the model is not asked for the others. */
const FAILURES_MAXIMUM = 3;

/**
 * Digital humans in the model's words, in the same order. A probe also says the lines that the model planned
 * against its rule. A digital human stays as the rules generated it if the model takes longer than 45 s, or
 * cannot reword it without changing its meaning.
 */
export async function reword(
  made: readonly Generated[],
  texts: AgentTexts,
  model: Model,
): Promise<Generated[]> {
  const given_up = new AbortController();
  const { signal } = given_up;
  // Every request to the model adds a listener, and Node suspects a leak from eleven on.
  setMaxListeners(0, signal);
  let failures = 0;
  const timer = setTimeout(() => given_up.abort(), LONGEST_MS);
  const asked = async (
    one: GeneratedDigitalHuman,
    question: WordingQuestion | undefined,
    use: typeof withWording,
  ): Promise<GeneratedDigitalHuman> => {
    if (!question || signal.aborted) return one;
    try {
      const { object } = await model.complete({ ...question, signal });
      failures = 0;
      return use(one, object, model.name);
    } catch (error) {
      if (error instanceof ModelError) failures++;
      else if (!signal.aborted) throw error;
      if (failures >= FAILURES_MAXIMUM) given_up.abort(error);
      return one;
    }
  };
  try {
    return await Promise.all(
      made.map(async (one) => {
        const worded = await asked(one.digital_human, wordingQuestion(one.digital_human, texts), withWording);
        const planned = await asked(worded, planQuestion(worded, texts), withPlan);
        return { ...one, digital_human: planned };
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}
