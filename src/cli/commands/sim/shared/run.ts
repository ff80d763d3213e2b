/** What the record of a simulation run (E18) says. */
import {
  type Counts,
  countRun,
  countsInWords,
  endedCount,
  isDecided,
} from "../../../../contract/rules/outcomes.ts";
import type { Answer, Lenient } from "../../../../contract/types.ts";
import { isOverStatus, isUnderWayStatus } from "../../../../contract/values.ts";

export type Run = Lenient<Answer<"list_simulation_runs">>["simulation_runs"][number];

export const isKnownStatus = ({ status }: Run): boolean => isUnderWayStatus(status) || isOverStatus(status);

/**
 * A run is over when its status says so, or when nothing is left to wait for: each of its tests has passed, failed, or
 * ended without a verdict. If its status is unknown, it is enough that all its tests are done.
 */
export function isOver(run: Run): boolean {
  if (isOverStatus(run.status) || isDecided(run)) return true;
  return !isKnownStatus(run) && allEnded(run);
}

/** Whether all its tests are done. Some of them may not be evaluated yet. */
export const allEnded = (run: Run): boolean => run.total_tests > 0 && endedCount(run) >= run.total_tests;

/** The newest run. */
export function newest(runs: readonly Run[]): Run | undefined {
  const [first] = [...runs].sort(
    (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id,
  );
  return first;
}

/**
 * `run 900 RUNNING, 8 of 8 done: 1 passed, 5 failed, 2 inconclusive (1 could not answer the agent)`
 * @param counts the counts of a gate with options of its own; by default, those of the run
 */
export function describeRun(run: Run, counts: Counts = countRun(run)): string {
  const { id, status, total_tests, tests_unanswered = 0 } = run;
  const unanswered = tests_unanswered > 0 ? ` (${tests_unanswered} could not answer the agent)` : "";
  return `run ${id} ${status}, ${endedCount(run)} of ${total_tests ?? 0} done: ${countsInWords(counts)}${unanswered}`;
}
