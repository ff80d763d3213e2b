/** Suggestions and summaries, and their sources. */
import { z } from "zod";
import { REPLAY_MAXIMUM } from "../limits.ts";
import { RESPONSE_TYPES } from "../values.ts";
import { identifier, integer, text, textIdentifier, uuid } from "./common.ts";
import { FormattedUtterance, SpeaksFirstConfig } from "./digital-human.ts";

const warning = z.string().nullable().describe("what was not used, or not read");

export const SuggestFromAgent = z.strictObject({
  agent_id: textIdentifier,
  count: z.int().min(1).max(100).default(5).describe("at most this many"),
  prompt_id: uuid.nullish().describe("default: the version labelled production, else the latest"),
  knowledge_base_id: uuid.nullish(),
  custom_prompt: text.nullish().describe("not used, because no model is asked"),
});
export const SuggestedGoals = z.object({ goals: z.array(z.string()), status: z.literal("200"), warning });
export const SuggestedPersonas = z.object({
  customer_personas: z
    .array(z.object({ name: z.string(), description: z.string(), goal: z.string() }))
    .describe("in the fields that create_customer_persona takes"),
  status: z.literal("200"),
  warning,
});
export const SuggestedMetrics = z.object({
  custom_metrics: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      response_type: z.enum(RESPONSE_TYPES),
      scoring_guidance: z.string(),
      allow_not_applicable: z.boolean().optional(),
    }),
  ),
  status: z.literal("200"),
  warning,
});

/** A test case is a digital human. */
export const OfTestCase = z.strictObject({ test_case_id: identifier });
export const Objectives = z.object({
  objectives: z.string().nullable().describe("one on each line; null if the digital human wants nothing"),
  test_case_id: integer,
});
export const IntentSummary = z.object({
  intent_summary: z.string().nullable(),
  test_case_id: integer,
  skipped: z.boolean().describe("true: the digital human has no intent"),
});

export const OfPrompt = z.strictObject({ prompt_id: text.min(1) });
export const PromptSummary = z.object({
  prompt_summary: z.string().nullable(),
  prompt_id: z.string(),
  skipped: z.boolean().describe("true: the prompt has no sentences"),
});

export const OriginalTranscript = z.strictObject({
  original_transcript: z.string().min(1).max(REPLAY_MAXIMUM),
});
export const FormattedTranscript = z.object({
  formatted_transcript: z.array(FormattedUtterance),
  description: z.string().describe("what the customer wants, in the customer's words"),
  speaks_first_config: SpeaksFirstConfig.nullable(),
});
