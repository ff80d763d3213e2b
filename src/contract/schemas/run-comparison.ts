import { z } from "zod";
import { identifier, integer, list, text } from "./common.ts";

export const CompareRuns = z.strictObject({
  experiment_run_ids: list(z.union([identifier, text.regex(/^\d+$/)]))
    .min(2)
    .describe("runs; the first is compared with each of the others"),
});

const compared = z.object({ digital_human_id: integer, repetition: integer });
const cases = z.array(compared);

export const RunComparison = z.object({
  summary: z.string(),
  status: z.literal("200"),
  comparisons: z.array(
    z.object({
      before: integer.describe("id of the first run"),
      after: integer,
      fixed: cases.describe("failed before, passed after"),
      broken: cases.describe("passed before, failed after"),
      still_failing: cases,
      still_passing: cases,
      not_compared: z
        .array(z.object({ ...compared.shape, before: z.string().nullable(), after: z.string().nullable() }))
        .describe("at least one of the runs has no verdict on it"),
      p: z.number().nullable().describe("McNemar's exact test; null if nothing could be compared"),
      significant: z.boolean().describe("p is below 0.05"),
    }),
  ),
});
