import type { Side } from "../../contract/values.ts";
import { offersHelp } from "./lexicon.ts";
import { normalizeLabel, roleOfLabel } from "./speaker-labels.ts";
import type { Entry, Turn } from "./turn.ts";

/**
 * How the sides were told apart: by the words for them, by who offers help or speaks first, only by taking turns, or not
 * at all.
 */
export type Attribution = "labelled" | "inferred" | "alternating" | "unknown";

export interface Telling {
  /** The side that spoke first, where somebody says so. */
  readonly spoke_first?: Side | undefined;
  /** What to do where no entry names a speaker: let the sides take turns, or give everything to the user. */
  readonly unnamed?: "alternate" | "user";
}

const other = (side: Side): Side => (side === "AGENT" ? "USER" : "AGENT");

interface Said {
  readonly speaker?: string | null | undefined;
  readonly utterance?: string | null | undefined;
}

/**
 * Sides for labels that only name persons. Where a side is named by its word, they are the other side. Else who is said
 * to have spoken first decides, else the one who offers help is the agent, else the first of several.
 */
function sidesOfNames(entries: readonly Said[], spoke_first: Side | undefined): Map<string, Side> {
  const unnamed = entries.filter(({ speaker }) => speaker && roleOfLabel(speaker) === undefined);
  const labels = [...new Set(unnamed.map(({ speaker }) => normalizeLabel(speaker ?? "")))];
  const known = new Set(entries.map(({ speaker }) => speaker && roleOfLabel(speaker)));
  if (known.has("AGENT")) return new Map(labels.map((label) => [label, "USER"]));
  if (known.has("USER")) return new Map(labels.map((label) => [label, "AGENT"]));
  const [first = ""] = labels;
  const helper = unnamed.find(({ utterance }) => offersHelp(utterance ?? ""));
  const agent = helper ? normalizeLabel(helper.speaker ?? "") : labels.length > 1 ? first : undefined;
  return new Map(
    labels.map((label) => {
      if (spoke_first) return [label, label === first ? spoke_first : other(spoke_first)];
      return [label, label === agent ? "AGENT" : "USER"];
    }),
  );
}

/**
 * Turns with sides. Left out are entries of systems and tools, entries without words, and what stands before the first
 * speaker of a labelled transcript (a title). Where the sides take turns the agent begins; a single entry is the user's.
 */
export function assignRoles(
  entries: readonly Entry[],
  { spoke_first, unnamed = "alternate" }: Telling = {},
): { attribution: Attribution; turns: Turn[] } {
  const spoken = entries.filter((entry) => entry.utterance !== "");
  if (spoken.every((entry) => entry.speaker === null))
    return unnamed === "alternate"
      ? { attribution: "alternating", turns: alternate(spoken) }
      : {
          attribution: "unknown",
          turns: spoken.map(({ speaker: _, ...said }) => ({ role: "USER", ...said })),
        };
  const names = sidesOfNames(spoken, spoke_first);
  const turns: Turn[] = [];
  let last: Side | undefined;
  for (const { speaker, ...said } of spoken) {
    const role = speaker === null ? last : (roleOfLabel(speaker) ?? names.get(normalizeLabel(speaker)));
    if (role === "SILENT" || role === undefined) continue;
    last = role;
    turns.push({ role, ...said });
  }
  return { attribution: names.size > 0 ? "inferred" : "labelled", turns };
}

function alternate(entries: readonly Entry[]): Turn[] {
  const first: Side = entries.length === 1 ? "USER" : "AGENT";
  return entries.map(({ speaker: _, ...said }, index) => ({
    role: index % 2 === 0 ? first : other(first),
    ...said,
  }));
}

/**
 * Entries in the form of the API, with AGENT or USER for whatever their speakers are called. What systems and tools say,
 * and what nobody is said to have said, stays as it is.
 */
export function withSides<T extends Said>(
  transcript: readonly T[],
  spoke_first?: Side,
): { attribution: Attribution; transcript: T[] } {
  const names = sidesOfNames(transcript, spoke_first);
  return {
    attribution: names.size > 0 ? "inferred" : "labelled",
    transcript: transcript.map((entry) => {
      if (!entry.speaker) return entry;
      const side = roleOfLabel(entry.speaker) ?? names.get(normalizeLabel(entry.speaker));
      return side === "SILENT" || side === undefined ? entry : { ...entry, speaker: side };
    }),
  };
}
