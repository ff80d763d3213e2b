/** Prompts of metrics, rewritten by a language model. */
import { rewritePrompt } from "../domain/metrics/rewrite.ts";
import type { Handlers } from "./handler.ts";

export const optimizeHandlers = {
  async optimize_metric_prompt({ body: { name, prompt, additional_instructions } }, { model }) {
    return rewritePrompt({ name, prompt, additional_instructions }, model);
  },

  async optimize_metric_prompt_with_diff({ body }, { model }) {
    const { name, prompt, additional_instructions, evaluation_diffs, diff_prompt } = body;
    const differences = evaluation_diffs?.map(({ human_value, ai_value, human_reasoning, ai_reasoning }) => ({
      human_value,
      ai_value,
      human_reasoning,
      ai_reasoning,
    }));
    return rewritePrompt({ name, prompt, additional_instructions, differences, diff_prompt }, model);
  },
} satisfies Partial<Handlers>;
