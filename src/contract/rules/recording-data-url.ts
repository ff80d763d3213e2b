/** A recording inside JSON, as E2 accepts it: `data:<media type>;base64,<data>`. */
import { RECORDING_SUBTYPES } from "../media.ts";

const subtypes = RECORDING_SUBTYPES.join("|").replaceAll(".", "\\.");
const HEAD = new RegExp(`^data:(?:audio|video)/(?:${subtypes})(?:;[^,;]+)*;base64,`, "i");

/** The part before the data must end within this many characters. */
export const HEAD_MAXIMUM = 256;

/** The part before the data; undefined if `value` does not begin like a recording. */
export const headOf = (value: string): string | undefined => HEAD.exec(value.slice(0, HEAD_MAXIMUM))?.[0];

/** Checked step by step, so that no regular expression has to match a recording of a hundred megabytes. */
export function isRecordingDataUrl(value: string): boolean {
  const start = headOf(value)?.length;
  if (start === undefined || start === value.length || (value.length - start) % 4 !== 0) return false;
  const step = 1 << 20;
  for (let at = start; at < value.length; at += step) {
    const last = at + step >= value.length;
    const allowed = last ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/;
    if (!allowed.test(value.slice(at, at + step))) return false;
  }
  return true;
}

/** The media type in a recording's data URL, in lower case. */
export const mediaTypeOf = (value: string): string =>
  value.slice("data:".length, value.indexOf(";")).toLowerCase();
