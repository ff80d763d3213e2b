import type { Side } from "../../contract/values.ts";
import { offersHelp } from "./lexicon.ts";
import { normalizeLabel, roleOfLabel } from "./speaker-labels.ts";
import type { Entry, Turn } from "./turn.ts";

/**
 * How the sides were told apart: by words for them, by who offers help or speaks first, by alternating, or
 * not at all.
 */
export type Attribution = "labelled" | "inferred" | "alternating" | "unknown";

export interface Telling {
  /** The side that spoke first, if known. */
  readonly spoke_first?: Side | undefined;
  /** What to do if no entry names a speaker: alternate the sides, or give everything to the user. */
  readonly unnamed?: "alternate" | "user";
}

const other = (side: Side): Side => (side === "AGENT" ? "USER" : "AGENT");

interface Said {
  readonly speaker?: string | null | undefined;
  readonly utterance?: string | null | undefined;
}

/**
 * Sides for labels that are only people's names. If another label names a side, they are the other side.
 * Otherwise, `spoke_first` decides. Without it, the speaker who offers help is the agent, or else the first
 * of several.
 */
function sidesOfNames(entries: readonly Said[], spoke_first: Side | undefined): Map<string, Side> {
  const unnamed = entries.filter(({ speaker }) => speaker && roleOfLabel(speaker) === undefined);
  const labels = [...new Set(unnamed.map(({ speaker }) => normalizeLabel(speaker ?? "")))];
  const roles = new Set(entries.map(({ speaker }) => speaker && roleOfLabel(speaker)));
  if (roles.has("AGENT")) return new Map(labels.map((label) => [label, "USER"]));
  if (roles.has("USER")) return new Map(labels.map((label) => [label, "AGENT"]));
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
 * Turns with sides. Leaves out entries of systems and tools, entries without words, and anything before the
 * first speaker of a labelled transcript (a title). If the sides alternate, the agent begins. A single entry
 * is the user's.
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
 * Entries in the form of the API, with AGENT or USER instead of their speakers' names. Entries of systems and
 * tools, and entries without a speaker, stay unchanged.
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
