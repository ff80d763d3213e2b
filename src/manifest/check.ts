import { type Document, isMap, isPair, isScalar, type LineCounter, type Node, type Pair } from "yaml";
import type { z } from "zod";
import type { Detail } from "../failure.ts";
import { nearest } from "../nearest.ts";
import { expandVariables } from "./variables.ts";

interface Checked<T> {
  readonly value: T | undefined;
  /** The same before the schema: no defaults. */
  readonly raw?: unknown;
  readonly faults: readonly Detail[];
}

interface Source<T> {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly file: string;
  readonly schema: z.ZodType<T>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Expanding aliases may not grow a document beyond what anyone writes. */
const ALIASES_MAXIMUM = 1000;

/** A document's value, or every fault with `file:line:column` of the key or value it points at. */
export function checkDocument<T>({ document, lines, file, schema, env }: Source<T>): Checked<T> {
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
  const checked = schema.safeParse(value);
  if (checked.success) return { value: checked.data, raw: value, faults: [] };
  const faults = checked.error.issues
    .flatMap((issue) => flatten(issue))
    .map(({ path, message, key }) => ({
      where: at(offsetOf(document, path, key)),
      message: path.length > 0 || key ? `${dotted(key ? [...path, key] : path)}: ${message}` : message,
    }));
  return { value: undefined, faults };
}

/** The faults of a value that came from no file: each with the path of its field. */
export const faultsOf = (error: z.ZodError): Detail[] =>
  error.issues
    .flatMap((issue) => flatten(issue))
    .map(({ path, message, key }) => ({ where: dotted(key ? [...path, key] : path), message }));

const firstLine = (text: string) => text.split("\n")[0] ?? text;
const dotted = (path: readonly PropertyKey[]) => path.map(String).join(".");

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** An unknown key below `path`. */
  readonly key?: string;
}

function flatten(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): Fault[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path, key, message: "unknown key" }));
  if (issue.code === "invalid_union") {
    const [closest = []] = [...issue.errors].sort((a, b) => a.length - b.length);
    return closest.flatMap((inner) => flatten(inner, path));
  }
  if (issue.code === "invalid_value" && typeof issue.input === "string") {
    const near = nearest(issue.input, issue.values.map(String));
    return [
      { path, message: `must be one of ${issue.values.join(", ")}${near ? `; did you mean ${near}?` : ""}` },
    ];
  }
  return [{ path, message: lowerFirst(issue.message) }];
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Where in the file a path is: its value, the key itself for an unknown key, or the nearest parent that exists. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], key?: string): number | undefined {
  let node = document.contents as Node | null | undefined;
  let offset = node?.range?.[0];
  for (const step of path) {
    if (!node || !("get" in node)) break;
    const pair = isMap(node) ? findPair(node.items, String(step)) : undefined;
    node = (
      pair ? pair.value : (node as unknown as { get(k: unknown, keep: true): unknown }).get(step, true)
    ) as Node | null | undefined;
    offset = node?.range?.[0] ?? keyOffset(pair) ?? offset;
  }
  if (key && isMap(node)) return keyOffset(findPair(node.items, key)) ?? offset;
  return offset;
}

const findPair = (items: readonly unknown[], name: string): Pair | undefined =>
  items.find((item): item is Pair => isPair(item) && isScalar(item.key) && String(item.key.value) === name);

const keyOffset = (pair: Pair | undefined) => (isScalar(pair?.key) ? pair.key.range?.[0] : undefined);
