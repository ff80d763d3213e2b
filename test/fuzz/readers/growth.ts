/** How the time of a reader grows with its text. */
import { type Crafted, textOf } from "../patterns/crafted.ts";
import { LENGTHS } from "../patterns/growth.ts";

/** Linear growth from one length to the next is 10, quadratic is 100. */
const MOST_GROWTH = 30;
/** Growth is not judged below this: what a reader begins with, and the collection of memory, would decide. */
const SHORT_MS = 50;
/** From 100,000 characters to four times as many, linear growth is 4, quadratic is 16. It is as strict as the bound above. */
const MOST_GROWTH_FOURFOLD = MOST_GROWTH ** Math.log10(4);
/** However it grows, a text of 100,000 characters takes no longer. */
const LONGEST_MS = 3000;
/** A shorter text that takes this long is not tried any longer. */
const STOP_MS = 1000;
const SLOWEST = 2;
const TRIES = 3;

type Read = (...given: unknown[]) => unknown;
/** Every way in which the reader is given a text. */
type Ways = (text: string) => readonly (readonly unknown[])[];

export interface Judged {
  /** By how much the slowest text of 100,000 characters takes longer than the same with 10,000. */
  readonly growth: number;
  readonly fault?: string;
}

/** Tries a reader with all texts, and with the slowest of them at full length. */
export async function faultOf(read: Read, ways: Ways, texts: readonly Crafted[]): Promise<Judged> {
  const [few, some] = LENGTHS;
  const times: { readonly one: Crafted; readonly ms: number }[] = [];
  for (const text of texts) {
    for (const length of [few, some]) {
      const ms = await processorMs(read, ways(textOf(text, length)));
      if (ms > STOP_MS)
        return { growth: Infinity, fault: `${ms} ms for ${length} characters of ${shown(text)}` };
      if (length === some) times.push({ one: text, ms });
    }
  }
  let growth = 1;
  for (const { one } of times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    const judged = await grown(read, ways, one);
    if (judged.fault !== undefined) return judged;
    growth = Math.max(growth, judged.growth);
  }
  return { growth };
}

async function grown(read: Read, ways: Ways, one: Crafted): Promise<Judged> {
  const [, some, many] = LENGTHS;
  const short_ms = await shortest(read, ways, one, some);
  const long_ms = await shortest(read, ways, one, many);
  const growth = long_ms < SHORT_MS ? 1 : long_ms / Math.max(short_ms, 1);
  if (long_ms <= LONGEST_MS && growth <= MOST_GROWTH) return { growth };
  if (long_ms <= LONGEST_MS && (await isLinearFrom(read, ways, one, many, long_ms))) return { growth };
  return {
    growth,
    fault: `${short_ms} ms for ${some} characters, ${long_ms} ms for ${many}: ${shown(one)}`,
  };
}

/**
 * Whether a text four times as long takes about four times as long. Where memory begins to be collected, a time leaps once;
 * what grows faster than its text keeps growing so. A text that is refused as too long takes less, and shows nothing.
 */
async function isLinearFrom(read: Read, ways: Ways, one: Crafted, length: number, ms: number) {
  const fourfold_ms = await shortest(read, ways, one, 4 * length);
  return fourfold_ms >= ms && fourfold_ms <= MOST_GROWTH_FOURFOLD * ms;
}

const shown = ({ before, again, after }: Crafted) =>
  `${JSON.stringify(before)} + ${JSON.stringify(again)} again and again + ${JSON.stringify(after)}`;

/** Other programs, and what runs for the first time, only make a reader slower. */
async function shortest(read: Read, ways: Ways, one: Crafted, length: number): Promise<number> {
  let found = Infinity;
  for (let tries = 0; tries < TRIES; tries++) {
    // Each time another text, because some readers remember what they have read.
    found = Math.min(found, await processorMs(read, ways(textOf(one, length + tries * one.again.length))));
    if (found < SHORT_MS && length > LENGTHS[1]) return found;
  }
  return found;
}

/** Milliseconds of processor time. A refusal is an answer; to have no more room on the stack is a fault. */
async function processorMs(read: Read, ways: readonly (readonly unknown[])[]): Promise<number> {
  const before = process.cpuUsage();
  for (const given of ways)
    try {
      await read(...given);
    } catch (error) {
      // Others are refusals: an invalid URL, a date that does not exist.
      const isFault =
        (error instanceof TypeError && /Cannot|is not (?:a function|iterable)/.test(error.message)) ||
        (error instanceof RangeError && /stack|length/.test(error.message));
      if (isFault) throw error;
    }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
