import { setMaxListeners } from "node:events";
import type { AgentTexts } from "../../../engine/generation/agent-texts.ts";
import type { Generated } from "../../../engine/generation/digital-human.ts";
import { withWording, wordingQuestion } from "../../../engine/generation/wording.ts";
import { type Model, ModelError } from "../../model/model.ts";

/** Ends before the client of the request gives up, which waits for a minute. */
const LONGEST_MS = 45_000;
/** A model that fails so often in a row is not asked for the others. */
const FAILURES_MAXIMUM = 3;

/**
 * Digital humans in the words of the model, in their order. Those that it could not word within 45 s, or not without a
 * change to what they are, stay as the rules made them.
 */
export async function reword(
  made: readonly Generated[],
  texts: AgentTexts,
  model: Model,
): Promise<Generated[]> {
  const given_up = new AbortController();
  const { signal } = given_up;
  // All that wait for the model listen, which Node takes for a leak from eleven on.
  setMaxListeners(0, signal);
  let failures = 0;
  const timer = setTimeout(() => given_up.abort(), LONGEST_MS);
  try {
    return await Promise.all(
      made.map(async (one) => {
        const question = wordingQuestion(one.digital_human, texts);
        if (!question || signal.aborted) return one;
        try {
          const { object } = await model.complete({ ...question, signal });
          failures = 0;
          return { ...one, digital_human: withWording(one.digital_human, object, model.name) };
        } catch (error) {
          if (error instanceof ModelError) failures++;
          else if (!signal.aborted) throw error;
          if (failures >= FAILURES_MAXIMUM) given_up.abort(error);
          return one;
        }
      }),
    );
  } finally {
    clearTimeout(timer);
  }
}
