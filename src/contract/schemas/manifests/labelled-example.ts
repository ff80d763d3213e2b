import { z } from "zod";
import { Expected, JudgeExample } from "../judge.ts";

/** A conversation and the right answer for it: a line of a file for `judge calibrate`. */
export const LabelledExample = z
  .strictObject({
    name: z.string().min(1).optional().describe("default: its number"),
    ...JudgeExample.shape,
    expected: Expected.optional().describe(
      "the right answer; null: the metric is not applicable; default: what most of the labels say",
    ),
    labels: z
      .record(z.string().min(1).max(100), Expected)
      .optional()
      .describe("what each labeller said, by name"),
  })
  .refine(({ expected, labels }) => expected !== undefined || Object.keys(labels ?? {}).length > 0, {
    path: ["expected"],
    message: "field required, unless there are labels",
  });
