import { usage } from "../../../lib/failure.ts";
import { integerFrom, type Parser, text } from "../parsers.ts";

/** A goal, and how many digital humans pursue it. */
export interface Goal {
  readonly goal: string;
  readonly num_calls: number;
}

/** `text=n`, split at the last `=`. Without one, n is 1. */
export const goal: Parser<Goal> = {
  parse(word) {
    const end = word.lastIndexOf("=");
    if (end < 0) return { goal: text.parse(word), num_calls: 1 };
    const count = word.slice(end + 1);
    if (end === 0 || !/^\d+$/.test(count))
      throw usage(`must be text=n, not "${word}"`, {
        hint: "the part after the last = is a count; if the text itself contains =, add =1 at the end",
      });
    return { goal: word.slice(0, end), num_calls: integerFrom(0).parse(count) };
  },
};
