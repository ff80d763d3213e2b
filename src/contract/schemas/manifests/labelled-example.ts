import { z } from "zod";
import { JudgeExample } from "../judge.ts";

/** A conversation and the right answer for it: a line of a file for `judge calibrate`. */
export const LabelledExample = z.strictObject({
  name: z.string().min(1).optional().describe("default: its number"),
  ...JudgeExample.shape,
  expected: z
    .union([z.boolean(), z.number(), z.string(), z.null()])
    .describe("the right answer; null: the metric is not applicable"),
});
