/**
 * The verdict on a release. Every digital human must meet every criterion: no criterion can compensate for
 * another.
 */
import { groupBy } from "../../../contract/group-by.ts";
import { countedTotal, passRate } from "../../../contract/rules/outcomes.ts";
import { type RunStatistics, runStatistics } from "../../../engine/metrics/runs/multi-run.ts";
import { shownName } from "../../../engine/policies/verdict-name.ts";
import { type Conversation, repetitionsOf } from "../../../results/check/conversation.ts";
import {
  type Criteria,
  countStandings,
  type Judged,
  judgeConversation,
  type Standing,
} from "../../../results/check/criteria.ts";

/** A run made for the check. The first has all digital humans, and later ones have those that are retried. */
export interface TestedRun {
  readonly simulation_run_id: number;
  readonly conversations: readonly Conversation[];
}

/** One conversation of a test. */
export interface Attempt {
  /** 1 for the first run, 2 for the first retry, … */
  readonly attempt: number;
  readonly simulation_run_id: number;
  readonly simulation_result_id: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly judged: readonly Judged[];
}

/** The outcome of one repetition of a digital human, over all its attempts. */
export interface Test {
  readonly digital_human_id: number;
  readonly name: string;
  readonly repetition: number;
  readonly standing: Standing;
  /** Passed, but not on the first attempt. */
  readonly passed_on_retry: boolean;
  readonly criteria: readonly Judged[];
  readonly attempts: readonly Attempt[];
}

/** One digital human and one criterion, over all repetitions. */
export interface Cell {
  readonly digital_human_id: number;
  readonly name: string;
  readonly criterion: string;
  readonly passed: number;
  readonly failed: number;
  readonly not_evaluated: number;
  /** All that should have passed: without those that are not applicable or allowed. */
  readonly counted: number;
  /** The share of these that passed; null if nothing was evaluated. */
  readonly pass_rate: number | null;
  readonly enough: boolean;
}

export interface Gate {
  readonly verdict: "passed" | "not_passed";
  /** Why it did not pass, in one sentence. */
  readonly reason: string | null;
  readonly tests: readonly Test[];
  readonly cells: readonly Cell[];
  /** Digital humans with several runs. */
  readonly repeated: readonly Repeated[];
}

/** How often the runs of a digital human passed as a whole, and what to expect of further runs. */
export interface Repeated extends Pick<RunStatistics, "n" | "passed" | "pass_at_k" | "pass_hat_k"> {
  readonly digital_human_id: number;
  readonly name: string;
  /** Runs that are not in `n`, because they neither passed nor failed. */
  readonly inconclusive: number;
}

export interface GateOptions {
  readonly criteria: Criteria;
  /** The required pass rate of each cell. */
  readonly min_pass_rate: number;
  /** The name of a digital human. */
  nameOf(digital_human_id: number): string;
}

/** Judges the tests. A check in which nothing was evaluated does not pass. */
export function gate(runs: readonly TestedRun[], { criteria, min_pass_rate, nameOf }: GateOptions): Gate {
  const tests = testsOf(runs, criteria, nameOf);
  // What is not good enough comes first, because people look for it.
  const cells = cellsOf(tests, min_pass_rate).toSorted((a, b) => Number(a.enough) - Number(b.enough));
  const bad = cells.filter(({ enough }) => !enough);
  const evaluated = cells.some(({ passed, failed }) => passed + failed > 0);
  const reason = !evaluated ? "nothing was evaluated" : bad.length > 0 ? describeBad(bad) : null;
  return {
    verdict: reason === null ? "passed" : "not_passed",
    reason,
    tests,
    cells,
    repeated: repeatedOf(tests),
  };
}

/** Counts the tests that passed or failed. The others say nothing about further runs. */
function repeatedOf(tests: readonly Test[]): Repeated[] {
  const ofEach = groupBy(tests, ({ digital_human_id }) => digital_human_id);
  return [...ofEach].flatMap(([digital_human_id, own]) => {
    const decided = own.filter(({ standing }) => standing === "passed" || standing === "failed");
    const statistics =
      own.length > 1 ? runStatistics(decided.map(({ standing }) => standing === "passed")) : null;
    if (!statistics) return [];
    const { n, passed, pass_at_k, pass_hat_k } = statistics;
    const { inconclusive } = countStandings(own.map(({ standing }) => standing));
    return [{ digital_human_id, name: own[0]?.name ?? "", n, passed, inconclusive, pass_at_k, pass_hat_k }];
  });
}

/** How many digital humans a sentence names. */
const NAMED = 3;

function describeBad(bad: readonly Cell[]): string {
  const named = bad
    .slice(0, NAMED)
    .map(
      ({ name, criterion, passed, counted }) =>
        `${name}, ${shownName(criterion)}: ${passed} of ${counted} passed`,
    );
  const more = bad.length > NAMED ? [`${bad.length - NAMED} more`] : [];
  return [...named, ...more].join("; ");
}

function testsOf(runs: readonly TestedRun[], criteria: Criteria, nameOf: GateOptions["nameOf"]): Test[] {
  const attempts = new Map<string, { digital_human_id: number; repetition: number; attempts: Attempt[] }>();
  for (const [index, { simulation_run_id, conversations }] of runs.entries()) {
    const repetitions = repetitionsOf(conversations);
    for (const conversation of conversations) {
      const { id, digital_human_id, status, end_reason = null } = conversation;
      const repetition = repetitions.get(id) ?? 1;
      const key = `${digital_human_id}.${repetition}`;
      const test = attempts.get(key) ?? { digital_human_id, repetition, attempts: [] };
      attempts.set(key, test);
      test.attempts.push({
        attempt: index + 1,
        simulation_run_id,
        simulation_result_id: id,
        status,
        end_reason,
        judged: judgeConversation(conversation, criteria),
      });
    }
  }
  return [...attempts.values()].map((test) => {
    const judged = overAttempts(test.attempts);
    const standing = together(judged.map((judgement) => judgement.standing));
    return {
      digital_human_id: test.digital_human_id,
      name: nameOf(test.digital_human_id),
      repetition: test.repetition,
      standing,
      passed_on_retry:
        standing === "passed" &&
        together(test.attempts[0]?.judged.map((judgement) => judgement.standing) ?? []) !== "passed",
      criteria: judged,
      attempts: test.attempts,
    };
  });
}

/**
 * Each criterion over all attempts. A single failure is a failure: a retry only replaces a missing verdict.
 */
function overAttempts(attempts: readonly Attempt[]): Judged[] {
  const byCriterion = new Map<string, Judged>();
  for (const { judged } of attempts)
    for (const judgement of judged) {
      const before = byCriterion.get(judgement.criterion);
      if (!before || RANK[judgement.standing] >= RANK[before.standing])
        byCriterion.set(judgement.criterion, judgement);
    }
  return [...byCriterion.values()];
}

const RANK: Readonly<Record<Standing, number>> = {
  not_evaluated: 0,
  allowed: 1,
  not_applicable: 1,
  passed: 2,
  failed: 3,
};

/** The standing of a whole test: failed if any criterion failed, and passed only if none was left open. */
function together(standings: readonly Standing[]): Standing {
  for (const standing of ["failed", "not_evaluated", "passed"] as const)
    if (standings.includes(standing)) return standing;
  return "not_applicable";
}

function cellsOf(tests: readonly Test[], min_pass_rate: number): Cell[] {
  const digitalHumans = new Map(tests.map(({ digital_human_id, name }) => [digital_human_id, name]));
  return [...digitalHumans].flatMap(([digital_human_id, name]) => {
    const own = tests.filter((test) => test.digital_human_id === digital_human_id);
    const criteria = new Set(own.flatMap((test) => test.criteria.map(({ criterion }) => criterion)));
    return [...criteria].map((criterion) => {
      // It is unknown which metrics a repetition without a verdict would have had, so it counts for all of
      // them.
      const standings = own.map(
        (test) => test.criteria.find((one) => one.criterion === criterion)?.standing ?? "not_evaluated",
      );
      const counts = countStandings(standings);
      const { passed, failed } = counts;
      const counted = countedTotal(counts);
      const not_evaluated = counts.inconclusive + counts.allowed;
      const pass_rate = passRate(counts);
      // Without a single verdict the check never passes, even if the required rate is 0.
      const enough = counted === 0 || (pass_rate !== null && pass_rate >= min_pass_rate);
      return { digital_human_id, name, criterion, passed, failed, not_evaluated, counted, pass_rate, enough };
    });
  });
}
