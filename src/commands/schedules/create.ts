import type { Answer, Lenient } from "../../contract/types.ts";
import { usage } from "../../failure.ts";
import { defineCommand, flag, option } from "../command.ts";
import { createdView } from "../created.ts";
import { integerFrom } from "../parsers.ts";
import { recurrenceFrom, recurrenceOptions } from "./recurrence.ts";

export const command = defineCommand({
  needs: ["create_schedule"],
  about:
    "The service starts a run of the simulation at these times while it is running. If it was down when a run was " +
    "due, it starts one run once it is up again, however many it missed.",
  options: {
    simulation_id: option("--simulation <id>", "the simulation to run; required", integerFrom(1)),
    ...recurrenceOptions,
    disabled: flag("--disabled", "switched off until `parley schedules update --enable`"),
  },
  examples: [
    [
      "parley schedules create --simulation 7 --cron '0 6 * * 1-5' --time-zone Europe/Berlin",
      "at six on working days",
    ],
    ["parley schedules create --simulation 7 --every 6h", "four times a day"],
  ],
  view: createdView(
    "schedule",
    ({ id, simulation_id, cron_expression, time_zone }: Lenient<Answer<"create_schedule">>) => ({
      id,
      name: [cron_expression, time_zone].filter(Boolean).join(" "),
      of: `for simulation ${simulation_id}`,
    }),
  ),
  async run(context, { simulation_id, time_zone, disabled, ...times }) {
    if (simulation_id === undefined)
      throw usage("a schedule needs a simulation", { hint: "give --simulation <id>" });
    const schedule = recurrenceFrom(times);
    if (!schedule)
      throw usage("a schedule needs times", { hint: "give --cron '0 6 * * *', --every 6h or --daily 07:30" });
    const body = {
      simulation_id: String(simulation_id),
      schedule,
      ...(time_zone !== undefined && { time_zone }),
      ...(disabled && { enabled: false }),
    };
    const data = await context.change("create_schedule", { body });
    return { data, ids: [data.id] };
  },
});
