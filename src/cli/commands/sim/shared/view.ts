import { countRun } from "../../../../contract/rules/outcomes.ts";
import type { View } from "../../../render/view.ts";
import type { Run } from "./run.ts";

/** The view of a list of runs. */
export const runRows = {
  kind: "rows",
  rows: "simulation_runs",
  columns: [
    "id",
    "status",
    { title: "passed", value: "tests_passed" },
    { title: "failed", value: "tests_failed" },
    { title: "total", value: "total_tests" },
    { title: "completed", value: "tests_completed" },
    { title: "inconclusive", value: (run: Run) => countRun(run).inconclusive },
    { title: "created", value: "created_at", kind: "time" },
    "summary",
  ],
  empty: "no runs",
} as const satisfies View;
