/** When a schedule is due. */
import type { Output } from "../../contract/types.ts";
import { badRequest } from "../errors.ts";

type Recurrence = Output<"ScheduleCreate">["schedule"];

export const DEFAULT_TIME_ZONE = "UTC";

/** A recurrence as a cron expression of five fields. */
export function cronOf(recurrence: Recurrence): string {
  switch (recurrence.frequency) {
    case "every_n_minutes":
      return `*/${recurrence.interval} * * * *`;
    case "every_n_hours":
      return `0 */${recurrence.interval} * * *`;
    case "daily":
      return `${clock(recurrence.time)} * * *`;
    case "weekly":
      return `${clock(recurrence.time)} * * ${recurrence.day_of_week.slice(0, 3).toUpperCase()}`;
    case "monthly":
      return `${clock(recurrence.time)} ${recurrence.day_of_month} * *`;
    case "cron":
      return recurrence.expression.trim().replace(/\s+/g, " ");
  }
}

/** `07:30` as the first two fields: `30 7`. */
const clock = (time: string) => time.split(":").map(Number).reverse().join(" ");

/**
 * The first time after `after` at which an expression is due. 400 if the expression or the time zone is not
 * valid, or if it will never be due.
 */
export async function dueAfter(expression: string, time_zone: string, after: Date): Promise<Date> {
  if (!isTimeZone(time_zone))
    throw badRequest(`"${time_zone}" is not a time zone; use an IANA name such as Europe/Berlin or UTC`);
  const { Cron } = await import("croner");
  let due: Date | null;
  try {
    due = new Cron(expression, { timezone: time_zone, mode: "5-part" }).nextRun(after);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : String(error);
    throw badRequest(`"${expression}" is not a cron expression of five fields: ${why}`);
  }
  if (!due) throw badRequest(`"${expression}" will never be due`);
  return due;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
