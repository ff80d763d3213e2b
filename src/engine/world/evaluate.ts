/** The values of expressions, and the matchers of `with`, for one call of a tool. */
import { canonicalJson } from "../../contract/canonical-json.ts";
import { isObject } from "../../contract/is-object.ts";
import { spend, type Work } from "../pattern/work.ts";
import { matchValue } from "../rules-language/evaluate/match-value.ts";
import type { Matcher, MatcherEntry, Operator } from "../rules-language/syntax/ast.ts";
import { type Finder, finderOf, patternKey } from "../rules-language/text/finder.ts";
import { noWords } from "../rules-language/text/words.ts";
import type { Draft } from "./state.ts";
import type { Columns, Expression, Name } from "./tree.ts";
import type { Values } from "./world.ts";

/** The world itself is at fault: not the agent that called it. */
export class WorldBroken extends Error {}

/** A row that a step has found. Its values are those that it has when they are read. */
export class FoundRow {
  readonly table: string;
  readonly number: number;

  constructor(table: string, number: number) {
    this.table = table;
    this.number = number;
  }
}

export interface Scope {
  readonly draft: Draft;
  readonly names: Map<string, unknown>;
  readonly work: Work;
}

/** Takes steps of the call's limit. */
export function take(work: Work, steps: number): void {
  if (!spend(work, steps)) throw new WorldBroken("the call takes more work than a call may (limit: work)");
}

/** The value of an expression as JSON: rows are copied. */
export const jsonOf = (expression: Expression, scope: Scope): unknown =>
  plain(read(expression, scope), scope);

/** The value of an expression, with rows as what a step has found. */
export function read(expression: Expression, scope: Scope): unknown {
  take(scope.work, 1);
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "name":
      return readName(expression, scope);
    case "template":
      return expression.parts
        .map((part) => (typeof part === "string" ? part : inText(plain(readName(part, scope), scope))))
        .join("");
    case "object":
      return Object.fromEntries(expression.entries.map(({ key, value }) => [key, jsonOf(value, scope)]));
    case "array":
      return expression.items.map((item) => jsonOf(item, scope));
    case "arithmetic":
      return calculate(expression, scope);
    case "count":
    case "sum":
      return collect(expression, scope);
    case "item":
      return itemOf(read(expression.of, scope), jsonOf(expression.key, scope), scope);
    case "compare":
      return compare(
        expression.operator,
        jsonOf(expression.left, scope),
        jsonOf(expression.right, scope),
        scope,
      );
    case "and":
      return expression.terms.every((term) => holds(term, scope));
    case "or":
      return expression.terms.some((term) => holds(term, scope));
    case "not":
      return !holds(expression.term, scope);
  }
}

/** A row holds if it was found, a list if it has items, anything else if it is neither null nor false. */
export function holds(expression: Expression, scope: Scope): boolean {
  const value = read(expression, scope);
  if (value instanceof FoundRow) return scope.draft.valuesOf(value.table, value.number) !== undefined;
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== false;
}

function plain(value: unknown, scope: Scope): unknown {
  if (value instanceof FoundRow) return scope.draft.valuesOf(value.table, value.number) ?? null;
  if (!Array.isArray(value)) return value;
  take(scope.work, value.length);
  return value.map((item) => plain(item, scope));
}

function readName({ path: [first = "", ...rest] }: Name, scope: Scope): unknown {
  let value: unknown = scope.names.get(first) ?? null;
  for (const key of rest) value = inside(value, key, scope);
  return value;
}

/** The value under a key, and for a list, the values of all its items. Null where nothing is found. */
function inside(value: unknown, key: string, scope: Scope): unknown {
  const given = value instanceof FoundRow ? plain(value, scope) : value;
  if (Array.isArray(given)) {
    take(scope.work, given.length);
    return given.map((item) => inside(item, key, scope));
  }
  return isObject(given) && Object.hasOwn(given, key) ? given[key] : null;
}

/** The value under a key, or an item of a list, from 0. Null where nothing is found. */
function itemOf(value: unknown, key: unknown, scope: Scope): unknown {
  const given = value instanceof FoundRow ? plain(value, scope) : value;
  if (Array.isArray(given)) return (typeof key === "number" ? given[key] : undefined) ?? null;
  const name = typeof key === "number" ? String(key) : key;
  return typeof name === "string" && isObject(given) && Object.hasOwn(given, name) ? given[name] : null;
}

const inText = (value: unknown) => (typeof value === "string" ? value : canonicalJson(value));

function calculate(
  { operator, left, right }: Extract<Expression, { kind: "arithmetic" }>,
  scope: Scope,
): number | unknown[] {
  const values = [jsonOf(left, scope), jsonOf(right, scope)];
  if (operator === "+" && values.every(Array.isArray)) {
    const joined = values.flat(1);
    take(scope.work, joined.length);
    return joined;
  }
  const [one, other] = [numberIn(left, values[0]), numberIn(right, values[1])];
  return rounded(operator === "+" ? one + other : operator === "-" ? one - other : one * other);
}

function numberIn(expression: Expression, value: unknown): number {
  if (typeof value === "number") return value;
  throw new WorldBroken(`${nameOf(expression)} is ${JSON.stringify(value)}, not a number`);
}

function collect({ kind, of }: Extract<Expression, { kind: "count" | "sum" }>, scope: Scope): number {
  const value = jsonOf(of, scope);
  if (!Array.isArray(value))
    throw new WorldBroken(`${nameOf(of)} is ${JSON.stringify(value)}, not a list; \`find all\` finds one`);
  if (kind === "count") return value.length;
  take(scope.work, value.length);
  return rounded(
    value.reduce((sum: number, item) => {
      if (typeof item === "number") return sum + item;
      throw new WorldBroken(`${nameOf(of)} has ${JSON.stringify(item)}, which is not a number`);
    }, 0),
  );
}

/** Six decimals are exact for any money, and hide what binary fractions leave over. */
function rounded(value: number): number {
  if (!Number.isFinite(value)) throw new WorldBroken("a number is too large");
  return Math.abs(value) > 1e9 ? value : Math.round(value * 1e6) / 1e6;
}

function compare(operator: Operator, one: unknown, other: unknown, { work }: Scope): boolean {
  if (operator === "=" || operator === "!=") {
    const [left, right] = [canonicalJson(one), canonicalJson(other)];
    take(work, Math.ceil(left.length / 100));
    return (left === right) === (operator === "=");
  }
  // Nothing is neither more nor less than something.
  if (one === null || other === null) return false;
  if (typeof one === "number" && typeof other === "number") return ordered(operator, one, other);
  if (typeof one === "string" && typeof other === "string") return ordered(operator, one, other);
  const values = [one, other].map((value) => JSON.stringify(value)?.slice(0, 40)).join(" and ");
  throw new WorldBroken(`only two numbers or two texts can be compared with ${operator}; found ${values}`);
}

function ordered<T extends number | string>(operator: Operator, one: T, other: T): boolean {
  if (operator === ">") return one > other;
  if (operator === ">=") return one >= other;
  return operator === "<" ? one < other : one <= other;
}

const nameOf = (expression: Expression) =>
  expression.kind === "name" ? expression.path.join(".") : "a value";

/** What `with` asks of a row. */
export class RowMatcher {
  private readonly entries: readonly Matcher[];
  private readonly finders = new Map<string, Finder>();
  private readonly scope: Scope;
  private readonly looking: Parameters<typeof matchValue>[2];

  constructor(columns: Columns | undefined, scope: Scope) {
    this.scope = scope;
    this.looking = { finders: this.finders, budget: Object.assign(scope.work, { words: noWords() }) };
    this.entries = (columns?.entries ?? []).map(({ key, value }) => ({
      kind: "shape",
      entries: [this.entry(key, value)],
    }));
  }

  fits(values: Values): boolean {
    const { work } = this.scope;
    take(work, 1);
    return this.entries.every((matcher) => {
      const outcome = matchValue(matcher, values, this.looking);
      if (outcome === "unknown") take(work, Number.POSITIVE_INFINITY);
      return outcome === true;
    });
  }

  private entry(key: string, value: Expression): MatcherEntry {
    const inner = value.kind === "object" && value.entries.length === 1 ? value.entries[0] : undefined;
    if (inner?.key === "$optional") return { key, matcher: this.matcher(inner.value), optional: true };
    return { key, matcher: this.matcher(value), optional: false };
  }

  /** Only what the steps say is an operator: an argument with such keys is a value like any other. */
  private matcher(expression: Expression): Matcher {
    if (expression.kind !== "object") return exactly(jsonOf(expression, this.scope));
    const [first] = expression.entries;
    if (!first?.key.startsWith("$"))
      return { kind: "shape", entries: expression.entries.map(({ key, value }) => this.entry(key, value)) };
    const value = jsonOf(first.value, this.scope);
    switch (first.key) {
      case "$any":
        return { kind: "any" };
      case "$in":
        return { kind: "in", options: asList(value).map(exactly) };
      case "$weekday":
        return { kind: "weekday", days: asList(value).map((day) => String(day).toLowerCase()) };
      case "$regex":
        return this.pattern(String(value));
      default: {
        const operator = ORDER[first.key];
        if (operator && typeof value === "number") return { kind: "number", operator, than: value };
        if (operator && typeof value === "string") return { kind: "text", operator, than: value };
        throw new WorldBroken(`${first.key} takes a number or a text; found ${JSON.stringify(value)}`);
      }
    }
  }

  private pattern(source: string): Matcher {
    const pattern = { kind: "regex", source, flags: "", at: 0 } as const;
    const finder = finderOf(pattern);
    if (!("find" in finder)) throw new WorldBroken(`$regex: ${finder.message}`);
    this.finders.set(patternKey(pattern), finder.find);
    return { kind: "matches", pattern };
  }
}

const ORDER: Readonly<Record<string, Operator>> = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" };

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function exactly(value: unknown): Matcher {
  if (Array.isArray(value)) return { kind: "list", items: value.map(exactly) };
  if (isObject(value))
    return {
      kind: "shape",
      entries: Object.entries(value).map(([key, inner]) => ({
        key,
        matcher: exactly(inner),
        optional: false,
      })),
    };
  return { kind: "equals", value: value as string | number | boolean | null };
}
