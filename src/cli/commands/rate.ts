import { usage } from "../../lib/failure.ts";
import type { Parser } from "./parsers.ts";

const WINDOWS: Readonly<Record<string, number>> = { s: 1000, min: 60_000 };

/** A number of requests per time: `50/s`, `3000/min`. */
export const rate: Parser<{ requests: number; window_ms: number }> = {
  parse(text) {
    const [, number = "", unit = ""] = /^(\d{1,9})\/(s|min)$/.exec(text) ?? [];
    const requests = Number(number);
    const window_ms = WINDOWS[unit];
    if (requests === 0 || window_ms === undefined)
      throw usage(`must be a rate such as 50/s or 3000/min, not "${text}"`);
    return { requests, window_ms };
  },
};
