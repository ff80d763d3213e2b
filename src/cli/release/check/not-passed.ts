import { shownName } from "../../../engine/policies/verdict-name.ts";
import { percent } from "../../../engine/words/figures-in-words.ts";
import { OUTCOME } from "../../../results/check/criteria.ts";
import type { Gate, Repeated, Test } from "./gate.ts";

/** At most this many tests and criteria are named. The report has all of them. */
const SHOWN = 10;

/**
 * What kept tests from passing, with the results that show it and the next command; empty if all passed.
 * Names a test once for each criterion that decided it. Criteria that were left open in a failed test appear
 * only in its result.
 */
export function notPassedLines({ tests, repeated }: Pick<Gate, "tests" | "repeated">): string[] {
  const lines = (["failed", "not_evaluated"] as const).flatMap((standing) =>
    tests.filter((test) => test.standing === standing).flatMap(linesOf),
  );
  const more = lines.length > SHOWN ? [`… and ${lines.length - SHOWN} more`] : [];
  const [first] = lines;
  const next = first ? [`next: \`parley sim result ${first.result}\``] : [];
  return [...repeated.map(repeatedLine), ...lines.slice(0, SHOWN).map(({ text }) => text), ...more, ...next];
}

function linesOf(test: Test) {
  const deciding = test.criteria.filter(({ standing }) => standing === test.standing);
  // The outcome repeats the reasons of the stated criteria. If several have the outcome's reason, it is shown
  // only once.
  const stated = deciding.filter(({ criterion }) => criterion !== OUTCOME);
  const outcome = deciding.filter(({ criterion }) => criterion === OUTCOME);
  const isSaidOnce = stated.length > 1 && stated.every(({ reason }) => reason === outcome[0]?.reason);
  const telling = stated.length === 0 || isSaidOnce ? outcome : stated;
  const result = test.attempts.at(-1)?.simulation_result_id ?? "?";
  return telling.map(({ criterion, standing, reason }) => ({
    result,
    text: `${standing === "failed" ? "✗" : "?"} ${test.name}, ${shownName(criterion)}: ${reason ?? "no reason given"} (result ${result})`,
  }));
}

/** `Refund, angry: 2 of 3 runs passed; pass@1 66.7%, pass@3 100%, pass^3 0%` */
export function repeatedLine({ name, n, passed, inconclusive, pass_at_k, pass_hat_k }: Repeated): string {
  const rate = (chances: Readonly<Record<number, number>>, k: number) => percent(chances[k] ?? 0);
  const last = n > 1 ? [`pass@${n} ${rate(pass_at_k, n)}`, `pass^${n} ${rate(pass_hat_k, n)}`] : [];
  const open = inconclusive > 0 ? `, ${inconclusive} inconclusive` : "";
  return `${name}: ${passed} of ${n + inconclusive} runs passed${open}; ${[`pass@1 ${rate(pass_at_k, 1)}`, ...last].join(", ")}`;
}
