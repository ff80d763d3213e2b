/** How the time of a search grows with its text. */
import { createContext, Script } from "node:vm";
import { type Crafted, craftedFor, textOf } from "./crafted.ts";

/** The lengths at which a text is tried. */
export const LENGTHS = [1000, 10_000, 100_000] as const;
/** Linear growth from one length to the next is 10, quadratic is 100. */
const MOST_GROWTH = 30;
/** Growth is not judged below this: what a search begins with would decide. */
const SHORT_MS = 20;
/** However it grows, a text of 100,000 characters takes no longer. */
const LONGEST_MS = 1000;
/** Even on a busy machine, a search in linear time ends within this. */
const TIMEOUT_MS = 5000;
const TRIES = 3;

const context = createContext({ pattern: /a/, texts: [""], times: [0], now: () => performance.now() });
/** Finds every match, so that a search begins at every place. */
const search = new Script(`{
  times.length = 0;
  for (const text of texts) {
    const began = now();
    for (const _ of text.matchAll(pattern));
    times.push(now() - began);
  }
}`);

/** Runs the searches. Infinite times for those that did not end in time. */
function run(pattern: RegExp, texts: readonly string[]): { times: number[]; processor_ms: number } {
  context["pattern"] = pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
  context["texts"] = texts;
  const before = process.cpuUsage();
  try {
    search.runInContext(context, { timeout: TIMEOUT_MS });
  } catch {
    const done: number[] = [...context["times"]];
    if (texts.length === 1) return { times: [Infinity], processor_ms: Infinity };
    const late = run(pattern, texts.slice(done.length, done.length + 1)).times;
    return {
      times: [...done, ...late, ...texts.slice(done.length + 1).map(() => 0)],
      processor_ms: Infinity,
    };
  }
  const { user, system } = process.cpuUsage(before);
  return { times: [...context["times"]], processor_ms: (user + system) / 1000 };
}

/** Other programs on the machine only make a search longer, so one that is short `enough` is not tried again. */
function shortest(pattern: RegExp, text: string, enough: number): number {
  let found = Infinity;
  for (let tries = 0; tries < TRIES; tries++) {
    found = Math.min(found, run(pattern, [text]).processor_ms);
    if (found < enough || found === Infinity) return found;
  }
  return found;
}

export interface Growth {
  readonly texts: number;
  /** Milliseconds for the slowest text of 100,000 characters, and by how much that is more than for 10,000. */
  readonly slowest_ms: number;
  readonly growth: number;
  /** The text that shows that the time grows faster than the text. */
  readonly fault?: string;
}

/** Tries a pattern with crafted texts: each of up to `all` characters, and the slowest of them with more. */
export function growthOf(pattern: RegExp, all: 1000 | 10_000): Growth {
  const crafted = craftedFor(pattern);
  const { times } = run(
    pattern,
    crafted.map((one) => textOf(one, all)),
  );
  const slowest = crafted
    .map((one, at) => ({ one, time: times[at] ?? 0 }))
    .sort((a, b) => b.time - a.time)
    .slice(0, 4);
  const [, some, many] = LENGTHS;
  const long = slowest.flatMap(({ one }) => [textOf(one, some), textOf(one, many)]);
  // Nearly always all of them together take less than what is judged, and one run costs more than they do.
  const { processor_ms } = run(pattern, long);
  if (processor_ms < SHORT_MS) return { slowest_ms: processor_ms, growth: 1, texts: crafted.length };
  let longest: Omit<Growth, "texts"> = { slowest_ms: 0, growth: 1 };
  for (const { one } of slowest) {
    const found = judged(pattern, one);
    if (found.fault !== undefined) return { ...found, texts: crafted.length };
    if (found.slowest_ms > longest.slowest_ms) longest = found;
  }
  return { ...longest, texts: crafted.length };
}

function judged(pattern: RegExp, one: Crafted): Omit<Growth, "texts"> {
  const [, some, many] = LENGTHS;
  const short_ms = shortest(pattern, textOf(one, some), SHORT_MS);
  const enough = Math.max(SHORT_MS, Math.min(LONGEST_MS, short_ms * MOST_GROWTH));
  const slowest_ms = short_ms === Infinity ? Infinity : shortest(pattern, textOf(one, many), enough);
  const growth = slowest_ms < SHORT_MS ? 1 : slowest_ms / short_ms;
  if (slowest_ms <= LONGEST_MS && growth <= MOST_GROWTH) return { slowest_ms, growth };
  const { before, again, after } = one;
  const fault = `${short_ms} ms for ${some} characters, ${slowest_ms} ms for ${many}: ${JSON.stringify(before)} + ${JSON.stringify(again)} again and again + ${JSON.stringify(after)}`;
  return { slowest_ms, growth, fault };
}
