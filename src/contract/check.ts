/** Checks untrusted values: JSON that may consist only of faults. */

import { z } from "zod";
import { accepts, fits, hasRightLength } from "./accepts.ts";
import { type Schema, withoutWrappers } from "./fields.ts";
import { isObject } from "./is-object.ts";
import { type Issue, issuesOf } from "./issues.ts";
import { FAULTS_MAXIMUM } from "./limits.ts";

export interface Checked<T> {
  /** With the defaults filled in; undefined if there are issues. */
  readonly value: T | undefined;
  /** The first issues. */
  readonly issues: readonly Issue[];
  /** How many more there are. */
  readonly more: number;
}

/** Checks a value against a schema. It looks at each part of the value once, however wrong the value is. */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  if (!fits(schema, value)) return { value: undefined, ...findIssues(schema, value) };
  const checked = z.safeParse(schema, value);
  return checked.success
    ? { value: checked.data, issues: [], more: 0 }
    : { value: undefined, ...firstOf(issuesOf(checked.error, value)) };
}

/**
 * Why a schema does not accept a value: the first issues in the order of the schema's fields.
 * @param ignored which issues neither to list nor to count
 */
export function findIssues(
  schema: Schema,
  value: unknown,
  ignored?: (issue: Issue) => boolean,
): Omit<Checked<unknown>, "value"> {
  const issues = new Found(ignored);
  visit(schema, value, [], issues);
  return issues;
}

const firstOf = (issues: readonly Issue[]) => ({
  issues: issues.slice(0, FAULTS_MAXIMUM),
  more: Math.max(0, issues.length - FAULTS_MAXIMUM),
});

/** The first issues, and a count of those that follow. */
class Found {
  readonly issues: Issue[] = [];
  more = 0;
  readonly #ignored: ((issue: Issue) => boolean) | undefined;

  constructor(ignored?: (issue: Issue) => boolean) {
    this.#ignored = ignored;
  }

  get count(): number {
    return this.issues.length + this.more;
  }

  add(path: readonly PropertyKey[], issuesOfPart: () => readonly Issue[]): void {
    // Issues that are not listed are only counted: describing them would take several times as long as finding them.
    if (this.issues.length >= FAULTS_MAXIMUM && !this.#ignored) {
      this.more++;
      return;
    }
    for (const issue of issuesOfPart()) {
      const whole = { ...issue, path: [...path, ...issue.path] };
      if (this.#ignored?.(whole)) continue;
      if (this.issues.length < FAULTS_MAXIMUM) this.issues.push(whole);
      else this.more++;
    }
  }
}

/** Descends to the faults, into objects and lists for which zod would collect every fault. */
function visit(schema: Schema, value: unknown, path: readonly PropertyKey[], issues: Found): void {
  if (accepts(schema, value)) return;
  const whole = withoutWrappers(schema);
  if (whole instanceof z.ZodArray && Array.isArray(value)) visitList(whole, value, path, issues);
  else if (whole instanceof z.ZodObject && isObject(value)) visitObject(whole, value, path, issues);
  else issues.add(path, () => zodIssues(schema, value));
}

function visitList(list: z.ZodArray, items: unknown[], path: readonly PropertyKey[], issues: Found): void {
  const { element } = list;
  // A list without its items, so that zod's issues are about the list alone.
  if (!hasRightLength(list, items))
    issues.add(path, () => zodIssues(list.clone({ ...list.def, element: z.unknown() }), items));
  for (const [index, item] of items.entries()) visit(element, item, [...path, index], issues);
}

function visitObject(
  object: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[],
  issues: Found,
): void {
  const { count } = issues;
  const { shape } = object;
  for (const [name, field] of Object.entries(shape))
    visit(field, Object.hasOwn(value, name) ? value[name] : undefined, [...path, name], issues);
  const { catchall } = object.def;
  if (catchall)
    for (const name of Object.keys(value))
      if (!Object.hasOwn(shape, name)) visitOther(catchall, value[name], [...path, name], issues);
  // Its parts are valid, so it breaks a rule of its own.
  if (issues.count === count) issues.add(path, () => zodIssues(object, value));
}

function visitOther(catchall: Schema, value: unknown, path: readonly PropertyKey[], issues: Found): void {
  if (catchall instanceof z.ZodNever)
    issues.add(path, () => [{ path: [], message: "unknown field", type: "extra_forbidden", ctx: {} }]);
  else visit(catchall, value, path, issues);
}

function zodIssues(schema: Schema, value: unknown): Issue[] {
  const { error } = z.safeParse(schema, value);
  return error ? issuesOf(error, value) : [];
}
