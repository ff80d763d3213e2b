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
  readonly lines: Lines;
  close(): Promise<void>;
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
