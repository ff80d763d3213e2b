import { suggestion } from "../errors.ts";
import { nearMiss } from "../near-miss.ts";
import { isWeekday } from "../text/spoken-values.ts";
import type { Matcher, MatcherEntry } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { parseEntries, parseItems } from "./entries.ts";

const COMPARISONS = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const;
const OPERATORS = ["$any", "$in", "$regex", "$optional", "$weekday", ...Object.keys(COMPARISONS)];

/**
 * What follows `with` (an object) and `returning` (anything): JSON with optional quotes around keys.
 * `/pattern/` means `{"$regex": "pattern"}`. As a key, it stands for every key that it matches, also inside
 * objects. The operators are those of `OPERATORS`.
 */
export function parseMatcher(cursor: Cursor, wanted: "object" | "anything"): Matcher {
  const at = cursor.token.start;
  const matcher = readRequired(cursor);
  if (wanted === "object" && matcher.kind !== "shape") {
    cursor.failAt(at, 'the parameters of a call must be an object: {"name": …}');
  }
  return matcher;
}

type Read = { matcher: Matcher; optional: boolean };

/** A matcher for something that must be present: `$optional` is not allowed. */
function readRequired(cursor: Cursor): Matcher {
  const at = cursor.token.start;
  const { matcher, optional } = read(cursor);
  return optional ? cursor.failAt(at, "`$optional` is allowed only as the value of a key") : matcher;
}

function read(cursor: Cursor): Read {
  return cursor.nest(() => {
    if (cursor.token.text === "{") return readObject(cursor);
    return { matcher: readPlain(cursor), optional: false };
  });
}

function readPlain(cursor: Cursor): Matcher {
  const at = cursor.token.start;
  const items = parseItems(cursor, () => readRequired(cursor));
  if (items) return { kind: "list", items };
  const number = cursor.take("number", "a number");
  if (number) return { kind: "equals", value: number.value };
  const regex = cursor.take("regex", "a pattern between slashes");
  if (regex)
    return { kind: "matches", pattern: { kind: "regex", source: regex.source, flags: regex.flags, at } };
  const constant = cursor.word("true", "false", "null");
  if (constant) return { kind: "equals", value: constant === "null" ? null : constant === "true" };
  if (cursor.word("$any")) return { kind: "any" };
  const word = cursor.bare_words ? cursor.take("word", "a text") : undefined;
  if (word) return { kind: "equals", value: word.text };
  const string = cursor.take("string", "a text in double quotes") ?? cursor.fail();
  return string.value === "$any" ? { kind: "any" } : { kind: "equals", value: string.value };
}

function readObject(cursor: Cursor): Read {
  let operated: Read | undefined;
  const entries: MatcherEntry[] = [];
  const keys = parseEntries(
    cursor,
    (key, at, regex) => {
      if (regex) entries.push({ key: { kind: "regex", ...regex, at }, ...read(cursor) });
      else if (key.startsWith("$")) operated = readOperator(cursor, key, at);
      else entries.push({ key, ...read(cursor) });
    },
    { patterns: true },
  );
  const operator = keys?.find(({ key }) => key.startsWith("$"));
  if (operator && keys && keys.length > 1) {
    cursor.failAt(operator.at, `an object with \`${operator.key}\` cannot have other keys`);
  }
  return operated ?? { matcher: { kind: "shape", entries }, optional: false };
}

function readOperator(cursor: Cursor, key: string, keyAt: number): Read {
  const at = cursor.token.start;
  if (key === "$optional") return { matcher: readRequired(cursor), optional: true };
  if (key === "$any") {
    if (!cursor.word("true")) cursor.fail();
    return { matcher: { kind: "any" }, optional: false };
  }
  if (key === "$in") {
    const options = parseItems(cursor, () => readRequired(cursor)) ?? cursor.fail();
    if (options.length === 0) cursor.failAt(at, "`$in` needs at least one value to choose from");
    return { matcher: { kind: "in", options }, optional: false };
  }
  if (key === "$regex") {
    const { value } = cursor.take("string", "a pattern in double quotes") ?? cursor.fail();
    return {
      matcher: { kind: "matches", pattern: { kind: "regex", source: value, flags: "", at } },
      optional: false,
    };
  }
  if (key === "$weekday") return { matcher: { kind: "weekday", days: readDays(cursor) }, optional: false };
  const operator = COMPARISONS[key as keyof typeof COMPARISONS];
  if (operator) {
    const { value: than } = cursor.take("number", "a number") ?? cursor.fail();
    return { matcher: { kind: "number", operator, than }, optional: false };
  }
  const near_miss = nearMiss(key, OPERATORS);
  return cursor.failAt(keyAt, `\`${key}\` is not an operator${suggestion(near_miss)}`, near_miss);
}

/** One day of the week, or a list of them. */
function readDays(cursor: Cursor): string[] {
  const readDay = (): string => {
    const at = cursor.token.start;
    const { value } = cursor.take("string", "a day of the week in double quotes") ?? cursor.fail();
    const day = value.toLowerCase();
    return isWeekday(day)
      ? day
      : cursor.failAt(at, `\`${value}\` is not a day of the week, such as "sunday"`);
  };
  return parseItems(cursor, readDay) ?? [readDay()];
}
