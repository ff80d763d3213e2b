import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import type { TranscriptEntry } from "../../engine/metrics/conversation.ts";
import { redactValues } from "../../engine/redaction/redact-values.ts";
import { withSides } from "../../engine/transcript/assign-roles.ts";
import { spokeFirst } from "../../engine/transcript/speaker-labels.ts";
import type { Service } from "../handler.ts";
import { type Recording, recordingOf } from "../rules/evaluations/recording.ts";
import type { Row } from "../store/schema.ts";
import { fetchRecording } from "./inputs/fetch-recording.ts";
import { fetchTranscript } from "./inputs/fetch-transcript.ts";
import { readRecording } from "./inputs/read-recording.ts";
import { Unavailable } from "./inputs/unavailable.ts";
import type { Submission } from "./submission.ts";

/** The recording and the transcript of a call, as far as they could be had. */
export interface CallInputs {
  /** What is kept of the recording; null without one. */
  readonly stored: Recording | null;
  readonly analysis: RecordingAnalysis | Unavailable | null;
  readonly transcript: readonly TranscriptEntry[] | Unavailable | null;
  /** The transcript was fetched and is not in the submission. */
  readonly transcript_fetched: boolean;
}

/** Fetches what the call names and reads its recording. What it sends itself comes before what it names. */
export async function readInputs(
  service: Service,
  call: Row<"call">,
  submission: Submission,
  { redact_pii, signal }: { readonly redact_pii: boolean; readonly signal: AbortSignal },
): Promise<CallInputs> {
  const { recording_url, transcript, transcript_url } = submission;
  const spoke_first = spokeFirst(submission.participants);
  const kept = recordingOf(call);
  const stored =
    kept ?? (recording_url ? await attempt(() => fetchRecording(service, recording_url, signal)) : null);
  const analysis =
    stored === null || stored instanceof Unavailable
      ? stored
      : await attempt(() => readRecording(service, stored.key, signal));
  const transcript_fetched = !transcript?.length && Boolean(transcript_url);
  const fetched =
    transcript_fetched && transcript_url
      ? await attempt(() => fetchTranscript(service, transcript_url, { spoke_first, signal }))
      : null;
  return {
    stored: stored instanceof Unavailable ? null : stored,
    analysis,
    transcript: transcript_fetched
      ? fetched instanceof Unavailable || !redact_pii
        ? fetched
        : redactValues(fetched)
      : transcript
        ? withSides(transcript, spoke_first).transcript
        : null,
    transcript_fetched,
  };
}

async function attempt<T>(read: () => Promise<T>): Promise<T | Unavailable> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unavailable) return error;
    throw error;
  }
}
