import { z } from "zod";
import { dateTime, identifierAsText, integer, text } from "./common.ts";

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const time = z.iso.time({ precision: -1 }).describe("hours and minutes: 07:30");

const Recurrence = z.discriminatedUnion("frequency", [
  z.strictObject({ frequency: z.literal("every_n_minutes"), interval: z.int().min(1).max(59) }),
  z.strictObject({ frequency: z.literal("every_n_hours"), interval: z.int().min(1).max(23) }),
  z.strictObject({ frequency: z.literal("daily"), time }),
  z.strictObject({ frequency: z.literal("weekly"), day_of_week: z.enum(DAYS), time }),
  z.strictObject({ frequency: z.literal("monthly"), day_of_month: z.int().min(1).max(31), time }),
  z.strictObject({
    frequency: z.literal("cron"),
    expression: text.min(1).describe("minute, hour, day of the month, month, day of the week"),
  }),
]);

const time_zone = text.min(1).nullish().describe("IANA name such as Europe/Berlin; default UTC");

export const ScheduleCreate = z.strictObject({
  simulation_id: identifierAsText,
  schedule: Recurrence,
  enabled: z.boolean().nullish().default(true),
  time_zone,
});

/** Omitted fields and nulls leave the value unchanged. */
export const ScheduleUpdate = z.strictObject({
  schedule: Recurrence.nullish(),
  enabled: z.boolean().nullish(),
  time_zone,
});

export const Schedule = z.object({
  id: z.string(),
  simulation_id: z.string(),
  cron_expression: z.string(),
  enabled: z.boolean(),
  time_zone: z.string(),
  next_run_at: dateTime.nullable().describe("null while it is not enabled"),
  last_run_at: dateTime.nullable().describe("when it was last due and ran"),
  last_simulation_run_id: integer.nullable(),
  last_error: z.string().nullable().describe("why the last run could not be started"),
  created_at: dateTime,
});
export const Schedules = z.object({ schedules: z.array(Schedule), total: integer });
export const DeletedSchedule = z.object({ status: z.enum(["success", "error"]), message: z.string() });
