/** When a schedule is due, from flags. */
import type { Body } from "../../../contract/types.ts";
import { usage } from "../../../lib/failure.ts";
import { option } from "../command.ts";
import { type Parser, text } from "../parsers.ts";

type Recurrence = Body<"create_schedule">["schedule"];

const MINUTES = 59;
const HOURS = 23;

const every: Parser<Recurrence> = {
  parse(value) {
    const [, count, unit] = /^(\d{1,2})([mh])$/.exec(value) ?? [];
    const interval = Number(count);
    const isMinutes = unit === "m";
    if (!(interval >= 1 && interval <= (isMinutes ? MINUTES : HOURS)))
      throw usage(`must be 1m to ${MINUTES}m or 1h to ${HOURS}h, not "${value}"`);
    return { frequency: isMinutes ? "every_n_minutes" : "every_n_hours", interval };
  },
};

const daily: Parser<Recurrence> = {
  parse(value) {
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw usage(`must be a time such as 07:30, not "${value}"`);
    return { frequency: "daily", time: value };
  },
};

export const recurrenceOptions = {
  cron: option(
    "--cron <expression>",
    "five fields: minute, hour, day of the month, month, day of the week",
    text,
  ),
  every: option("--every <interval>", "minutes or hours: 15m, 6h", every),
  daily: option("--daily <time>", "once a day: 07:30", daily),
  time_zone: option("--time-zone <name>", "IANA name of the time zone (default: UTC)", text),
};

interface Given {
  readonly cron: string | undefined;
  readonly every: Recurrence | undefined;
  readonly daily: Recurrence | undefined;
}

/**
 * Undefined if no flag gives a time.
 * @throws Failure (usage) if several flags do
 */
export function recurrenceFrom({ cron, every, daily }: Given): Recurrence | undefined {
  const expression = cron === undefined ? undefined : ({ frequency: "cron", expression: cron } as const);
  const given = [expression, every, daily].filter((one) => one !== undefined);
  if (given.length > 1) throw usage("--cron, --every and --daily cannot be used together");
  return given[0];
}
