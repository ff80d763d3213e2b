import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["list_schedules"],
  options: {},
  examples: [["parley schedules list", "which simulations run when, and how the last start went"]],
  view: {
    kind: "rows",
    rows: "schedules",
    columns: [
      "id",
      { title: "simulation", value: "simulation_id" },
      { title: "times", value: "cron_expression" },
      "time_zone",
      "enabled",
      { title: "next", value: "next_run_at", kind: "time" },
      { title: "last_run", value: "last_simulation_run_id" },
      "last_error",
    ],
    empty: "no schedules",
  },
  async run(context) {
    return { data: await context.read("list_schedules", {}) };
  },
});
