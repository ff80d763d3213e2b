import { z } from "zod";
import { keepClosed } from "../../accept-unknown.ts";
import { EvaluateRequest } from "../evaluation.ts";

const { recording_base64: _, ...shape } = EvaluateRequest.shape;

/**
 * Fields of E2, and files instead of the recording and the transcript. None is required, because `defaults`
 * may provide it.
 */
const Fields = z
  .strictObject({
    ...shape,
    recording_file: z
      .string()
      .min(1)
      .describe("path of a recording, relative to the manifest; sent as recording_base64"),
    transcript_file: z
      .string()
      .min(1)
      .describe("path of a .json, .vtt or .srt file, relative to the manifest; sent as transcript"),
  })
  .partial();

/** Finished calls and chats to submit. */
export const EvaluationsManifest = keepClosed(
  z.strictObject({
    kind: z.literal("Evaluations"),
    defaults: Fields.optional().describe("fields for every evaluation that does not set them"),
    evaluations: z.array(Fields),
  }),
);

/** A row of a .jsonl or .csv file: one evaluation. */
export const EvaluationRow = z.strictObject({
  ...Fields.shape,
  kind: z.literal("Evaluations").optional(),
});
