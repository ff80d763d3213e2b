import type { Generated, GeneratedDigitalHuman } from "../../../engine/generation/digital-human.ts";
import { planQuestion, withPlan } from "../../../engine/generation/plan.ts";
import { type WordingQuestion, withWording, wordingQuestion } from "../../../engine/generation/wording.ts";
import type { AgentTexts } from "../../../engine/policies/agent-texts.ts";
import { withCircuitBreaker } from "../../model/circuit-breaker.ts";
import type { Model } from "../../model/model.ts";

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
  return withCircuitBreaker(model, async (ask) => {
    const asked = async (
      digital_human: GeneratedDigitalHuman,
      question: WordingQuestion | undefined,
      use: typeof withWording,
    ): Promise<GeneratedDigitalHuman> => {
      if (!question) return digital_human;
      const answer = await ask(question);
      return "why" in answer ? digital_human : use(digital_human, answer.object, model.name);
    };
    return Promise.all(
      made.map(async (one) => {
        const worded = await asked(one.digital_human, wordingQuestion(one.digital_human, texts), withWording);
        const planned = await asked(worded, planQuestion(worded, texts), withPlan);
        return { ...one, digital_human: planned };
      }),
    );
  });
}
