const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** Creating a formatter takes longer than all the rest. */
const RELATIVE = new Intl.RelativeTimeFormat("en", { style: "narrow" });

/** A time for a person: local, and how long ago. Text that is not a time is returned unchanged. */
export function forPerson(value: unknown, now: Date): unknown {
  const time = typeof value === "string" ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime())) return value;
  const seconds = (time.getTime() - now.getTime()) / 1000;
  const [unit, length] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? (["second", 1] as const);
  const relative = RELATIVE.format(Math.round(seconds / length), unit);
  const pad = (part: number) => String(part).padStart(2, "0");
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${date} ${pad(time.getHours())}:${pad(time.getMinutes())} (${relative})`;
}

const PARTS = /^(?<date>\S+) (?<clock>\S+) \((?<relative>.+)\)$/;

/**
 * A shorter form of a result of `forPerson`: date and clock, or else how long ago if that is less than a day,
 * or else the date.
 */
export function shorter(time: string, room: number): string {
  const { date = time, clock, relative = "" } = PARTS.exec(time)?.groups ?? {};
  if (time.length <= room || clock === undefined) return time;
  if (date.length + 1 + clock.length <= room) return `${date} ${clock}`;
  return /\d[smh]\b/.test(relative) ? relative : date;
}
