import type { Answer, Lenient } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import { defineCommand, flag, option } from "../command.ts";
import { created, deleteCommand, listCommand, noun } from "../noun.ts";
import { integerFrom } from "../parsers.ts";
import { createdView } from "../shared/created.ts";
import { recurrenceFrom, recurrenceOptions } from "./recurrence.ts";

const schedule = noun("schedules", "schedule", "schedule_id", "parley schedules list");

export const commands = {
  list: listCommand("list_schedules", {
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
  }),

  create: defineCommand({
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
        throw usage("a schedule needs times", {
          hint: "give --cron '0 6 * * *', --every 6h or --daily 07:30",
        });
      const body = {
        simulation_id: String(simulation_id),
        schedule,
        ...(time_zone !== undefined && { time_zone }),
        ...(disabled && { enabled: false }),
      };
      return created(context, "create_schedule", { body });
    },
  }),

  update: defineCommand({
    needs: ["update_schedule"],
    about: "Changes only the fields that you name.",
    args: { schedule_id: schedule.id },
    options: {
      ...recurrenceOptions,
      enable: flag("--enable", "switch it on"),
      disable: flag("--disable", "switch it off; it starts no runs until it is on again"),
    },
    examples: [
      [
        "parley schedules update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --daily 07:30",
        "once a day from now on",
      ],
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
  }),

  delete: deleteCommand(schedule, "delete_schedule", { about: "Runs that it has started continue." }),
};
