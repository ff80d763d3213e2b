/** Source of a regular expression for a clock position: `0:05`, `01:02:03`, `00:00:01.500`, `00:00:01,500`. */
export const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`;

const WHOLE_CLOCK = new RegExp(`^${CLOCK}$`);

/** A clock position in milliseconds. Undefined if the text is not one. Two groups are minutes and seconds. */
export function clockToMs(text: string): number | undefined {
  const clock = text.trim();
  if (!WHOLE_CLOCK.test(clock)) return undefined;
  const seconds = clock
    .replace(",", ".")
    .split(":")
    .reduce((total, part) => total * 60 + Number(part), 0);
  return Math.round(seconds * 1000);
}

/** The offset fields of a turn, without the ones that are unknown. */
export function offsets(start: number | undefined, end: number | undefined) {
  return {
    ...(start === undefined ? {} : { start_offset_ms: start }),
    ...(end === undefined ? {} : { end_offset_ms: end }),
  };
}
