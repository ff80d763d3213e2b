import { offersHelp } from "./lexicon.ts";
import { normalizeLabel, roleOfLabel } from "./speaker-labels.ts";
import type { Entry, Role, Turn } from "./turn.ts";

/** How the sides were told apart: by labels, by who offers help or speaks first, or only by taking turns. */
export type Attribution = "labelled" | "inferred" | "alternating";

const other = (role: Role): Role => (role === "AGENT" ? "USER" : "AGENT");

/** Sides for labels that only name persons: opposite to the side that is named, else the one who offers help is the agent. */
function sidesOfNames(entries: readonly Entry[]): Map<string, Role> {
  const names = new Map<string, Role>();
  const unnamed = entries.filter(
    (entry) => entry.speaker !== null && roleOfLabel(entry.speaker) === undefined,
  );
  const known = new Set(entries.map((entry) => entry.speaker && roleOfLabel(entry.speaker)));
  const agent = unnamed.find((entry) => offersHelp(entry.utterance)) ?? unnamed[0];
  for (const { speaker } of unnamed) {
    const label = normalizeLabel(speaker ?? "");
    if (known.has("AGENT")) names.set(label, "USER");
    else if (known.has("USER")) names.set(label, "AGENT");
    else names.set(label, label === normalizeLabel(agent?.speaker ?? "") ? "AGENT" : "USER");
  }
  return names;
}

/**
 * Turns with sides. Left out are entries of systems and tools, entries without words, and what stands before the first
 * speaker of a labelled transcript (a title). Without any label the sides take turns and the agent begins; a single
 * entry is the user's.
 */
export function assignRoles(entries: readonly Entry[]): { attribution: Attribution; turns: Turn[] } {
  const spoken = entries.filter((entry) => entry.utterance !== "");
  if (spoken.every((entry) => entry.speaker === null))
    return { attribution: "alternating", turns: alternate(spoken) };
  const names = sidesOfNames(spoken);
  const turns: Turn[] = [];
  let last: Role | undefined;
  for (const { speaker, ...said } of spoken) {
    const role = speaker === null ? last : (roleOfLabel(speaker) ?? names.get(normalizeLabel(speaker)));
    if (role === "SILENT" || role === undefined) continue;
    last = role;
    turns.push({ role, ...said });
  }
  return { attribution: names.size > 0 ? "inferred" : "labelled", turns };
}

function alternate(entries: readonly Entry[]): Turn[] {
  const first: Role = entries.length === 1 ? "USER" : "AGENT";
  return entries.map(({ speaker: _, ...said }, index) => ({
    role: index % 2 === 0 ? first : other(first),
    ...said,
  }));
}
