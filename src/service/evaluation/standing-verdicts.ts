/**
 * Verdicts that apply to every conversation of an agent: on the policies of its prompt, and on the built-in
 * checks.
 */
import type { Output } from "../../contract/types.ts";
import { SUCCESS_CRITERIA } from "../../contract/values.ts";
import type { Event } from "../../engine/policies/events.ts";
import {
  type CheckFinding,
  type Judgement,
  type Means as JudgingMeans,
  judgeConversation,
  type PolicyFinding,
} from "../../engine/policies/judge.ts";
import { policyName } from "../../engine/policies/verdict-name.ts";
import { TooMuchWork } from "./evaluate-conversation.ts";
import type { ResultTask } from "./task.ts";

type Verdict = Output<"Verdict">;
type Suspicion = Output<"Suspicion">;

interface Standing {
  readonly verdicts: Verdict[];
  readonly suspicions: Suspicion[];
}

/** What judging by policies needs, and whether a rule that needs much work is refused here. */
interface Means extends JudgingMeans {
  readonly refuses?: boolean;
}

/** The sentence of the prompt that a generated digital human tests. Null for all others. */
export function probedSentence(generation: Readonly<Record<string, unknown>> | undefined): string | null {
  const { kind, category, source } = generation ?? {};
  const isProbe = kind === "policy_probes" || category === "own_rules";
  return isProbe && typeof source === "string" ? source : null;
}

type Judged = Pick<ResultTask, "agent" | "conversation" | "probed" | "words_uncertain">;

/**
 * The verdicts, plus those on policies and checks. Every conversation gets a verdict on each accepted policy,
 * but on a check only if it found something. If the rule of a probed policy decides, no judge is needed, so
 * the judge's criterion is left out.
 */
export function withStandingVerdicts(
  reached: readonly Verdict[],
  { agent, conversation, probed, words_uncertain = false }: Judged,
  means: Means,
): Standing {
  const { policies, checks } = judged(agent, conversation, means);
  const tested = policies.find(({ sentence }) => sentence === probed);
  const isDecided = tested?.accepted === true && tested.result.status === "EVALUATED";
  const needed = reached
    .filter(({ name, reason }) => !(isDecided && name === SUCCESS_CRITERIA && reason === "no_model"))
    .map((verdict) => (tested?.accepted === false ? waitingForReview(verdict) : verdict));
  const lacksWords = (name: string) =>
    !conversation.transcript || (name === "invented_value" && words_uncertain);
  return {
    verdicts: [
      ...needed,
      ...policies.filter(({ accepted }) => accepted).map((policy) => policyVerdict(policy, probed)),
      ...checks.flatMap((check) => checkVerdict(check, lacksWords(check.name))),
    ],
    suspicions: suspicionsIn({ policies }),
  };
}

/** @throws TooMuchWork */
function judged(
  agent: ResultTask["agent"],
  conversation: ResultTask["conversation"],
  { refuses, ...means }: Means,
): Judgement {
  const judgement = judgeConversation(agent, conversation, means);
  if (refuses && judgement.is_spent) throw new TooMuchWork();
  return judgement;
}

/** Without a judge, only the policy's rule could decide, and nobody has accepted it. */
const waitingForReview = (verdict: Verdict): Verdict =>
  verdict.name === SUCCESS_CRITERIA && verdict.reason === "no_model"
    ? {
        ...verdict,
        reason: "policy_not_accepted",
        message: "nobody has accepted the policy that it tests; `parley policies review` goes through them",
      }
    : verdict;

/**
 * The verdicts on a submitted call: only those on what was broken, or took too much work to judge. Everything
 * else is up to its metrics. What the agent knew before the call is not on record, so no value can be called
 * invented.
 */
export function standingVerdicts(
  agent: ResultTask["agent"],
  conversation: ResultTask["conversation"],
  means: Means,
): Standing {
  const { policies, checks } = judged(
    { ...agent, off: [...agent.off, "invented_value"] },
    conversation,
    means,
  );
  const shown = policies.filter(
    ({ accepted, result: { value, reason } }) => accepted && (value === false || reason === "too_much_work"),
  );
  return {
    verdicts: [
      ...shown.map((one) => policyVerdict(one, null)),
      ...checks.flatMap((check) => checkVerdict(check, !conversation.transcript)),
    ],
    suspicions: suspicionsIn({ policies }),
  };
}

const suspicionsIn = ({ policies }: Pick<Judgement, "policies">): Suspicion[] =>
  policies
    .filter(({ accepted, result }) => !accepted && result.status === "EVALUATED" && result.value === false)
    .map(({ sentence, reads, rule, result }) => ({ sentence, reads, rule, clauses: clausesOf(result) }));

function policyVerdict({ sentence, reads, result }: PolicyFinding, probed: string | null): Verdict {
  const { status, reason, message, value, missing } = result;
  const verdict = {
    metric_id: null,
    name: policyName(sentence),
    response_type: "pass_fail" as const,
    requested_by: sentence === probed ? ["digital_human" as const, "prompt" as const] : ["prompt" as const],
    method: "rule" as const,
  };
  if (status === "NOT_APPLICABLE")
    return { ...verdict, status, reason: "not_at_issue", value: null, message: reads };
  if (reason === "missing_transcript")
    return { ...verdict, status, reason: "no_transcript", value: null, message: NO_WORDS };
  return {
    ...verdict,
    status,
    value: status === "EVALUATED" ? value : null,
    message: message ?? reads,
    ...(reason !== undefined && { reason }),
    ...(missing && { missing }),
    clauses: clausesOf(result),
  };
}

const clausesOf = ({ clauses }: PolicyFinding["result"]): NonNullable<Verdict["clauses"]> =>
  clauses.map(({ evidence, ...clause }) => ({
    ...clause,
    evidence: evidence.map((piece) => ({ ...piece })),
  }));

/** @param lacksWords what was said, and could decide it, is not known */
function checkVerdict({ name, finding }: CheckFinding, lacksWords: boolean): Verdict[] {
  if (finding.status !== "broken") return [];
  const verdict = {
    metric_id: null,
    name: `Check: ${name}`,
    response_type: "pass_fail" as const,
    requested_by: ["check" as const],
    method: "builtin" as const,
  };
  const { message } = finding;
  if (lacksWords)
    return [
      {
        ...verdict,
        status: "NOT_EVALUATED",
        reason: "no_transcript",
        value: null,
        message: `${message}: ${NO_WORDS}`,
      },
    ];
  return [{ ...verdict, status: "EVALUATED", value: false, message, evidence: [evidenceOf(finding.at)] }];
}

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
