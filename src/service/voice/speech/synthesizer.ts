import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";

/** Speech could not be synthesized. The message tells people why. */
export class SpeechFailure extends Error {}

/** Turns text into speech. */
export interface Synthesizer {
  /**
   * The name, including everything that its speech depends on besides text and speaker. It is part of the
   * cache key.
   */
  readonly name: string;
  /** Why it has no voice for a speaker, for people. Undefined if it has one. */
  refusal(speaker: SpeakerSettings): Promise<string | undefined>;
  /** Clean speech at the usual level. Throws `SpeechFailure`. */
  render(text: string, speaker: SpeakerSettings, signal?: AbortSignal): Promise<Int16Array>;
}

/** The longest text that is spoken at once. */
const TEXT_MAXIMUM = 4000;

/** Whether there is anything to say in a text. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** A text without characters that cannot be spoken. */
export const sayable = (text: string): string =>
  text
    .replace(/[*_`#<>|\\]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TEXT_MAXIMUM);
