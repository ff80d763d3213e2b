/** A file with a world: tables, here or in files beside it, and the tools that read and change them. */
import { relative } from "node:path";
import type { z } from "zod";
import { isObject } from "../../contract/is-object.ts";
import { WorldManifest } from "../../contract/schemas/manifests/world.ts";
import { World } from "../../contract/schemas/world.ts";
import { compileWorld } from "../../engine/world/compile.ts";
import type { World as Compiled, Fault, WorldForm } from "../../engine/world/world.ts";
import { type Detail, Failure } from "../../lib/failure.ts";
import { checkDocument, examine, pathFault } from "./check.ts";
import { Entry } from "./entry.ts";
import { resolveInclude } from "./includes.ts";
import { otherKind } from "./kinds.ts";
import { parseFile } from "./parse.ts";
import type { Parsed, Path } from "./parsed.ts";
import { parseFiles, refuseFaults, type Surroundings } from "./read.ts";
import { faultAt, toSource } from "./source.ts";
import { readText } from "./text.ts";

export interface WorldFile {
  /** As the service and the bench take it, with all its rows. */
  readonly form: WorldForm;
  readonly world: Compiled;
}

/** @throws Failure (usage) with every fault of the file */
export async function requireWorld(file: string, surroundings: Surroundings): Promise<WorldFile> {
  const read = await readWorld(file, surroundings);
  refuseFaults(read.faults, { hint: "`parley schema World` prints what a world can have" });
  if (!read.world) throw new Failure("usage", "the file has no world", { where: file });
  return read.world;
}

/** The world of a file, or its faults, each with its line and column. */
export async function readWorld(
  file: string,
  { cwd, env }: Surroundings,
): Promise<{ readonly world?: WorldFile; readonly faults: readonly Detail[] }> {
  const { documents, faults } = await parseFiles([file], cwd);
  if (faults.length > 0) return { faults };
  const [parsed, ...others] = documents;
  if (!parsed || others.length > 0)
    return {
      faults: [{ where: file, message: `a file has one world; found ${documents.length} documents` }],
    };
  if (!isObject(parsed.value) || parsed.value["kind"] !== "World")
    return { faults: [otherKind(parsed, ["World"])] };
  const checked = checkDocument(parsed, WorldManifest, env);
  if (!checked.value) return { faults: checked.faults };
  const { form, faults: broken } = await withRows(parsed, checked.value, cwd);
  if (broken.length > 0) return { faults: broken };
  const { world, faults: world_faults } = compileWorld(form);
  if (world_faults.length > 0) return { faults: world_faults.map((fault) => placed(parsed, fault)) };
  return { world: { form, world }, faults: [] };
}

async function withRows(
  parsed: Parsed,
  { kind: _, tables, ...rest }: z.output<typeof WorldManifest>,
  cwd: string,
): Promise<{ readonly form: WorldForm; readonly faults: readonly Detail[] }> {
  const faults: Detail[] = [];
  const read: [string, WorldForm["tables"][string]][] = [];
  for (const [name, { file, ...table }] of Object.entries(tables)) {
    const at = ["tables", name, "file"];
    if (file !== undefined && table.rows) faults.push(pathFault(parsed, at, "give rows or file, not both"));
    if (file === undefined) {
      read.push([name, table]);
      continue;
    }
    try {
      const rows = await rowsOf(parsed, file, cwd);
      faults.push(...rows.faults);
      read.push([name, { ...table, rows: rows.rows }]);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      faults.push(pathFault(parsed, at, error.message));
    }
  }
  return { form: { ...rest, tables: Object.fromEntries(read) }, faults };
}

type Rows = NonNullable<WorldForm["tables"][string]["rows"]>;

async function rowsOf(
  world: Parsed,
  name: string,
  cwd: string,
): Promise<{ readonly rows: Rows; readonly faults: readonly Detail[] }> {
  const { path, within } = await resolveInclude(new Entry(world, []), name, {});
  const file = relative(cwd, path);
  const source = toSource(file, path, await readText(path, file, { within }));
  const { documents, faults } = parseFile(source);
  if (faults.length > 0) return { rows: [], faults };
  if (documents.some(({ isText }) => isText))
    return {
      rows: documents.map(({ value }) => typed(value as Readonly<Record<string, string>>)),
      faults: [],
    };
  const [parsed] = documents;
  const list = parsed && examine(parsed, World.shape.tables.valueType.shape.rows.unwrap(), undefined);
  return list ? { rows: list.raw as Rows, faults: list.faults } : { rows: [], faults: [] };
}

/** Cells that are numbers, true or false are read as such. What has leading zeros stays a text. */
const typed = (row: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([column, cell]) => {
      if (cell === "true" || cell === "false") return [column, cell === "true"];
      return [column, /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(cell) ? Number(cell) : cell];
    }),
  );

/** A fault at its place: that of the field, or the exact one within a text. */
function placed(parsed: Parsed, { path, message, offset }: Fault): Detail {
  if (offset === undefined) return pathFault(parsed, path as Path, message);
  const { source } = parsed;
  return faultAt(source, offsetInText(parsed, path as Path, offset), `${path.join(".")}: ${message}`);
}

/** Where a position in a text is in its file. A block (`|`) begins on the next line, and each line is indented. */
function offsetInText(parsed: Parsed, path: Path, offset: number): number {
  const { text } = parsed.source;
  const start = parsed.offsetOf(path);
  if (text[start] !== "|" && text[start] !== ">")
    return start + (/["']/.test(text[start] ?? "") ? 1 : 0) + offset;
  const lines = text.slice(text.indexOf("\n", start) + 1);
  const indent = /^(?: *\n)*( *)/.exec(lines.slice(0, 10_000))?.[1]?.length ?? 0;
  let at = text.indexOf("\n", start) + 1;
  let left = offset;
  for (;;) {
    const end = text.indexOf("\n", at);
    const length = Math.max(0, (end < 0 ? text.length : end) - at - indent);
    if (left <= length || end < 0) return at + indent + Math.min(left, length);
    left -= length + 1;
    at = end + 1;
  }
}
