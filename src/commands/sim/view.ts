import type { View } from "../../render/view.ts";

/** Runs as a list shows them. */
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
    { title: "incompleted", value: "tests_incompleted" },
    { title: "created", value: "created_at", kind: "time" },
    "summary",
  ],
  empty: "no runs",
} as const satisfies View;
