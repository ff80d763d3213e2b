/** How much of its record a caller takes in. Nobody keeps more in mind, and in every turn it looks at all of it. */
import { sentences } from "../../transcript/sentences.ts";
import type { DigitalHuman } from "../digital-human.ts";

const CHARACTERS = 50_000;
const SENTENCES = 500;
/** Facts that it knows. */
export const FACTS_MAXIMUM = 300;

/** Characters of a recorded conversation. It may know much of that by heart. */
const RECORDED = 200_000;

const FIELDS = ["intent", "role_description", "hangup_instructions"] as const;
const RECORDINGS = ["formatted_transcript", "enriched_playback"] as const;

/** A record whose texts are cut to what the caller takes in, and what that leaves out. */
export function takenIn(digital_human: DigitalHuman): { record: DigitalHuman; left_out: string[] } {
  const recordings = RECORDINGS.flatMap((field) => {
    const turns = digital_human[field] ?? [];
    const part = turnsOf(turns);
    return part.length < turns.length ? [{ field, part }] : [];
  });
  const parts = FIELDS.flatMap((field) => {
    const text = digital_human[field] ?? "";
    const part = beginningOf(text);
    return part.length < text.length ? [{ field, part }] : [];
  });
  return {
    record: {
      ...digital_human,
      ...Object.fromEntries([...parts, ...recordings].map(({ field, part }) => [field, part])),
    },
    left_out: [
      ...parts.map(({ field, part }) => `${field}: not used after its first ${part.length} characters`),
      ...recordings.map(({ field, part }) => `${field}: not used after its first ${part.length} turns`),
    ],
  };
}

/** As many whole sentences as a caller takes in. */
function beginningOf(text: string): string {
  const part = text.length <= CHARACTERS ? text : text.slice(0, CHARACTERS).toWellFormed();
  // A text with so few marks cannot have more sentences.
  if (part.length <= SENTENCES) return part;
  const said = sentences(part);
  if (said.length <= SENTENCES) return part;
  let end = 0;
  for (const sentence of said.slice(0, SENTENCES)) end = part.indexOf(sentence, end) + sentence.length;
  return part.slice(0, Math.max(end, 0));
}

/** As many turns as a caller takes in. */
function turnsOf<T>(turns: readonly T[]): readonly T[] {
  let length = 0;
  const end = turns.findIndex((turn) => {
    length += JSON.stringify(turn).length;
    return length > RECORDED;
  });
  return end < 0 ? turns : turns.slice(0, end);
}
