import { z } from "zod";
import { AGENT_TEXT_MAXIMUM, BRIEF_MAXIMUM, DIFFERENCES_MAXIMUM } from "../limits.ts";
import { identifier, list } from "./common.ts";
import { labId } from "./lab-evaluation.ts";

const brief = z.string().max(BRIEF_MAXIMUM);

const prompt = {
  name: brief.min(1),
  prompt: z.string().min(1).max(AGENT_TEXT_MAXIMUM).describe("the description or the guidance of a metric"),
  additional_instructions: brief.nullish().describe("what the new prompt should be like"),
};

/** A conversation on which a person and the judge differ. */
const EvaluationDiff = z.strictObject({
  call_id: labId.nullish().describe("not looked up: the model gets the values and reasons"),
  test_result_id: identifier.nullish().describe("not looked up either"),
  human_value: brief.nullish(),
  ai_value: brief.nullish(),
  human_reasoning: brief.nullish(),
  ai_reasoning: brief.nullish(),
});

export const MetricPromptOptimize = z.strictObject(prompt);

export const MetricPromptOptimizeWithDiff = z.strictObject({
  ...prompt,
  evaluation_diffs: list(EvaluationDiff, DIFFERENCES_MAXIMUM).nullish(),
  diff_prompt: brief.nullish().describe("what to learn from the differences"),
});

export const OptimizedMetricPrompt = z.object({
  optimized_prompt: z.string().describe("written by the model; nothing is stored"),
});
