import type { Blobs } from "../blobs/blobs.ts";
import type { Clock } from "../clock.ts";
import type { ReportThread } from "../domain/conversations/caller-report.ts";
import type { Ids } from "../ids.ts";
import type { Jobs } from "../jobs/promised.ts";
import type { WithModel } from "../model/model.ts";
import type { Network } from "../network/outbound.ts";
import type { ReadsState } from "../network/state-reader.ts";
import type { PerOrganization } from "../per-organization.ts";
import type { Reports } from "../report.ts";
import type { Store } from "../store/store.ts";
import type { ExpectedCalls } from "./agent-calls/expected.ts";
import { createLines, type Lines } from "./line/lines.ts";
import { createSpeech, type Speech, type SpeechOptions } from "./speech/speech.ts";
import { createRecognizer, type Recognizer, type RecognizerOptions } from "./words/recognizer.ts";

/** How digital humans speak and hear on a line. */
export interface VoiceOptions {
  readonly speech: SpeechOptions;
  /** If absent, the agent's words come from the connection or from its own reports. */
  readonly recognizer?: RecognizerOptions;
}

export interface Voice {
  readonly speech: Speech;
  readonly recognizer: Recognizer | undefined;
  readonly lines: PerOrganization<Lines>;
  /** Where a call goes, if each goes elsewhere. Otherwise, the run or the agent's record says it. @throws DialFailure */
  urlFor?(simulation_result_id: number, signal: AbortSignal): Promise<string>;
  /** If the agent creates each call itself: resolves when it has created that of a conversation. @throws DialFailure */
  createdCall?(simulation_result_id: number, number: string, signal: AbortSignal): Promise<void>;
  /** What it has to ask for, and what it has asked for. */
  readonly expected?: ExpectedCalls;
  close(): Promise<void>;
}

/** What calls to agents work with. */
export interface Calling extends Store, Clock, Ids, Jobs, Blobs, Network, ReadsState, WithModel, Reports {
  /** Without it, no calls are made. */
  readonly voice?: Voice | undefined;
  readonly thread: PerOrganization<ReportThread>;
}

/** Loads and starts nothing before the first call. */
export function createVoice(
  { speech: options, recognizer }: VoiceOptions,
  report: (error: unknown) => void,
): Voice {
  const speech = createSpeech(options);
  const lines = createLines();
  return {
    speech,
    recognizer: recognizer && createRecognizer(recognizer, report),
    lines,
    async close() {
      await lines.close();
      await speech.close();
    },
  };
}
