import { DAY_MS } from "../../contract/duration.ts";
import { usage } from "../../lib/failure.ts";
import { nearest } from "../nearest.ts";

/** Parses the text of a flag or argument. Errors say what was expected. */
export interface Parser<T> {
  /**
   * @throws Failure (usage) that says what was expected. The caller adds the name of the flag or argument.
   */
  parse(text: string): T;
  /** All possible values, for help and completion. */
  readonly choices?: readonly string[];
}

export const text: Parser<string> = {
  parse(value) {
    if (value === "") throw usage("must not be empty");
    return value;
  },
};

/** A whole number that JSON can represent exactly. */
export const integer: Parser<number> = {
  parse(value) {
    const number = Number(value);
    if (!/^[+-]?\d+$/.test(value) || !Number.isSafeInteger(number))
      throw usage(`must be an integer, not "${value}"`);
    return number;
  },
};

/** A whole number of at least `minimum`. */
export const integerFrom = (minimum: number): Parser<number> => ({
  parse(value) {
    const number = integer.parse(value);
    if (number < minimum) throw usage(`must be at least ${minimum}, not ${value}`);
    return number;
  },
});

/** A port to listen on. 0 picks a free one. */
export const port: Parser<number> = {
  parse(value) {
    const number = integer.parse(value);
    if (number < 0 || number > 65_535) throw usage(`must be a port from 0 to 65535, not ${value}`);
    return number;
  },
};

/** A number within inclusive bounds. */
export const numberBetween = (minimum: number, maximum: number): Parser<number> => ({
  parse(value) {
    const number = Number(value);
    if (value.trim() === "" || !(number >= minimum && number <= maximum))
      throw usage(`must be a number from ${minimum} to ${maximum}, not "${value}"`);
    return number;
  },
});

export const uuid: Parser<string> = {
  parse(value) {
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
      throw usage(`must be a UUID, not "${value}"`);
    return value;
  },
};

export function oneOf<const V extends string>(choices: readonly V[]): Parser<V> {
  return {
    choices,
    parse(value) {
      const choice = choices.find((candidate) => candidate === value);
      if (choice !== undefined) return choice;
      const near = nearest(value, choices);
      throw usage(
        `must be one of ${choices.join(", ")}, not "${value}"`,
        near ? { hint: `did you mean ${near}?` } : {},
      );
    },
  };
}

/** `key=value`, split at the first `=`. */
export const pair: Parser<readonly [key: string, value: string]> = {
  parse(word) {
    const at = word.indexOf("=");
    if (at < 1) throw usage(`must be key=value, not "${word}"`);
    return [word.slice(0, at), word.slice(at + 1)];
  },
};

/** `id,agent.name`: names of fields, with dots for nested fields. */
export const fieldNames: Parser<readonly string[]> = {
  parse(value) {
    const names = value.split(",").map((name) => name.trim());
    if (names.some((name) => name.split(".").includes("")))
      throw usage(`must be names of fields such as id,agent.name, not "${value}"`);
    return names;
  },
};

const DAYS_MAXIMUM = 36_500;

/** An age in whole days or weeks, such as `90d`, as milliseconds. */
export const age: Parser<number> = {
  parse(value) {
    const [, count, unit] = /^(\d+)([dw])$/.exec(value) ?? [];
    const days = Number(count) * (unit === "w" ? 7 : 1);
    if (!(days >= 1 && days <= DAYS_MAXIMUM))
      throw usage(`must be 1d or more, in days or weeks, such as 90d or 12w, not "${value}"`);
    return days * DAY_MS;
  },
};

const ISO_8601 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A point in time, as ISO 8601 in UTC. Without an offset, UTC is assumed. */
export const dateTime: Parser<string> = {
  parse(value) {
    const [, minute = "", seconds = ":00", offset = "Z"] = ISO_8601.exec(value) ?? [];
    // Date turns a day that the month does not have into one of the next month, so the result differs.
    const real = new Date(`${minute}Z`);
    const date = new Date(`${minute}${seconds}${offset}`);
    const isDate = minute !== "" && !Number.isNaN(real.getTime()) && !Number.isNaN(date.getTime());
    if (!isDate || real.toISOString().slice(0, minute.length) !== minute)
      throw usage(`must be a date and time such as 2026-11-01T12:00:00Z, not "${value}"`);
    return date.toISOString();
  },
};

/** A point in time, or a day: its beginning in UTC. */
export const dayOrTime: Parser<string> = {
  parse: (value) => dateTime.parse(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00Z` : value),
};
