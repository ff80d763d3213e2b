import { isText } from "../text/finder.ts";
import type { CallEvent, Constraint, Event, Happening, Saying, SaysEvent } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { parseMatcher } from "./matcher.ts";

/** How often an event must happen: `min` to `max` times. */
interface Count {
  min: number;
  max: number;
}

/** What may follow an event, in addition to `with` and `returning`. */
interface Followers {
  counts: boolean;
  constraints: boolean;
}

const NEVER: Count = { min: 0, max: 0 };
const AT_LEAST_ONCE: Count = { min: 1, max: Number.POSITIVE_INFINITY };

/** An event as a condition, with the number of times it must happen. */
export function parseHappening(cursor: Cursor): Happening | undefined {
  const read = readEvent(cursor, { counts: true, constraints: true });
  return read && { kind: "happens", event: read.event, ...(read.count ?? AT_LEAST_ONCE), at: read.event.at };
}

/** How often, if it is said: `never`, `once`, `at least 2 times`. */
export const parseOccurrences = (cursor: Cursor): Count => parseCount(cursor) ?? AT_LEAST_ONCE;

/** An event that is counted, or that something else is compared with. */
export function parseEvent(cursor: Cursor): Event | undefined {
  return readEvent(cursor, { counts: false, constraints: true })?.event;
}

/**
 * The event of `before`, `after`, and `within`. What follows it belongs to the preceding event, except in
 * parentheses.
 */
function parseAnchor(cursor: Cursor): Event {
  if (!cursor.sign("(")) {
    return readEvent(cursor, { counts: false, constraints: false })?.event ?? cursor.fail();
  }
  const event = cursor.nest(() => parseEvent(cursor)) ?? cursor.fail();
  cursor.expectSign(")");
  return event;
}

function readEvent(cursor: Cursor, followers: Followers): { event: Event; count?: Count } | undefined {
  const at = cursor.token.start;
  const subject = cursor.word("agent", "user", "tool");
  if (!subject) return undefined;
  const tool = subject === "tool" ? parseToolName(cursor) : undefined;
  const count = followers.counts && cursor.word("never") ? NEVER : undefined;
  if (subject === "tool") {
    cursor.expectWord("called");
    return readFollowers(cursor, followers, { kind: "call", tool: tool ?? "", constraints: [], at }, count);
  }
  const pattern: Saying =
    subject === "user" && cursor.word("agrees") ? { kind: "agreement", at } : parseSaying(cursor);
  const unless_denied = isText(pattern) && cursor.word("unless") !== undefined;
  if (unless_denied) cursor.expectWord("denied");
  return readFollowers(
    cursor,
    followers,
    { kind: "says", speaker: subject, pattern, ...(unless_denied && { unless_denied }), constraints: [], at },
    count,
  );
}

function parseToolName(cursor: Cursor): string {
  const string = cursor.take("string", "the name of a tool");
  return string ? string.value : (cursor.take("word", "the name of a tool") ?? cursor.fail()).text;
}

function parseSaying(cursor: Cursor): Saying {
  cursor.expectWord("says");
  const at = cursor.token.start;
  const kind = cursor.word("value", "result");
  if (kind) {
    cursor.expectWord("of");
    return { kind, ...parseToolAndKey(cursor), at };
  }
  const string = cursor.take("string", "a text in double quotes");
  if (string) return { kind: "phrase", text: string.value, at };
  const { source, flags } = cursor.take("regex", "a pattern between slashes") ?? cursor.fail();
  return { kind: "regex", source, flags, at };
}

/** `book_appointment.day`, `"look up".day`, or the name of a tool alone. */
function parseToolAndKey(cursor: Cursor): { tool: string; key?: string } {
  const string = cursor.take("string", "the name of a tool");
  if (string) return { tool: string.value };
  const { text } = cursor.take("word", "the name of a tool") ?? cursor.fail();
  const dot = text.indexOf(".");
  return dot < 0 ? { tool: text } : { tool: text.slice(0, dot), key: text.slice(dot + 1) };
}

/** Counts, `with`, `returning`, and constraints, in any order. All but constraints may occur only once. */
function readFollowers(
  cursor: Cursor,
  followers: Followers,
  event: SaysEvent | CallEvent,
  earlierCount: Count | undefined,
): { event: Event; count?: Count } {
  let count = earlierCount;
  for (;;) {
    const read = followers.counts && !count ? parseCount(cursor) : undefined;
    count ??= read;
    if (read || (event.kind === "call" && parseCallMatcher(cursor, event))) continue;
    const constraint = followers.constraints ? parseConstraint(cursor) : undefined;
    if (!constraint) return { event, count };
    event.constraints.push(constraint);
  }
}

function parseCallMatcher(cursor: Cursor, event: CallEvent): boolean {
  if (!event.parameters && cursor.word("with")) event.parameters = parseMatcher(cursor, "object");
  else if (!event.output && cursor.word("returning")) event.output = parseMatcher(cursor, "anything");
  else return false;
  return true;
}

function parseCount(cursor: Cursor): Count | undefined {
  if (cursor.word("never")) return NEVER;
  if (cursor.word("at")) {
    const bound = cursor.expectWord("least", "most");
    const times = parseTimes(cursor) ?? cursor.fail();
    return bound === "least" ? { min: times, max: Number.POSITIVE_INFINITY } : { min: 0, max: times };
  }
  const exactly = cursor.word("exactly");
  const times = parseTimes(cursor);
  if (times === undefined) return exactly ? cursor.fail() : undefined;
  return { min: times, max: times };
}

/** `once`, `twice` or `N times`. */
function parseTimes(cursor: Cursor): number | undefined {
  const word = cursor.word("once", "twice");
  if (word) return word === "once" ? 1 : 2;
  const times = parseWhole(cursor, "a number of times");
  if (times !== undefined) cursor.expectWord("times", "time");
  return times;
}

function parseConstraint(cursor: Cursor): Constraint | undefined {
  const at = cursor.token.start;
  if (cursor.word("within")) return parseWithin(cursor, at);
  const relation = cursor.word("before", "after");
  if (!relation) return undefined;
  if (!cursor.word("turn")) return { kind: "order", relation, anchor: parseAnchor(cursor), at };
  return { kind: "turn", relation, turn: parseTurn(cursor), at };
}

function parseWithin(cursor: Cursor, at: number): Constraint {
  const numberAt = cursor.token.start;
  const { value: distance } = cursor.take("number", "a number") ?? cursor.fail();
  const word = cursor.expectWord("turns", "turn", "ms", "s");
  const unit = word === "turn" ? "turns" : word;
  if (distance < 0 || (unit === "turns" && !Number.isInteger(distance))) {
    cursor.failAt(
      numberAt,
      `a distance in ${unit} must be ${unit === "turns" ? "a whole number" : "a number"}, 0 or more`,
    );
  }
  const relation = cursor.expectWord("of", "before", "after");
  return { kind: "within", distance, unit, relation, anchor: parseAnchor(cursor), at };
}

/** A whole number from 0, if a number comes next. */
function parseWhole(cursor: Cursor, what: string): number | undefined {
  const token = cursor.take("number", what);
  if (!token) return undefined;
  if (Number.isSafeInteger(token.value) && token.value >= 0) return token.value;
  return cursor.failAt(token.start, `${what} must be a whole number, 0 or more; found \`${token.text}\``);
}

/** The number of a turn, from 1. */
function parseTurn(cursor: Cursor): number {
  const what = "the number of a turn";
  const at = cursor.token.start;
  const number = parseWhole(cursor, what) ?? cursor.fail();
  return number > 0 ? number : cursor.failAt(at, `${what} must be at least 1; found \`0\``);
}
