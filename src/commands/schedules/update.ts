import { usage } from "../../failure.ts";
import { arg, defineCommand, flag } from "../command.ts";
import { uuid } from "../parsers.ts";
import { recurrenceFrom, recurrenceOptions } from "./recurrence.ts";

export const command = defineCommand({
  needs: ["update_schedule"],
  about: "Changes only the fields that you name.",
  args: { schedule_id: arg("<schedule-id>", "id of the schedule, from `parley schedules list`", uuid) },
  options: {
    ...recurrenceOptions,
    enable: flag("--enable", "switch it on"),
    disable: flag("--disable", "switch it off; it starts no runs until it is on again"),
  },
  examples: [
    ["parley schedules update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --daily 07:30", "once a day from now on"],
    ["parley schedules update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --disable", "switches it off"],
  ],
  view: { kind: "record" },
  async run(context, { schedule_id, time_zone, enable, disable, ...times }) {
    if (enable && disable) throw usage("--enable and --disable cannot be used together");
    const schedule = recurrenceFrom(times);
    const body = {
      ...(schedule && { schedule }),
      ...(time_zone !== undefined && { time_zone }),
      ...((enable || disable) && { enabled: enable }),
    };
    if (Object.keys(body).length === 0)
      throw usage("nothing to change", { hint: "give new times, --time-zone, --enable or --disable" });
    return { data: await context.change("update_schedule", { params: { schedule_id }, body }) };
  },
});
