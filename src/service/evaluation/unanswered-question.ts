/**
 * If the digital human missed its goal because it could not answer the agent's question, that says nothing
 * about the agent.
 */
import { NOTHING_REPORTED, passesOrFails } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";
import type { Caller } from "../../engine/caller/caller.ts";
import { type Outcome, untoldFacts } from "../../engine/caller/judging/deed.ts";
import type { CallerState } from "../../engine/caller/state.ts";
import { firstLost } from "../../engine/caller/understanding/unanswered.ts";
import { GOAL } from "./result-outcome.ts";
import type { ResultTask } from "./task.ts";

type Verdict = Output<"Verdict">;
type Unanswered = NonNullable<ResultTask["unanswered"]>;

const UNANSWERED = "question_not_answered";

/** What became of the errand of a digital human. */
export interface Pursuit {
  /** By the tool calls. Absent without an errand. */
  readonly errand?: Outcome;
  /** Why the digital human with an errand could not do its part. Absent if it could, or without an errand. */
  readonly hindrance?: string;
}

interface Judged {
  readonly verdicts: readonly Verdict[];
  /** Why the conversation is inconclusive, or undefined if the question makes no difference. */
  readonly reason?: string;
}

/**
 * If the conversation got stuck on what the agent said, and nothing else failed, removes the verdicts that only say that the
 * digital human didn't get what it wanted. The words of the agent make no difference: a caller that is stuck never fails
 * its agent.
 */
export function withoutUnanswered(
  verdicts: readonly Verdict[],
  {
    unanswered,
    hindrance,
    errand,
    end_reason,
  }: Pick<ResultTask, "unanswered"> & Partial<Pick<ResultTask, "end_reason">> & Pursuit,
): Judged {
  // What the agent did against the caller's facts is proof, whatever was said besides.
  if ((errand?.wrong.length ?? 0) > 0 || errand?.fault !== undefined) return { verdicts };
  const isKnown = errand?.called || errand?.claimed !== undefined;
  const failed = verdicts.filter(
    ({ response_type, status, value }) =>
      passesOrFails({ response_type }) && status === "EVALUATED" && value === false,
  );
  if (
    errand?.called &&
    errand.unsure.length === 0 &&
    failed.length > 0 &&
    failed.every(saysOnlyThatItRepeats)
  )
    return {
      verdicts: verdicts.map((verdict) => (failed.includes(verdict) ? withoutRepetition(verdict) : verdict)),
    };
  const gaveUp = errand === undefined && GAVE_UP.includes(end_reason ?? "");
  const repeats =
    (errand !== undefined || gaveUp) && failed.length > 0 && failed.every(saysOnlyThatItRepeats);
  const claim = verdicts.find(({ name, reason }) => name === GOAL && reason === NOTHING_REPORTED);
  const silent = isKnown || gaveUp ? (repeats ? REPEATS : undefined) : hindrance;
  const stuck = claim?.message ?? (unanswered ? reasonOf(unanswered) : silent);
  if (stuck === undefined) return { verdicts };
  const isOpen = verdicts.some(
    ({ requested_by, status }) => requested_by.includes("digital_human") && status === "NOT_EVALUATED",
  );
  if (!failed.every(saysOnlyThatItWasMissed) || !(failed.length > 0 || isOpen)) return { verdicts };
  const message = stuck;
  // The clauses and the evidence stay: they say what was met before the question.
  const excused = verdicts.map(
    (verdict): Verdict =>
      failed.includes(verdict) || (verdict.name === GOAL && verdict.status === "NOT_EVALUATED")
        ? { ...verdict, status: "NOT_EVALUATED", value: null, reason: claim?.reason ?? UNANSWERED, message }
        : verdict,
  );
  return { verdicts: excused, reason: message };
}

/**
 * Why a conversation in which the tool of the caller's errand was not called says nothing about the agent, in words: the caller
 * could not do its part, or the agent may have been right not to do it.
 */
export function hindranceOf(
  caller: Caller,
  transcript: readonly { readonly role: string; readonly utterance: string }[],
  state: CallerState | undefined,
): string | undefined {
  if (!caller.errand || !state) return undefined;
  const lost = firstLost(caller, transcript, state);
  if (lost !== undefined) return reasonOf(lost);
  const last = transcript.findLast(({ role }) => role === "AGENT");
  if (last && state.ended?.end_reason === "refused")
    return `the caller took this for a refusal: ${JSON.stringify(last.utterance)}`;
  const words = last ? `; the agent's last words: ${JSON.stringify(last.utterance)}` : "";
  const untold = untoldFacts(caller, transcript);
  if (untold.length > 0)
    return (
      `the conversation ended before the caller came to say its ${untold.join(", ").replaceAll("_", " ")}${words}. ` +
      `If the agent need not ask for it, remove ${untold.map((name) => `\`${name}\``).join(", ")} from \`facts:\``
    );
  const { tool } = caller.errand;
  return (
    `the conversation ended without ${tool}, which proves nothing against the agent${words}. ` +
    `Name another tool under \`goal:\`, add what the caller should say under \`answers:\`, or make a policy of the rule`
  );
}

/** Whether a verdict failed only because something did not happen. */
function saysOnlyThatItWasMissed({ name, requested_by, clauses, evidence }: Verdict): boolean {
  if (!requested_by.includes("digital_human")) return false;
  if (name === GOAL) return true;
  const deciding = decidingIn(clauses);
  if (deciding.length > 0)
    return deciding.every(
      (clause) => (/^\s*pass\b/i.test(clause.text) && clause.outcome === false) || isRepetition(clause),
    );
  const outcome = evidence?.find((piece) => piece["id"] === "tool_calls.outcome");
  return outcome !== undefined && onlyMissing(outcome["value"] as ToolOutcome);
}

/** The caller could not follow the agent, so the agent may not have understood the caller either. */
const GAVE_UP = ["out_of_script", "going_in_circles"];
const REPEATS = "the agent said the same again and again; it may not have understood the caller";

/** The caller has what it came for, whatever the agent had to ask twice. */
const withoutRepetition = (verdict: Verdict): Verdict => ({
  ...verdict,
  status: "NOT_APPLICABLE",
  value: null,
  reason: UNANSWERED,
  message: REPEATS,
});

const saysOnlyThatItRepeats = ({ requested_by, clauses }: Verdict): boolean => {
  const deciding = decidingIn(clauses);
  return requested_by.includes("digital_human") && deciding.length > 0 && deciding.every(isRepetition);
};

const decidingIn = (clauses: Verdict["clauses"]) => clauses?.filter(({ decided }) => decided) ?? [];

/** An agent says the same again to a caller that does not follow. */
const isRepetition = ({ text, outcome }: NonNullable<Verdict["clauses"]>[number]): boolean =>
  /^\s*fail when agent_repetition\b/i.test(text) && outcome === true;

interface ToolOutcome {
  readonly expected: readonly { readonly status: string }[];
  readonly extra_effectful: readonly number[];
}

const onlyMissing = ({ expected, extra_effectful }: ToolOutcome) =>
  extra_effectful.length === 0 &&
  expected.every(({ status }) => status === "matched" || status === "missing");

/** What was asked, and what to do about it. */
function reasonOf({ slot, question, understood = true, refused }: Omit<Unanswered, "turn">): string {
  if (refused)
    return (
      `the agent kept to ${JSON.stringify(refused.said)}, and the caller wants ${JSON.stringify(refused.wanted)}; ` +
      "only what the agent's tools do can show a fault"
    );
  const named = slot?.replaceAll("_", " ");
  const words = JSON.stringify(question);
  if (!understood)
    return `the caller did not understand the agent: ${words}; add a line ${answering(question)}`;
  if (!named)
    return `the caller was asked ${words} and does not know it; add the answer ${answering(question)}`;
  return (
    `the caller was asked for its ${named} (${words}) and does not know it; ` +
    `add \`${slot}: …\` under \`facts:\` (in the API, a trait named "${slot}")`
  );
}

const answering = (words: string) =>
  `under \`answers:\`, \`- { asked_about: ${JSON.stringify(words)}, say: … }\``;
