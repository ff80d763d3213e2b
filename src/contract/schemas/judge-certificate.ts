import { z } from "zod";
import { RESPONSE_TYPES } from "../values.ts";
import { dateTime, integer, list, text } from "./common.ts";

const sha256 = z
  .string()
  .max(64)
  .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");
const count = integer.nonnegative();

/** A number with its 95% confidence interval. */
const Estimate = z.strictObject({ value: z.number(), lower: z.number(), upper: z.number() });

/** How a judge's answers compare with the correct ones. Values that could not be measured are null. */
const JudgeMeasurement = z.strictObject({
  examples: count,
  judged: count.describe("examples with a verdict; no rate includes the others"),
  accuracy: z.number().nullable(),
  f1: z.number().nullable(),
  mean_absolute_error: z.number().nullable(),
  flip_rate: z.number().nullable().describe("share of the examples on which votes disagreed"),
  kappa: Estimate.nullable().describe("agreement beyond chance, with a bootstrap interval"),
  classes: list(
    z.strictObject({
      class: text,
      labelled: count,
      sensitivity: Estimate.nullable(),
      specificity: Estimate.nullable(),
    }),
  ),
  cost: z.strictObject({
    calls: count,
    prompt_tokens: count.nullable(),
    completion_tokens: count.nullable(),
  }),
  confusion: list(z.strictObject({ expected: text, got: text, count })).describe(
    "how often each answer was given for each correct answer",
  ),
});

/**
 * How far the votes must agree for an answer to count. Tuned on one half of the examples and checked on the
 * other.
 */
const JudgeAbstention = z.strictObject({
  alpha: z.number().min(0).max(1).describe("the share of the answers taken that may be wrong"),
  least_agreement: z.number().nullable().describe("null: not even full agreement is enough"),
  tuned_on: count,
  checked_on: count,
  answered: count.describe("examples of the other half whose votes agree enough"),
  wrong: count.describe("wrong answers among them"),
});

const Swayed = z.strictObject({ asked: count, changed: count });

/** Verdicts that changed although only something irrelevant had changed. */
const JudgeProbes = z.strictObject({
  option_order: Swayed.nullable().describe("the possible answers were listed in reverse; null for numbers"),
  padding: Swayed.describe("the agent said the same with more words"),
  injection: Swayed.describe("the agent told the judge what to answer, and it did"),
});

/** How far two people agree on examples that both have labelled. */
const LabellersAgreement = z.strictObject({
  labellers: list(text),
  examples: count,
  kappa: Estimate.nullable(),
});

export const JudgeCertificateCreate = z.strictObject({
  metric: text.min(1).describe("the metric's name"),
  response_type: z.enum(RESPONSE_TYPES),
  metric_sha256: sha256.describe("of what the metric says"),
  question_sha256: sha256.describe("of the question as it is put to the model"),
  model: text.min(1),
  votes: z.int().min(1).max(9).describe("how often the judge was asked about each example"),
  labels_sha256: sha256.describe("of the labelled conversations"),
  measured: JudgeMeasurement,
  abstention: JudgeAbstention.nullish(),
  probes: JudgeProbes.nullish(),
  people: list(LabellersAgreement)
    .nullish()
    .describe("how well every two labellers agree: the most that a judge can reach"),
});

/**
 * How far a judge can be trusted with one question. Valid as long as metric, question, model, and votes stay
 * the same.
 */
export const JudgeCertificate = z.object({ ...JudgeCertificateCreate.shape, made_at: dateTime });

export const JudgeCertificatePage = z.object({
  certificates: z.array(JudgeCertificate),
  total_count: integer,
  page: integer,
  page_size: integer,
  items_in_page: integer,
  total_pages: integer,
});
