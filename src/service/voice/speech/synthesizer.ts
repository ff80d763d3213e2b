import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";

/** Speech could not be rendered; the message says why, for a person. */
export class SpeechFailure extends Error {}

/** Turns text into speech. */
export interface Synthesizer {
  /** Names it and everything that its speech depends on besides text and speaker; part of the key under which speech is kept. */
  readonly name: string;
  /** Why it has no voice for a speaker, for a person; undefined if it has one. */
  refusal(speaker: SpeakerSettings): Promise<string | undefined>;
  /** Clean speech at the usual level. Throws `SpeechFailure`. */
  render(text: string, speaker: SpeakerSettings, signal?: AbortSignal): Promise<Int16Array>;
}

/** Longest text that is spoken at once. */
const TEXT_MAXIMUM = 4000;

/** A text without what cannot be said. */
export const sayable = (text: string): string =>
  text
    .replace(/[*_`#<>|\\]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, TEXT_MAXIMUM);
