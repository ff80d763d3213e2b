import { usage } from "../../../lib/failure.ts";
import { integer, type Parser } from "../parsers.ts";

/** How many times a judge is asked for one verdict. */
export const votes: Parser<number> = {
  parse(value) {
    const number = integer.parse(value);
    if (number < 1 || number > 9) throw usage(`must be from 1 to 9, not ${value}`);
    return number;
  },
};
