import { z } from "zod";
import { POLICIES_MAXIMUM, POLICY_SENTENCE_MAXIMUM } from "../limits.ts";
import { POLICY_QUESTIONS, POLICY_STATUSES, POLICY_WRITERS } from "../values.ts";
import { dateTime, document, integer, list, text, uuid } from "./common.ts";

const sentence = z
  .string()
  .min(1)
  .max(POLICY_SENTENCE_MAXIMUM)
  .describe("the sentence, as the prompt has it");
const exchange = z
  .array(z.string().max(POLICY_SENTENCE_MAXIMUM))
  .max(20)
  .describe("a short exchange: lines that begin with user:, agent:, or tool:");

const policy = {
  line: integer.nullish().describe("the line of the prompt on which the sentence begins"),
  reads: text.nullish().describe("the rule in plain words"),
  rule: text
    .nullish()
    .describe("clauses of the rule language; null if the sentence could not be read surely"),
  why: text.nullish().describe("why there is no rule"),
  keeps: exchange.nullish(),
  breaks: exchange.nullish(),
  written_by: z
    .literal(POLICY_WRITERS)
    .nullish()
    .describe(
      "model: a language model wrote the rule; absent: Parley read it from the sentence, or a person wrote it",
    ),
};

/** A sentence of a prompt that demands or forbids something, and what was decided on it. */
export const Policy = z.object({
  sentence,
  ...policy,
  status: z
    .enum(POLICY_STATUSES)
    .describe("only an accepted policy fails a conversation; a proposed one raises a suspicion"),
});

/** The policies of a prompt version. */
export const PolicyList = z.object({
  agent_id: integer,
  prompt_id: uuid,
  version: integer,
  reviewed_in: integer
    .nullable()
    .describe("the version whose review this is; null if nobody has reviewed this prompt"),
  updated_at: dateTime.nullable(),
  policies: z.array(Policy),
  dropped: z.array(z.string()).describe("sentences with a decision that this version doesn't have any more"),
});

/** The policies of a prompt as they are read now, with what was decided on them. */
export const PolicyDraft = PolicyList.extend({
  model: z.string().nullable().describe("the model that was asked for rules; null if none was"),
});

/** Decisions on the policies of a prompt version. They replace earlier ones. */
export const PolicyReview = z.strictObject({
  policies: list(
    z.strictObject({ sentence, ...policy, status: z.literal(POLICY_STATUSES) }),
    POLICIES_MAXIMUM,
  ),
});

/** Reads the policies of a prompt, without storing anything. */
export const PolicyDraftRequest = z.strictObject({
  prompt_text: document.nullish().describe("instead of the version's text"),
  ask_model: z
    .literal(POLICY_QUESTIONS)
    .nullish()
    .describe(
      "asks the service's language model, if it has one, for rules: for the sentences that could not be read, or for " +
        "every one that nobody has decided on. Its rules are proposed like others",
    ),
});
