/**
 * If the digital human missed its goal because it could not answer the agent's question, that says nothing
 * about the agent.
 */
import type { Output } from "../../contract/types.ts";
import { contentStems, isAbout } from "../../engine/policies/english.ts";
import { GOAL } from "./result-outcome.ts";
import type { ResultTask } from "./task.ts";

type Verdict = Output<"Verdict">;
type Unanswered = NonNullable<ResultTask["unanswered"]>;

export const UNANSWERED = "question_not_answered";

interface Judged {
  readonly verdicts: readonly Verdict[];
  /** Why the conversation is inconclusive, or undefined if the question makes no difference. */
  readonly reason?: string;
}

/**
 * If the conversation got stuck on a question and nothing else failed, removes the verdicts that only say
 * that the digital human didn't get what it wanted. This applies only to questions that a caller can expect:
 * about something with a name (a booking number, a date of birth), or something that the agent's own texts
 * mention.
 */
export function withoutUnanswered(
  verdicts: readonly Verdict[],
  { unanswered, agent }: Pick<ResultTask, "unanswered" | "agent">,
): Judged {
  if (!unanswered || !isToBeExpected(unanswered, agent)) return { verdicts };
  const failed = verdicts.filter(
    ({ response_type, status, value }) =>
      response_type === "pass_fail" && status === "EVALUATED" && value === false,
  );
  const isOpen = verdicts.some(
    ({ requested_by, status }) => requested_by.includes("digital_human") && status === "NOT_EVALUATED",
  );
  if (!failed.every(saysOnlyThatItWasMissed) || !(failed.length > 0 || isOpen)) return { verdicts };
  const message = reasonOf(unanswered);
  // The clauses and the evidence stay: they say what was met before the question.
  const excused = verdicts.map(
    (verdict): Verdict =>
      failed.includes(verdict) || (verdict.name === GOAL && verdict.status === "NOT_EVALUATED")
        ? { ...verdict, status: "NOT_EVALUATED", value: null, reason: UNANSWERED, message }
        : verdict,
  );
  return { verdicts: excused, reason: message };
}

function isToBeExpected(
  { slot, question }: Unanswered,
  { prompt, knowledge_base }: ResultTask["agent"],
): boolean {
  return slot !== null || isAbout(contentStems(question), `${prompt}\n${knowledge_base}`);
}

/** Whether a verdict failed only because something did not happen. */
function saysOnlyThatItWasMissed({ name, requested_by, clauses, evidence }: Verdict): boolean {
  if (!requested_by.includes("digital_human")) return false;
  if (name === GOAL) return true;
  const deciding = clauses?.filter(({ decided }) => decided) ?? [];
  if (deciding.length > 0)
    return deciding.every(({ text, outcome }) => /^\s*pass\b/i.test(text) && outcome === false);
  const outcome = evidence?.find((found) => found["id"] === "tool_calls.outcome");
  return outcome !== undefined && onlyMissing(outcome["value"] as ToolOutcome);
}

interface ToolOutcome {
  readonly expected: readonly { readonly status: string }[];
  readonly extra_effectful: readonly number[];
}

const onlyMissing = ({ expected, extra_effectful }: ToolOutcome) =>
  extra_effectful.length === 0 &&
  expected.every(({ status }) => status === "matched" || status === "missing");

/** What was asked, and what to do about it. */
function reasonOf({ slot, question }: Unanswered): string {
  const named = slot?.replaceAll("_", " ");
  const hint = named
    ? `add it to the digital human, as a trait named "${named}" or in its role_description`
    : "add the answer to the digital human's role_description";
  const asked = named ? `for its ${named} (${JSON.stringify(question)})` : JSON.stringify(question);
  return `the caller was asked ${asked} and does not know it; ${hint}`;
}
