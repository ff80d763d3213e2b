/** What improved and what got worse between runs. */
import type { Endpoint } from "./row.ts";

export const runComparison = {
  compare_experiment_runs: {
    method: "POST",
    path: "/v1/compare-experiment-runs",
    tier: "hosted",
    summary: "Compare runs: what was fixed, what was broken, what still fails",
    body: "CompareRuns",
    answer: "RunComparison",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
