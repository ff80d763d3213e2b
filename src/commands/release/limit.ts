import { usage } from "../../failure.ts";
import type { Limit } from "../../release/check/criteria.ts";
import type { Parser } from "../parsers.ts";

/** `latency_p95=1500`, split at the last `=`. */
export const limit = (bound: Limit["bound"]): Parser<Limit> => ({
  parse(word) {
    const at = word.lastIndexOf("=");
    const number = word.slice(at + 1).trim();
    const value = Number(number);
    if (at < 1 || number === "" || !Number.isFinite(value))
      throw usage(`must be metric=number, not "${word}"`);
    return { metric: word.slice(0, at), bound, value };
  },
});
