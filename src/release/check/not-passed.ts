import type { Gate, Repeated, Test } from "./gate.ts";

/** Tests and criteria that are named; the report has them all. */
const SHOWN = 10;

/** What kept tests from passing, with the results that show it and the next command; empty if all passed. */
export function notPassedLines({ tests, repeated }: Pick<Gate, "tests" | "repeated">): string[] {
  const bad = tests.flatMap((test) =>
    test.criteria
      .filter(({ standing }) => standing === "failed" || standing === "not_evaluated")
      .map(({ criterion, standing, reason }) => ({ test, criterion, standing, reason })),
  );
  // The outcome repeats what the criteria that were stated say.
  const telling = bad.filter(
    ({ test, criterion }) => criterion !== "outcome" || bad.filter((one) => one.test === test).length === 1,
  );
  const failedFirst = telling.toSorted((a, b) => rank(a.standing) - rank(b.standing));
  const lines = failedFirst
    .slice(0, SHOWN)
    .map(
      ({ test, criterion, standing, reason }) =>
        `${standing === "failed" ? "✗" : "?"} ${test.name}, ${criterion}: ${reason ?? "no reason given"} (result ${resultOf(test)})`,
    );
  const more = telling.length > SHOWN ? [`… and ${telling.length - SHOWN} more`] : [];
  const [first] = failedFirst;
  const next = first ? [`next: \`parley sim result ${resultOf(first.test)}\``] : [];
  return [...repeated.map(repeatedLine), ...lines, ...more, ...next];
}

const rank = (standing: string) => (standing === "failed" ? 0 : 1);
const resultOf = (test: Test) => test.attempts.at(-1)?.simulation_result_id ?? "?";

/** `Refund, angry: 2 of 3 runs passed; pass@1 66.6 %, pass@3 100 %; pass^3 0 %` */
export function repeatedLine({ name, n, passed, pass_at_k, pass_hat_k }: Repeated): string {
  const rate = (chances: Readonly<Record<number, number>>, k: number) =>
    `${Number(((chances[k] ?? 0) * 100).toFixed(1))} %`;
  const last = n > 1 ? [`pass@${n} ${rate(pass_at_k, n)}`, `pass^${n} ${rate(pass_hat_k, n)}`] : [];
  return `${name}: ${passed} of ${n} runs passed; ${[`pass@1 ${rate(pass_at_k, 1)}`, ...last].join(", ")}`;
}
