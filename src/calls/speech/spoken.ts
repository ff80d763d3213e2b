/** What speech-to-text services have in common: stretches of speech with a time and a speaker. */
import type { Input } from "../../contract/types.ts";
import type { Side } from "../../contract/values.ts";

/** Something said without a pause by one speaker. */
export interface Spoken {
  readonly start_ms: number;
  readonly end_ms: number;
  /** The service's own name of the speaker or channel; undefined where it tells none apart. */
  readonly speaker: string | undefined;
  readonly text: string;
}

/** A format of a service: recognized by its shape alone. */
export interface SpeechFormat {
  readonly name: string;
  /** What was said, in any order; undefined for a value of another shape. */
  read(value: unknown): Spoken[] | undefined;
}

type Entry = Input<"TranscriptEntryRequest">;

/** A name by which services call the agent themselves: "agent", "Agent 1", "AGENT". */
const isAgent = (speaker: string) => /\bagent\b/i.test(speaker);

/**
 * Entries in the order of time. The agent is who is called so; else, where speakers are told apart, `first` is who
 * spoke first and all others are the other side; else everything is the user's.
 */
export function toEntries(
  spoken: readonly Spoken[],
  first: Side,
): { readonly transcript: Entry[]; readonly guessed: boolean } {
  const inOrder = spoken
    .map((one) => ({ ...one, text: one.text.replace(/\s+/g, " ").trim() }))
    .filter(({ text }) => text !== "")
    .sort((a, b) => a.start_ms - b.start_ms);
  const speakers = new Set(inOrder.flatMap(({ speaker }) => speaker ?? []));
  const named = [...speakers].some(isAgent);
  const opener = inOrder.find(({ speaker }) => speaker !== undefined)?.speaker;
  const sideOf = (speaker: string | undefined): Side => {
    if (speaker === undefined) return "USER";
    if (named) return isAgent(speaker) ? "AGENT" : "USER";
    return speaker === opener ? first : other(first);
  };
  return {
    guessed: !named && speakers.size > 0,
    transcript: inOrder.map(({ start_ms, end_ms, speaker, text }) => ({
      start_offset_ms: Math.round(start_ms),
      end_offset_ms: Math.round(end_ms),
      speaker: sideOf(speaker),
      utterance: text,
    })),
  };
}

const other = (side: Side): Side => (side === "AGENT" ? "USER" : "AGENT");

/** A silence this long within one speaker's words begins a new stretch. */
const PAUSE_MS = 1000;

/** Words of one channel, in the order of time, joined while neither speaker nor a pause parts them. */
export function joinWords(words: readonly Spoken[]): Spoken[] {
  const joined: Spoken[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const goesOn = last && last.speaker === word.speaker && word.start_ms - last.end_ms < PAUSE_MS;
    if (last && goesOn)
      joined[joined.length - 1] = { ...last, end_ms: word.end_ms, text: `${last.text} ${word.text}` };
    else joined.push(word);
  }
  return joined;
}
