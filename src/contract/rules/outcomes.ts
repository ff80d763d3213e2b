/**
 * What passed, failed, inconclusive and not applicable mean, and the only pass rate. Every count and rate that
 * a person or a program sees comes from here: the gates, their JSON, JUnit and summaries, the reports and the
 * console. docs/evaluation.md explains it ("How results are counted").
 */
import { isOverStatus, isUnderWayStatus } from "../values.ts";

/**
 * `inconclusive`: it should have passed or failed, but that was not decided. `allowed`: the same, and whoever
 * asked lets it pass by. `not_applicable`: what it is judged by did not concern it. `not_measured`: a metric that can neither pass nor fail has no value.
 * `measured`: it has one. `running`: it is not over.
 */
export type Outcome =
  | "passed"
  | "failed"
  | "inconclusive"
  | "allowed"
  | "not_applicable"
  | "not_measured"
  | "measured"
  | "running";

/** How many there are of each. What was merely measured is not counted. */
export type Counts = Readonly<Record<Exclude<Outcome, "measured">, number>>;

const NOTHING: Counts = {
  passed: 0,
  failed: 0,
  inconclusive: 0,
  allowed: 0,
  not_applicable: 0,
  not_measured: 0,
  running: 0,
};

export function countOutcomes(outcomes: Iterable<Outcome>): Counts {
  const counts = { ...NOTHING };
  for (const outcome of outcomes) if (outcome !== "measured") counts[outcome]++;
  return counts;
}

/** All that should have passed: the pass rate is a share of these. */
export const countedTotal = ({ passed, failed, inconclusive }: Counts): number =>
  passed + failed + inconclusive;

/**
 * Passed, divided by all that passed, failed or are inconclusive. Null if nothing passed or failed: nothing is
 * not 100%.
 */
export const passRate = (counts: Counts): number | null =>
  counts.passed + counts.failed === 0 ? null : counts.passed / countedTotal(counts);

/** The counts if what is inconclusive is allowed. */
export const allowInconclusive = (counts: Counts): Counts => ({
  ...counts,
  inconclusive: 0,
  allowed: counts.allowed + counts.inconclusive,
});

/** `3 passed, 1 failed, 2 inconclusive, 1 not applicable, 1 other metric not evaluated` */
export function countsInWords(counts: Counts): string {
  const { passed, failed, inconclusive, allowed, not_applicable, not_measured } = counts;
  const others = not_measured === 1 ? "other metric" : "other metrics";
  return [
    `${passed} passed`,
    `${failed} failed`,
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
    ...(allowed > 0 ? [`${allowed} inconclusive but allowed`] : []),
    ...(not_applicable > 0 ? [`${not_applicable} not applicable`] : []),
    ...(not_measured > 0 ? [`${not_measured} ${others} not evaluated`] : []),
  ].join(", ");
}

interface Verdict {
  readonly status?: unknown;
  readonly response_type?: unknown;
  readonly value?: unknown;
  readonly reason?: unknown;
}

/** Whether a metric of this type passes or fails. All others only measure. */
export const passesOrFails = ({ response_type }: Pick<Verdict, "response_type">): boolean =>
  response_type === "pass_fail" || response_type === "tool_call";

/** The outcome of one metric. Only a metric of type pass_fail or tool_call passes, fails, or is inconclusive. */
export function outcomeOfVerdict({ status, response_type, value }: Verdict): Outcome {
  if (status === "NOT_APPLICABLE") return "not_applicable";
  if (!passesOrFails({ response_type })) return status === "EVALUATED" ? "measured" : "not_measured";
  if (status !== "EVALUATED") return "inconclusive";
  return value === true ? "passed" : "failed";
}

/** Verdicts by outcome and by status, as the API counts them. */
export function countVerdicts(verdicts: readonly Verdict[]) {
  const { passed, failed } = countOutcomes(verdicts.map(outcomeOfVerdict));
  const withStatus = (status: string) => verdicts.filter((verdict) => verdict.status === status).length;
  return {
    passed,
    failed,
    evaluated: withStatus("EVALUATED"),
    not_applicable: withStatus("NOT_APPLICABLE"),
    not_evaluated: withStatus("NOT_EVALUATED"),
    error: withStatus("ERROR"),
  };
}

/**
 * The outcome of a call, by its verdicts: a failure counts before a verdict that was not reached, and that
 * before a pass. Not applicable if nothing passes or fails.
 */
export function outcomeOfVerdicts(verdicts: readonly Verdict[]): Outcome {
  const { failed, inconclusive, passed } = countOutcomes(verdicts.map(outcomeOfVerdict));
  if (failed > 0) return "failed";
  if (inconclusive > 0) return "inconclusive";
  return passed > 0 ? "passed" : "not_applicable";
}

/** The same as the API says it. Null if nothing passes or fails. */
export function callOutcome(verdicts: readonly Verdict[]): "failed" | "incompleted" | "passed" | null {
  const outcome = outcomeOfVerdicts(verdicts);
  if (outcome === "inconclusive") return "incompleted";
  return outcome === "passed" || outcome === "failed" ? outcome : null;
}

interface Conversation {
  readonly status?: unknown;
  readonly outcome?: unknown;
  readonly ended_at?: unknown;
}

/**
 * Why the goal of a digital human is open: the agent said that it is done, and reported no tool call at all. Where another conversation
 * shows that the agent does report its calls, the claim was untrue.
 */
export const NOTHING_REPORTED = "nothing_reported";

/** Whether a verdict is only open because no tool call is on record, and nothing shows that the agent reports its calls. */
export const isForWantOfCalls = ({ response_type, reason }: Verdict): boolean =>
  reason === NOTHING_REPORTED || (response_type === "tool_call" && reason === "missing_tool_calls");

/** Whether a conversation is final. One in an unknown state is final once it has an outcome or an end. */
export const isSettled = ({ status, outcome, ended_at }: Conversation): boolean =>
  isOverStatus(status) ||
  (!isUnderWayStatus(status) && ((outcome ?? null) !== null || (ended_at ?? null) !== null));

/** The outcome of a conversation of a run. */
export function outcomeOfConversation(conversation: Conversation): Outcome {
  const { outcome } = conversation;
  if (outcome === "passed" || outcome === "failed") return outcome;
  return isSettled(conversation) ? "inconclusive" : "running";
}

/** The counts of a run, as a service shows them. A service may leave out any of them. */
interface Run {
  readonly status?: unknown;
  readonly total_tests?: unknown;
  readonly tests_passed?: unknown;
  readonly tests_failed?: unknown;
  readonly tests_completed?: unknown;
  readonly tests_incompleted?: unknown;
}

const COUNTS = [
  "total_tests",
  "tests_passed",
  "tests_failed",
  "tests_completed",
  "tests_incompleted",
] as const;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** A count that is absent, or not a number, counts nothing. */
const countOf = (value: unknown): number => (isCount(value) ? value : 0);

/** The first count of a run that is there but isn't one; undefined if all are. */
export const unreadableCount = (run: Run): { readonly name: string; readonly value: unknown } | undefined =>
  COUNTS.map((name) => ({ name, value: run[name] })).find(({ value }) => value != null && !isCount(value));

/** How many conversations of a run have ended. */
export const endedCount = ({ tests_completed, tests_incompleted }: Run): number =>
  countOf(tests_completed) + countOf(tests_incompleted);

/** Whether every conversation of a run has passed, failed, or ended without a verdict. */
export function isDecided({ total_tests, tests_passed, tests_failed, tests_incompleted }: Run): boolean {
  const decided = countOf(tests_passed) + countOf(tests_failed) + countOf(tests_incompleted);
  return countOf(total_tests) > 0 && decided >= countOf(total_tests);
}

/** Counts the conversations of a run. In a run that is over, all that neither passed nor failed are inconclusive. */
export function countRun(run: Run): Counts {
  const [total, passed, failed] = [
    countOf(run.total_tests),
    countOf(run.tests_passed),
    countOf(run.tests_failed),
  ];
  const isOver = isOverStatus(run.status) || (!isUnderWayStatus(run.status) && endedCount(run) >= total);
  const ended = isOver ? total : Math.min(total, Math.max(endedCount(run), passed + failed));
  const inconclusive = Math.max(0, ended - passed - failed);
  return { ...countOutcomes([]), passed, failed, inconclusive, running: total - ended };
}
