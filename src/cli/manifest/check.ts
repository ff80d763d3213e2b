/** Checks a document against the schema of its kind. */
import { z } from "zod";
import { acceptUnknown, findUnknown } from "../../contract/accept-unknown.ts";
import { accepts } from "../../contract/accepts.ts";
import { check, findIssues } from "../../contract/check.ts";
import { fieldNames, type Schema, schemaInside, withoutWrappers } from "../../contract/fields.ts";
import { type Issue, isBound, valueAt } from "../../contract/issues.ts";
import { DigitalHumanCreate } from "../../contract/schemas/digital-human.ts";
import type { Detail } from "../../lib/failure.ts";
import { suggestion } from "../nearest.ts";
import { fromCells } from "./cells.ts";
import { type Openness, STRICT } from "./openness.ts";
import { dotted, type Parsed, type Path } from "./parsed.ts";
import { faultAt } from "./source.ts";
import { expandVariables } from "./variables.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** The schema of a document, or a function that chooses it by the document's content. */
export type SchemaFor<T> = z.ZodType<T> | ((value: unknown) => z.ZodType<T>);

interface Examined {
  /** The document's value with its variables replaced, but without the schema's defaults. */
  readonly raw: unknown;
  readonly faults: readonly Detail[];
  /** The paths of the faults. */
  readonly faulty: readonly Path[];
}

/**
 * The faults of a document, with `file:line:column` of the key or value that each concerns.
 * @param env if undefined, variables are not replaced, and every text is taken literally
 */
export function examine(
  parsed: Parsed,
  schemaFor: SchemaFor<unknown>,
  env: Env | undefined,
  openness: Openness = STRICT,
): Examined {
  const unset: { readonly path: Path; readonly name: string }[] = [];
  const expanded =
    env === undefined
      ? parsed.value
      : expandVariables(parsed.value, env, (path, name) => unset.push({ path, name }));
  const schema = toSchema(schemaFor, expanded);
  const raw = parsed.isText ? fromCells(schema, expanded) : expanded;
  if (unset.length === 0 && accepts(schema, raw)) return { raw, faults: [], faulty: [] };
  const applied = openness.strict ? schema : acceptUnknown(schema);
  const { issues: broken, more } = openness.plan_judges
    ? findIssues(applied, raw, isBoundOfDigitalHuman)
    : check(applied, raw);
  const issues = [...broken, ...beyond(parsed, schema, raw, openness)];
  const unsetPaths = new Set(unset.map(({ path }) => dotted(path)));
  const faults = issues.filter(({ path }) => !unsetPaths.has(dotted(path)));
  const isLeft = ({ ctx }: Issue) => openness.plan_judges && ctx["may_pass"] === true;
  const others = faults.filter((issue) => !isLeft(issue));
  const faultOf = (issue: Issue) =>
    pathFault(parsed, issue.path, wordsOf(issue, schema, raw, parsed), issue.type === UNKNOWN_FIELD);
  for (const issue of faults.filter(isLeft))
    openness.unsure.push({ parsed, path: issue.path, fault: faultOf(issue) });
  return {
    raw,
    faults: [
      ...unset.map(({ path, name }) => pathFault(parsed, path, `the variable ${name} is not set`)),
      ...others.map(faultOf),
      ...(more > 0 ? [{ where: parsed.source.file, message: `${more} more errors`, more }] : []),
    ],
    faulty: [...unset, ...others].map(({ path }) => path),
  };
}

/** A document's value including defaults, if it has no faults. */
export function checkDocument<T>(
  parsed: Parsed,
  schemaFor: SchemaFor<T>,
  env: Env,
  openness: Openness = STRICT,
): Examined & { readonly value: T | undefined } {
  const examined = examine(parsed, schemaFor, env, openness);
  const { raw, faults } = examined;
  if (faults.length > 0) return { ...examined, value: undefined };
  const schema = toSchema(schemaFor, raw);
  return { ...examined, value: (openness.strict ? schema : acceptUnknown(schema)).parse(raw) };
}

const isBoundOfDigitalHuman = (issue: Issue) =>
  isBound(issue) && issue.path.some((step) => Object.hasOwn(DigitalHumanCreate.shape, step));

const toSchema = <T>(schemaFor: SchemaFor<T>, value: unknown): z.ZodType<T> =>
  typeof schemaFor === "function" ? schemaFor(value) : schemaFor;

/** A fault of the field at a path. */
export function pathFault(parsed: Parsed, path: Path, message: string, ofKey = false): Detail {
  const title = parsed.titleOf?.(path) ?? dotted(path);
  const named = path.length > 0 ? `${title}: ${message}` : message;
  return faultAt(parsed.source, parsed.offsetOf(path, ofKey), named);
}

/** Returns unknown fields and values that look like typing errors as faults, and warns of the others. */
function beyond(parsed: Parsed, schema: Schema, value: unknown, openness: Openness): Issue[] {
  return issuesBeyond(schema, value, openness).flatMap(({ issue, words }) => {
    if (words === undefined) return [issue];
    const isField = issue.type === UNKNOWN_FIELD;
    openness.warn(pathFault(parsed, issue.path, words, isField), generalized(issue.path));
    return [];
  });
}

interface Beyond {
  readonly issue: Issue;
  /** The warning about it; undefined if it is a fault. */
  readonly words?: string;
}

/** Fields and values that a schema does not know. Under `strict`, they are reported with the other faults. */
export function issuesBeyond(schema: Schema, value: unknown, { strict, allow_unknown }: Openness): Beyond[] {
  if (strict) return [];
  const { fields, values } = findUnknown(schema, value, Number.POSITIVE_INFINITY);
  const issues = [
    ...fields.listed.map((path) => ({ path, message: "unknown field", type: UNKNOWN_FIELD, ctx: {} })),
    ...values.listed.map((path) => notAmong(path, schema)),
  ];
  return issues.map((issue) => {
    const near = meant(issue, schema, value);
    if (near && !allow_unknown) return { issue: { ...issue, ctx: { ...issue.ctx, may_pass: true } } };
    const message =
      issue.type === UNKNOWN_FIELD
        ? "unknown field"
        : `unknown value ${JSON.stringify(valueAt(value, issue.path))}`;
    return { issue, words: `${message}, accepted as it is${near}` };
  });
}

function notAmong(path: Path, schema: Schema): Issue {
  const field = schemaAt(schema, path);
  const whole = field && withoutWrappers(field);
  const expected = whole instanceof z.ZodEnum ? whole.options.map(String) : [];
  return { path, message: `must be one of ${expected.join(", ")}`, type: "enum", ctx: { expected } };
}

const schemaAt = (schema: Schema, path: Path) =>
  path.reduce<Schema | undefined>((at, step) => at && schemaInside(at, step), schema);

/** A path without its list indexes. */
const generalized = (path: Path) => dotted(path.filter((step) => !/^\d+$/.test(String(step))));

/**
 * The first faults of a value that did not come from a file, each with the path of its field, and how many
 * more there are.
 */
export function faultsOf(
  schema: Schema,
  value: unknown,
  openness: Openness = STRICT,
): { readonly found: Detail[]; readonly more: number } {
  const { issues: broken, more } = findIssues(openness.strict ? schema : acceptUnknown(schema), value);
  const beyond = issuesBeyond(schema, value, openness).flatMap(({ issue, words }) => (words ? [] : [issue]));
  const issues = [...broken, ...beyond];
  const details = issues.map((issue) => ({
    where: dotted(issue.path),
    message: issue.message + meant(issue, schema, value) + wayOut(issue),
  }));
  return { found: details, more };
}

const UNKNOWN_FIELD = "extra_forbidden";

/** What was expected, and what was probably meant. */
function wordsOf(issue: Issue, schema: Schema, value: unknown, parsed: Parsed): string {
  const given = valueAt(value, issue.path);
  if (issue.type === "string_type" && (typeof given === "number" || typeof given === "boolean"))
    return `must be a string; quote it: "${parsed.writtenAt(issue.path) ?? given}"`;
  if (issue.type === "array_type" && typeof given === "string") return `must be a list${asList(given)}`;
  if (Array.isArray(given) && fieldNames(schemaAt(schema, issue.path)).includes("list"))
    return `${issue.message}; put the list into its field \`list\``;
  return issue.message + meant(issue, schema, value) + wayOut(issue);
}

/** How to write the lines of a text as a list. */
function asList(text: string): string {
  const [first = "", ...others] = text.trim().split("\n");
  const shown = first.length > LONGEST_SHOWN ? `${first.slice(0, LONGEST_SHOWN)}…` : first;
  if (others.length === 0) return `, such as [${JSON.stringify(shown)}]`;
  return `; write each line as an item: - ${JSON.stringify(shown)}`;
}
const LONGEST_SHOWN = 60;

/** How to send something that only looks like a typing error. */
export const PASSES_ON = " (--allow-unknown accepts it)";
export const wayOut = ({ ctx }: Pick<Issue, "ctx">) => (ctx["may_pass"] ? PASSES_ON : "");

/** Which known field, or which expected value, was probably meant. */
function meant({ path, type, ctx: { expected } }: Issue, schema: Schema, value: unknown): string {
  if (type === UNKNOWN_FIELD) {
    return suggestion(String(path.at(-1)), fieldNames(schemaAt(schema, path.slice(0, -1))));
  }
  const written = valueAt(value, path);
  return Array.isArray(expected) && typeof written === "string" ? suggestion(written, expected) : "";
}
