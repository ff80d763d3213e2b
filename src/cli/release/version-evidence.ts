/** Whether the agent of some conversations said that it ran the version that they tested. */
import type { TestedKind } from "../../contract/rules/tested-versions.ts";
import { VERSION_EVIDENCE, type VersionEvidence } from "../../contract/values.ts";
import { counted } from "../../engine/words/counted.ts";
import { type Conversation, isInfrastructure } from "../../results/check/conversation.ts";
import { VERSIONED } from "../../results/versions.ts";

/** The evidence of several conversations: confirmed only if the agent confirmed each of them. */
export interface GatheredEvidence {
  readonly evidence: VersionEvidence;
  /** How many conversations the agent took part in, and how many of those it confirmed. */
  readonly conversations: number;
  readonly confirmed: number;
  /** The version numbers that it said instead, and in how many conversations. */
  readonly mismatches: number;
  readonly said: readonly number[];
}

export function gatherEvidence(kind: TestedKind, conversations: readonly Conversation[]): GatheredEvidence {
  const evidence_of = conversations.filter(tookPart).map(({ versions }) => ({
    evidence: knownEvidence(versions?.[`${kind}_evidence`]),
    said: (versions?.stated ?? []).flatMap((statement) => statement[`${kind}_version`] ?? []),
  }));
  const count = (evidence: VersionEvidence) =>
    evidence_of.filter((conversation) => conversation.evidence === evidence).length;
  const [confirmed, mismatches] = [count("confirmed"), count("mismatch")];
  const evidence =
    mismatches > 0
      ? "mismatch"
      : evidence_of.length === 0 || count("unknown") > 0
        ? "unknown"
        : confirmed === evidence_of.length
          ? "confirmed"
          : "told";
  const said = evidence_of
    .filter((conversation) => conversation.evidence === "mismatch")
    .flatMap((conversation) => conversation.said);
  return { evidence, conversations: evidence_of.length, confirmed, mismatches, said: [...new Set(said)] };
}

/** What a service does not say, or says in a way that this version does not know, shows nothing. */
const knownEvidence = (evidence: string | null | undefined): VersionEvidence =>
  VERSION_EVIDENCE.find((one) => one === evidence) ?? "unknown";

/** An agent that never had the chance to speak could not confirm anything. */
const tookPart = (conversation: Conversation) =>
  !isInfrastructure(conversation) && conversation.end_reason !== "journey_stopped";

/** `the agent did not confirm that it ran prompt version 2 (confirmed in 0 of 5 conversations)` */
export function describeEvidence(
  kind: TestedKind,
  version: number,
  { evidence, conversations, confirmed, mismatches, said }: GatheredEvidence,
): string {
  const name = `${VERSIONED[kind]} version ${version}`;
  const of = counted(conversations, "conversation");
  if (evidence === "confirmed") return `the agent confirmed that it ran ${name} in ${of}`;
  if (evidence === "mismatch") {
    const other = said.filter((number) => number !== version);
    const instead = other.length > 0 ? `version ${other.join(" and ")}` : "another version";
    return `the agent ran ${instead} instead of ${name} in ${mismatches} of ${of}`;
  }
  return evidence === "unknown"
    ? `nothing shows that the agent ran ${name}`
    : `the agent did not confirm that it ran ${name} (confirmed in ${confirmed} of ${of})`;
}
