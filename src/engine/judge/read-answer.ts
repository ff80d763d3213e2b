import type { Turn } from "../rules-language/input.ts";
import type { Evidence } from "../rules-language/result.ts";
import { INSUFFICIENT_EVIDENCE, SCORED, statusesOf } from "./answer-schema.ts";
import { jsonObjects } from "./json-objects.ts";
import type { JudgedMetric } from "./metric.ts";
import type { Ballot } from "./question.ts";
import { type Quote, quotesFault } from "./quotes.ts";
import { valueFault } from "./value.ts";

/** A usable answer of a judge. */
export type Vote = { evidence: Evidence[]; reasoning: string } & (
  | { status: "EVALUATED"; value: unknown }
  | { status: "NOT_APPLICABLE" }
  | { status: "NOT_EVALUATED"; reason: "insufficient_evidence" }
);

/** Why an answer can't be used. */
export interface AnswerFault {
  reason:
    | "unreadable_answer"
    | "failed_control"
    | "unsupported_evidence"
    | "wrong_type"
    | "out_of_range"
    | "unknown_option";
  /** For the judge, which is asked once more, and for people who read the result. */
  message: string;
}

type Read = { vote: Vote } | { fault: AnswerFault };

interface Asked {
  metric: JudgedMetric;
  turns: readonly Turn[];
}

/**
 * Reads a vote from a judge's text. Only an object with the question's nonce is an answer. If there are
 * several, the last one counts, because it replaces those before it. Nothing is repaired or guessed: an
 * answer that doesn't fit is a fault.
 */
export function readAnswer(text: string, asked: Asked, ballot: Ballot): Read {
  const reads = jsonObjects(text)
    .filter(({ nonce }) => nonce === ballot.nonce)
    .map((answer) => readObject(answer, asked, ballot));
  const none = fault("unreadable_answer", "it contains no JSON object with the nonce");
  return reads.at(-1) ?? none;
}

function readObject(answer: Record<string, unknown>, { metric, turns }: Asked, ballot: Ballot): Read {
  const { control_1, control_2, evidence, reasoning, status, value = null } = answer;
  if (control_1 !== ballot.controls[0] || control_2 !== ballot.controls[1])
    return fault("failed_control", "control_1 or control_2 is wrong");
  if (!isQuotes(evidence)) return fault("unreadable_answer", "evidence must be a list of {turn, quote}");
  if (typeof reasoning !== "string") return fault("unreadable_answer", "reasoning must be a text");
  const statuses = statusesOf(metric);
  if (typeof status !== "string" || !statuses.includes(status))
    return fault("unreadable_answer", `status must be one of ${statuses.join(", ")}`);
  const isScored = status === SCORED;
  if (!isScored && value !== null) return fault("wrong_type", `value must be null with the status ${status}`);
  const valueProblem = isScored ? valueFault(value, metric) : undefined;
  if (valueProblem) return { fault: valueProblem };
  if (status === INSUFFICIENT_EVIDENCE)
    return { vote: { status: "NOT_EVALUATED", reason: "insufficient_evidence", evidence: [], reasoning } };
  const quotesProblem = turns.length > 0 ? quotesFault(evidence, turns) : undefined;
  if (quotesProblem) return fault("unsupported_evidence", quotesProblem);
  const said = { evidence: evidenceOf(evidence, turns), reasoning };
  return { vote: isScored ? { status: "EVALUATED", value, ...said } : { status: "NOT_APPLICABLE", ...said } };
}

function fault(reason: AnswerFault["reason"], message: string): { fault: AnswerFault } {
  return { fault: { reason, message } };
}

function isQuotes(evidence: unknown): evidence is Quote[] {
  return (
    Array.isArray(evidence) &&
    evidence.every(
      (item) =>
        typeof item === "object" &&
        item !== null &&
        Number.isInteger(item.turn) &&
        typeof item.quote === "string",
    )
  );
}

/** Without a transcript, quotes can't be checked, so there is no evidence. */
function evidenceOf(quotes: readonly Quote[], turns: readonly Turn[]): Evidence[] {
  return quotes.flatMap(({ turn, quote }) => {
    const speaker = turns.find(({ i }) => i === turn)?.speaker;
    return speaker ? [{ kind: "turn", turn, speaker, quote, matched: true }] : [];
  });
}
