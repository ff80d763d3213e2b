import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import { type Recording, recordingOf } from "../domain/calls/recording.ts";
import type { Row } from "../store/schema.ts";
import type { SubmissionHead } from "../submissions/submission.ts";
import type { Evaluating } from "./evaluator.ts";
import { fetchRecording } from "./inputs/fetch-recording.ts";
import { fetchTranscript } from "./inputs/fetch-transcript.ts";
import { readRecording } from "./inputs/read-recording.ts";
import { type Absence, isAbsence, orAbsence } from "./inputs/unavailable.ts";

/** The inputs that a call refers to, as far as they are available. */
export interface CallInputs {
  /** What is stored about the recording. Null without one. */
  readonly stored: Recording | null;
  readonly analysis: RecordingAnalysis | Absence | null;
  /** The document at `transcript_url`. Null if the call does not need it. */
  readonly fetched_transcript: string | Absence | null;
}

/** Fetches what the call refers to, and reads its recording. Inputs in the call itself take precedence. */
export async function readInputs(
  service: Evaluating,
  call: Pick<Row<"call">, "recording" | "recording_key">,
  { recording_url, transcript_url, has_transcript }: SubmissionHead,
  signal: AbortSignal,
): Promise<CallInputs> {
  const stored =
    recordingOf(call) ??
    (recording_url ? await orAbsence(() => fetchRecording(service, recording_url, signal)) : null);
  const analysis =
    stored === null || isAbsence(stored)
      ? stored
      : await orAbsence(() => readRecording(service, stored, signal));
  const fetched_transcript =
    transcript_url && !has_transcript
      ? await orAbsence(() => fetchTranscript(service, transcript_url, signal))
      : null;
  return { stored: isAbsence(stored) ? null : stored, analysis, fetched_transcript };
}

/** Whether an input is unavailable now, but may be available later. */
export const isOutOfReach = ({ analysis, fetched_transcript }: CallInputs) =>
  [analysis, fetched_transcript].some((input) => isAbsence(input) && input.transient);
