/** The versions that a run tests, and what shows that its agent ran them. */
import type { STATED_BY, VersionEvidence } from "../values.ts";

/** The versions of a run, resolved when it was queued. Null where the agent has none. */
export interface TestedVersions {
  readonly prompt_id: string | null;
  readonly prompt_version: number | null;
  readonly prompt_label: string | null;
  readonly knowledge_base_id: string | null;
  readonly knowledge_base_version: number | null;
}

/** What every conversation tells the agent about its run. */
export type AnnouncedVersions = Omit<TestedVersions, "knowledge_base_id"> & { readonly agent_id: number };

/** What an agent on a line is told at the beginning: also which conversation it is. */
export type SessionFacts = AnnouncedVersions & {
  readonly simulation_result_id: string;
  /** Where the agent finds the tools of its world. */
  readonly world_url?: string;
};

/** What an agent said about the versions that it runs. Absent where it said nothing. */
export interface StatedVersions {
  readonly by: (typeof STATED_BY)[number];
  readonly prompt_id?: string;
  readonly prompt_version?: number;
  readonly knowledge_base_version?: number;
}

/** The kinds of versions. */
export type TestedKind = "prompt" | "knowledge_base";

export const NO_VERSIONS: TestedVersions = {
  prompt_id: null,
  prompt_version: null,
  prompt_label: null,
  knowledge_base_id: null,
  knowledge_base_version: null,
};

export const announcedVersions = (
  agent_id: number,
  { prompt_id, prompt_version, prompt_label, knowledge_base_version }: TestedVersions,
): AnnouncedVersions => ({ agent_id, prompt_id, prompt_version, prompt_label, knowledge_base_version });

/**
 * Whether one conversation's agent ran the version that it was told. One statement about another version is a
 * mismatch, whatever else it said.
 */
export function evidenceOf(
  kind: TestedKind,
  tested: TestedVersions,
  stated: readonly StatedVersions[],
): VersionEvidence {
  const version = tested[`${kind}_version`];
  if (version === null) return "unknown";
  const matches = stated.flatMap((statement) => {
    const id = kind === "prompt" ? statement.prompt_id : undefined;
    const named = statement[`${kind}_version`];
    if (id === undefined && named === undefined) return [];
    return [(id ?? tested.prompt_id) === tested.prompt_id && (named ?? version) === version];
  });
  if (matches.includes(false)) return "mismatch";
  return matches.length > 0 ? "confirmed" : "told";
}
