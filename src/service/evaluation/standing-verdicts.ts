/**
 * Verdicts that apply to every conversation of an agent: on the policies of its prompt, and on the built-in
 * checks.
 */
import type { Output } from "../../contract/types.ts";
import { titleOf } from "../../engine/generation/title.ts";
import type { AgentReader } from "../../engine/policies/agent-reader.ts";
import type { Event } from "../../engine/policies/events.ts";
import { judgeConversation, type PolicyFinding } from "../../engine/policies/judge.ts";
import type { ResultTask } from "./task.ts";

type Verdict = Output<"Verdict">;

/** The sentence of the prompt that a generated digital human tests. Null for all others. */
export function probedSentence(generation: Readonly<Record<string, unknown>> | undefined): string | null {
  const { kind, category, source } = generation ?? {};
  const isProbe = kind === "policy_probes" || category === "own_rules";
  return isProbe && typeof source === "string" ? source : null;
}

type Judged = Pick<ResultTask, "agent" | "conversation" | "probed" | "words_uncertain">;

/**
 * The verdicts, plus those on policies and checks. Every conversation gets a verdict on each policy, but on a
 * check only if it found something. If the rule of a probed policy decides, no judge is needed, so the
 * judge's criterion is left out.
 */
export function withStandingVerdicts(
  reached: readonly Verdict[],
  { agent, conversation, probed, words_uncertain = false }: Judged,
  read?: AgentReader,
): Verdict[] {
  const found = judgeConversation(agent, conversation, read) ?? [];
  const lacksWords = ({ kind }: PolicyFinding) =>
    !conversation.transcript || (kind === "invented_value" && words_uncertain);
  const isDecided = found.some(
    (one) =>
      one.kind === "policy" && one.source === probed && one.finding.status !== "idle" && !lacksWords(one),
  );
  const needed = reached.filter(
    ({ name, reason }) => !(isDecided && name === "Success criteria" && reason === "no_model"),
  );
  return [...needed, ...found.flatMap((one) => verdictOn(one, probed, lacksWords(one)))];
}

/**
 * The verdicts on a submitted call: only those on what was broken. Everything else is up to its metrics. What
 * the agent knew before the call is not on record, so no value can be called invented.
 */
export const standingVerdicts = (
  agent: ResultTask["agent"],
  conversation: ResultTask["conversation"],
  read?: AgentReader,
): Verdict[] =>
  (judgeConversation({ ...agent, off: [...agent.off, "invented_value"] }, conversation, read) ?? []).flatMap(
    (one) => (one.finding.status === "broken" ? verdictOn(one, null, !conversation.transcript) : []),
  );

/** @param lacksWords what was said, and could decide it, is not known */
function verdictOn(
  { kind, source, says, finding }: PolicyFinding,
  probed: string | null,
  lacksWords: boolean,
): Verdict[] {
  const isPolicy = kind === "policy";
  if (!isPolicy && finding.status !== "broken") return [];
  const verdict = {
    metric_id: null,
    name: isPolicy ? `Policy: ${titleOf(source)}` : `Check: ${kind}`,
    response_type: "pass_fail" as const,
    requested_by: isPolicy
      ? source === probed
        ? ["digital_human" as const, "prompt" as const]
        : ["prompt" as const]
      : ["check" as const],
    method: "builtin" as const,
  };
  if (lacksWords) {
    const message = isPolicy
      ? NO_WORDS
      : `${finding.status === "broken" ? finding.message : says}: ${NO_WORDS}`;
    return [{ ...verdict, status: "NOT_EVALUATED", reason: "no_transcript", value: null, message }];
  }
  if (finding.status === "idle")
    return [{ ...verdict, status: "NOT_APPLICABLE", reason: "not_at_issue", value: null, message: says }];
  if (finding.status === "kept")
    return [
      {
        ...verdict,
        status: "EVALUATED",
        value: true,
        message: says,
        ...(finding.at.length > 0 && { evidence: finding.at.slice(0, MAX_EVIDENCE).map(evidenceOf) }),
      },
    ];
  return [
    {
      ...verdict,
      status: "EVALUATED",
      value: false,
      message: finding.message,
      evidence: [evidenceOf(finding.at)],
    },
  ];
}

/** How much evidence to keep for a policy that was kept. More would not be clearer. */
const MAX_EVIDENCE = 5;

const NO_WORDS = "the words of the whole conversation are not known";

const evidenceOf = (event: Event) =>
  event.kind === "said"
    ? { kind: "turn", turn: event.turn, speaker: event.by.toUpperCase(), quote: event.text, matched: true }
    : {
        kind: "tool_call",
        call: event.number,
        name: event.name,
        parameters: event.parameters,
        matched: true,
      };
