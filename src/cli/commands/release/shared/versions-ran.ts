/** Whether the agent ran the versions that a check names. */
import type { VersionEvidence } from "../../../../contract/values.ts";
import type { TestedRun } from "../../../release/check/gate.ts";
import { describeEvidence, gatherEvidence } from "../../../release/version-evidence.ts";
import type { Version } from "../../versions/kinds.ts";

interface Named {
  readonly prompt: Version | undefined;
  readonly knowledge_base: Version | undefined;
  /** The command line names the knowledge base. Otherwise it is not what is to be released. */
  readonly names_kb: boolean;
}

export interface Ran {
  readonly prompt_evidence: VersionEvidence | null;
  readonly knowledge_base_evidence: VersionEvidence | null;
  /** The agent ran another version. */
  readonly mismatch: string | undefined;
  /** What it did not confirm. */
  readonly notes: readonly string[];
}

export function versionsRan(runs: readonly TestedRun[], { prompt, knowledge_base, names_kb }: Named): Ran {
  const conversations = runs.flatMap((run) => run.conversations);
  const look = (kind: "prompt" | "knowledge_base", version: Version | undefined) => {
    if (!version) return undefined;
    const gathered = gatherEvidence(kind, conversations);
    return { evidence: gathered.evidence, words: describeEvidence(kind, version.version, gathered) };
  };
  const prompts = look("prompt", prompt);
  const knowledge_bases = look("knowledge_base", knowledge_base);
  const isOpen = (one: typeof prompts) => one?.evidence === "told" || one?.evidence === "unknown";
  return {
    prompt_evidence: prompts?.evidence ?? null,
    knowledge_base_evidence: knowledge_bases?.evidence ?? null,
    mismatch: [prompts, knowledge_bases].find((one) => one?.evidence === "mismatch")?.words,
    notes: [prompts, names_kb ? knowledge_bases : undefined].flatMap((one) =>
      one && isOpen(one) ? [one.words] : [],
    ),
  };
}
