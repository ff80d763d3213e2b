import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_schedule"],
  about: "Runs that it has started continue.",
  args: { schedule_id: arg("<schedule-id>", "id of the schedule, from `parley schedules list`", uuid) },
  options: {},
  examples: [
    [
      "parley schedules delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes",
      "deletes the schedule without asking",
    ],
  ],
  view: { kind: "record" },
  async run(context, { schedule_id }) {
    await context.confirm(`Delete schedule ${schedule_id}?`);
    return { data: await context.change("delete_schedule", { params: { schedule_id } }) };
  },
});
