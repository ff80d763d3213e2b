import { groupBy } from "../../../contract/group-by.ts";
import { runStatistics } from "../../../engine/metrics/runs/multi-run.ts";
import type { FileResult, Repeated } from "./result.ts";

/** How often each caller with several conversations has passed. */
export function repeatedIn(files: readonly FileResult[], required: (file: string) => number): Repeated[] {
  return files.flatMap(({ file, callers }) => {
    const min_pass_rate = required(file);
    return [...groupBy(callers, ({ name }) => name)].flatMap(([name, own]) => {
      if (own.length < 2) return [];
      const decided = own.filter(({ outcome }) => outcome === "passed" || outcome === "failed");
      const {
        n = 0,
        passed = 0,
        pass_at_k = {},
        pass_hat_k = {},
      } = runStatistics(decided.map(({ outcome }) => outcome === "passed")) ?? {};
      // What could not be decided must not make a rate better.
      const enough = passed / own.length >= min_pass_rate;
      const inconclusive = own.length - n;
      return [{ file, name, n, passed, inconclusive, pass_at_k, pass_hat_k, min_pass_rate, enough }];
    });
  });
}
