import { CLOCK, clockToMs, offsets } from "./offsets.ts";
import { isRoleWord, roleOfLabel } from "./speaker-labels.ts";
import type { Entry } from "./turn.ts";

// A label is at the beginning of a line. Looking no further keeps the patterns linear for any input.
const HEAD_LENGTH = 160;
const DATE =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[,T ]\s?\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?Z?(?:\s?[ap]\.?m\.?)?\]?\s*[-–]?\s*/i;
const STAMP = new RegExp(
  String.raw`^[\[(]?(${CLOCK})(?:\s?(?:-->|-|–)\s?(${CLOCK})|\s?([AaPp][Mm]))?[\])]?\s*[-–|]?\s*`,
);
const COLON_LABEL = new RegExp(
  String.raw`^((?:\p{Lu}\p{Ll}{1,3}\. ?)?[^:：.!?\n]{1,48}?)\s*(?:[\[(](${CLOCK})[\])])?[*_]{0,2}[:：][*_]{0,2}(?!\/\/)\s*`,
  "u",
);
const BRACKET_LABEL = /^[[<【(]([^\]>】)\n]{1,48})[\]>】)]\s*[:：-]?\s*/u;
const ARROW_LABEL = /^([^>\n]{1,48}?)\s*>\s+|^([^\n]{1,32}?)\s+[-–—]\s+/u;
const HEADER_LABEL = new RegExp(
  String.raw`^([^\d:：.!?\n][^:：.!?\n]{0,47}?)\s+[\[(]?(${CLOCK})[\])]?$`,
  "u",
);

interface Labelled extends Entry {
  speaker: string;
}

function nameLike(label: string): boolean {
  const words = label.split(/\s+/);
  return words.length <= 4 && words.every((word) => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}(#]/u.test(word));
}

/** The speaker at the beginning of a line, and what follows. Undefined for a line without one. */
export function labelled(line: string): Labelled | undefined {
  const bare = line.trim().replace(/^(?:>\s?|[-•]\s+)?[*_]{0,2}/, "");
  const undated = bare.replace(DATE, "");
  const stamp = STAMP.exec(undated.slice(0, HEAD_LENGTH));
  const rest = stamp ? undated.slice(stamp[0].length).replace(/^[*_]{0,2}/, "") : undated;
  const head = rest.slice(0, HEAD_LENGTH);
  // "10:03 AM" is a time of day, not a position in the conversation.
  const start = stamp?.[1] === undefined || stamp[3] !== undefined ? undefined : clockToMs(stamp[1]);
  const end = stamp?.[2] === undefined ? undefined : clockToMs(stamp[2]);
  const entry = (label: string, length: number, at = start): Labelled => ({
    speaker: label.trim(),
    utterance: rest.slice(length).trim(),
    ...offsets(at, end),
  });

  const header = rest.length <= HEAD_LENGTH ? HEADER_LABEL.exec(rest) : null;
  if (header?.[1] && header[2] && nameLike(header[1]))
    return entry(header[1], rest.length, clockToMs(header[2]));
  const colon = COLON_LABEL.exec(head);
  if (colon?.[1] && (roleOfLabel(colon[1]) !== undefined || nameLike(colon[1])))
    return entry(colon[1], colon[0].length, colon[2] === undefined ? start : clockToMs(colon[2]));
  const bracket = BRACKET_LABEL.exec(head);
  if (bracket?.[1] && isRoleWord(bracket[1])) return entry(bracket[1], bracket[0].length);
  const arrow = ARROW_LABEL.exec(head);
  const arrowLabel = arrow?.[1] ?? arrow?.[2];
  if (arrow && arrowLabel && isRoleWord(arrowLabel)) return entry(arrowLabel, arrow[0].length);
  return isRoleWord(rest) ? entry(rest, rest.length) : undefined;
}

/**
 * Entries of text with a speaker at the beginning of lines (`Agent: …`, `[00:05] Customer: …`, `[Bot] …`, or
 * `Anna 0:03` with the words below). A line without a speaker continues the previous entry. Null if no line
 * names a speaker.
 */
export function prefixedEntries(text: string): Entry[] | null {
  const lines = splitSingleLine(text)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const heads = lines.map(labelled);
  const speakers = speakersAmong(heads.flatMap((head) => (head ? [head.speaker] : [])));
  if (speakers.size === 0) return null;
  const entries: Entry[] = [];
  for (const [index, line] of lines.entries()) {
    const head = heads[index];
    const previous = entries.at(-1);
    if (head && speakers.has(head.speaker)) entries.push({ ...head });
    else if (previous) previous.utterance = `${previous.utterance} ${line.trim()}`.trim();
    else entries.push({ speaker: null, utterance: line.trim() });
  }
  return entries;
}

/**
 * Which labels are speakers. "Total: 35" on its own line looks like one. So a name counts only if the labels
 * do not name both sides already. If there are more than two labels, only names that occur more than once
 * count, if there are any.
 */
export function speakersAmong(labels: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const roles = new Set([...counts.keys()].map(roleOfLabel));
  const bothNamed = roles.has("AGENT") && roles.has("USER");
  const labelled = [...counts].map(([label, count]) => ({
    label,
    count,
    isName: roleOfLabel(label) === undefined,
  }));
  const again = counts.size > 2 && labelled.some(({ isName, count }) => isName && count > 1);
  return new Set(
    labelled
      .filter(({ isName, count }) => !isName || (!bothNamed && (count > 1 || !again)))
      .map(({ label }) => label),
  );
}

// Transcripts in one JSON or CSV field often lose their line breaks, or have them as a backslash and an n.
function splitSingleLine(text: string): string {
  if (text.trim().includes("\n")) return text;
  return text
    .replaceAll("\\n", "\n")
    .replace(/(?<=\S)[ \t]+((?:\p{L}+ )?\p{L}{2,20})(?=[:：])/gu, (match, label: string) => {
      if (isRoleWord(label)) return `\n${label}`;
      const last = label.split(" ").at(-1) ?? label;
      return isRoleWord(last) ? ` ${label.slice(0, -last.length).trim()}\n${last}` : match;
    });
}
