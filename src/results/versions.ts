/** The versions that a conversation tested, and what shows that the agent ran them, in one line. */
import type { Fields } from "../contract/is-object.ts";
import { VERSION_EVIDENCE, type VersionEvidence } from "../contract/values.ts";
import { listOf, numberOf } from "./read.ts";

/** What has versions, for people. */
export const VERSIONED = { prompt: "prompt", knowledge_base: "knowledge base" } as const;

const SHOWN: Readonly<Record<VersionEvidence, string>> = {
  confirmed: "confirmed by the agent",
  told: "told to the agent, which did not confirm it",
  mismatch: "mismatch: the agent ran another version",
  unknown: "unknown whether the agent ran it",
};

export const evidenceInWords = (evidence: VersionEvidence): string => SHOWN[evidence];

/** `prompt version 2 (confirmed by the agent)`; null if the agent has no versions. */
export function versionsLine(versions: Fields): string | null {
  const parts = (["prompt", "knowledge_base"] as const).flatMap((kind) => {
    const version = numberOf(versions[`${kind}_version`]);
    if (version === null) return [];
    const stated = versions[`${kind}_evidence`];
    const evidence = VERSION_EVIDENCE.find((candidate) => candidate === stated) ?? "unknown";
    const said = listOf(versions["stated"]).flatMap(
      (statement) => numberOf(statement[`${kind}_version`]) ?? [],
    );
    const other = [...new Set(said)].filter((number) => number !== version);
    const words =
      evidence === "mismatch" && other.length > 0
        ? `mismatch: the agent ran version ${other.join(" and ")}`
        : SHOWN[evidence];
    return [`${VERSIONED[kind]} version ${version} (${words})`];
  });
  return parts.length > 0 ? parts.join(", ") : null;
}
