import { type Document, isMap, isNode, isPair, isScalar, isSeq, type LineCounter, type Pair } from "yaml";
import type { z } from "zod";
import { fieldNames, type Schema, schemaInside } from "../contract/fields.ts";
import { type Issue, issuesOf, valueAt } from "../contract/issues.ts";
import type { Detail } from "../failure.ts";
import { suggestion } from "../nearest.ts";
import { expandVariables } from "./variables.ts";

interface Checked<T> {
  readonly value: T | undefined;
  /** The same before the schema: no defaults. */
  readonly raw?: unknown;
  readonly faults: readonly Detail[];
}

/** The schema of a document, or how to tell it by what the document says. */
export type SchemaFor<T> = z.ZodType<T> | ((value: unknown) => z.ZodType<T>);

interface Source<T> {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly file: string;
  readonly schema: SchemaFor<T>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Expanding aliases may not grow a document beyond what anyone writes. */
const ALIASES_MAXIMUM = 1000;

/** A document's value, or every fault with `file:line:column` of the key or value it points at. */
export function checkDocument<T>({ document, lines, file, schema: schemaFor, env }: Source<T>): Checked<T> {
  const at = (offset: number | undefined) => {
    const { line, col } = offset === undefined ? { line: 1, col: 1 } : lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  if (document.errors.length > 0)
    return {
      value: undefined,
      faults: document.errors.map((error) => ({
        where: at(error.pos[0]),
        message: firstLine(error.message),
      })),
    };
  let raw: unknown;
  try {
    raw = document.toJS({ maxAliasCount: ALIASES_MAXIMUM });
  } catch (error) {
    return { value: undefined, faults: [{ where: at(0), message: firstLine((error as Error).message) }] };
  }
  const unset: Detail[] = [];
  const value = expandVariables(raw, env, (path, name) =>
    unset.push({
      where: at(offsetOf(document, path)),
      message: `${dotted(path)}: the variable ${name} is not set`,
    }),
  );
  if (unset.length > 0) return { value: undefined, faults: unset };
  const schema = typeof schemaFor === "function" ? schemaFor(value) : schemaFor;
  const checked = schema.safeParse(value);
  if (checked.success) return { value: checked.data, raw: value, faults: [] };
  const faults = issuesOf(checked.error, value).map((issue) => {
    const message = issue.message + meant(issue, schema, value);
    return {
      where: at(offsetOf(document, issue.path, issue.type === UNKNOWN_FIELD)),
      message: issue.path.length > 0 ? `${dotted(issue.path)}: ${message}` : message,
    };
  });
  return { value: undefined, faults };
}

/** The faults of a value that came from no file: each with the path of its field. */
export const faultsOf = (error: z.ZodError, schema: Schema, value: unknown): Detail[] =>
  issuesOf(error, value).map((issue) => ({
    where: dotted(issue.path),
    message: issue.message + meant(issue, schema, value),
  }));

const UNKNOWN_FIELD = "extra_forbidden";
const firstLine = (text: string) => text.split("\n")[0] ?? text;
const dotted = (path: readonly PropertyKey[]) => path.map(String).join(".");

/** Which of the known fields, or of the expected values, was probably meant. */
function meant({ path, type, ctx: { expected } }: Issue, schema: Schema, value: unknown): string {
  if (type === UNKNOWN_FIELD) {
    const around = path
      .slice(0, -1)
      .reduce<Schema | undefined>((at, step) => at && schemaInside(at, step), schema);
    return suggestion(String(path.at(-1)), fieldNames(around));
  }
  const written = valueAt(value, path);
  return Array.isArray(expected) && typeof written === "string" ? suggestion(written, expected) : "";
}

/** Where in the file a path is: its value, or its key; failing that the nearest parent that exists. */
function offsetOf(
  document: Document.Parsed,
  path: readonly PropertyKey[],
  ofKey = false,
): number | undefined {
  let node: unknown = document.contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const [depth, step] of path.entries()) {
    const pair = isMap(node) ? findPair(node.items, String(step)) : undefined;
    node = isSeq(node) ? node.items[Number(step)] : pair?.value;
    const key = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    const value = isNode(node) ? node.range?.[0] : undefined;
    offset = (ofKey && depth === path.length - 1 ? key : value) ?? key ?? offset;
  }
  return offset;
}

const findPair = (items: readonly unknown[], name: string): Pair | undefined =>
  items.find((item): item is Pair => isPair(item) && isScalar(item.key) && String(item.key.value) === name);
