/** Turns a world as it is written into one that answers, or says what is wrong with it. */

import { isObject } from "../../contract/is-object.ts";
import { WORLD_LIMITS } from "../../contract/limits.ts";
import type { Mistake } from "../rules-language/errors.ts";
import { schemaFaults } from "./arguments.ts";
import { checkSteps } from "./check.ts";
import { parseAnswer, parseSteps } from "./parse.ts";
import type { Fault, Table, Tool, World, WorldForm } from "./world.ts";

const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false };

/** Never throws: mistakes are in `faults`, and the world answers only if there are none. */
export function compileWorld(form: WorldForm): { readonly world: World; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const tables = new Map<string, Table>();
  for (const [name, table] of Object.entries(form.tables)) tables.set(name, tableOf(name, table, faults));
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows.length, 0);
  if (rows > WORLD_LIMITS.rows)
    faults.push({
      path: ["tables"],
      message: `has ${rows} rows; a world can have ${WORLD_LIMITS.rows} (limit: rows)`,
    });
  const tools = new Map<string, Tool>();
  for (const [at, tool] of form.tools.entries()) {
    const path = ["tools", at];
    if (tools.has(tool.name))
      faults.push({ path: [...path, "name"], message: `another tool is called ${tool.name}` });
    tools.set(tool.name, toolOf(tool, path, tables, faults));
  }
  const size = JSON.stringify(form).length;
  if (size > WORLD_LIMITS.bytes)
    faults.push({
      path: [],
      message: `has ${size} characters; a world can have ${WORLD_LIMITS.bytes} (limit: bytes)`,
    });
  return { world: { clock: form.clock, seed: form.seed ?? "1", tables, tools }, faults };
}

function tableOf(
  name: string,
  { key, columns, rows = [] }: WorldForm["tables"][string],
  faults: Fault[],
): Table {
  const path = ["tables", name];
  if (!/^[A-Za-z_]\w{0,63}$/.test(name))
    faults.push({ path, message: "the name of a table has letters, digits and _ only" });
  const column_names = new Set(columns);
  if (!columns) for (const row of rows) for (const column of Object.keys(row)) column_names.add(column);
  if (column_names.size === 0) faults.push({ path, message: "has no columns: give it rows, or columns" });
  if (column_names.size > WORLD_LIMITS.columns)
    faults.push({
      path,
      message: `has ${column_names.size} columns; a table can have ${WORLD_LIMITS.columns} (limit: columns)`,
    });
  if (key !== undefined && !column_names.has(key))
    faults.push({ path: [...path, "key"], message: `${key} is not a column of ${name}` });
  const taken = new Set<unknown>();
  for (const [at, row] of rows.entries()) {
    for (const column of Object.keys(row))
      if (!column_names.has(column))
        faults.push({ path: [...path, "rows", at, column], message: `is not among the columns of ${name}` });
    if (key === undefined) continue;
    const value = row[key];
    if (typeof value !== "string" && typeof value !== "number")
      faults.push({ path: [...path, "rows", at], message: `needs a text or a number as its ${key}` });
    else if (taken.has(value))
      faults.push({ path: [...path, "rows", at, key], message: `another row has the ${key} ${value}` });
    taken.add(value);
  }
  return { name, key, columns: column_names, rows: rows.map((values, at) => ({ number: at + 1, values })) };
}

function toolOf(
  {
    name,
    description,
    input = NO_ARGUMENTS,
    steps = "",
    answer,
    faults: injected = [],
    latency_ms = 0,
  }: WorldForm["tools"][number],
  path: readonly (string | number)[],
  tables: ReadonlyMap<string, Table>,
  faults: Fault[],
): Tool {
  const inSchema = schemaFaults(input);
  if (inSchema.length === 0 && input["type"] !== "object")
    inSchema.push({ path: ["type"], message: "must be object: the arguments of a tool are an object" });
  for (const fault of inSchema) faults.push({ ...fault, path: [...path, "input", ...fault.path] });
  for (const [at, { share, call }] of injected.entries())
    if ((share === undefined) === (call === undefined))
      faults.push({ path: [...path, "faults", at], message: "give share or call, one of them" });
  const read = parseSteps(steps);
  const answered = answer === undefined ? undefined : parseAnswer(answer);
  const tell = (field: string, mistakes: readonly Mistake[]) => {
    for (const { at, message } of mistakes) faults.push({ path: [...path, field], message, offset: at });
  };
  tell("steps", read.mistakes);
  tell("answer", answered?.mistakes ?? []);
  // A step that could not be read may give a name to something.
  const checked =
    read.mistakes.length > 0
      ? { steps: [], answer: [] }
      : checkSteps(read.steps, answered?.steps ?? [], { tables, arguments: argumentsOf(input) });
  tell("steps", checked.steps);
  tell("answer", checked.answer);
  const all = [...read.steps, ...(answered?.steps ?? [])];
  return { name, description, input, steps: all, faults: injected, latency_ms };
}

/** The names of a tool's arguments. Undefined if it takes others too. */
function argumentsOf(input: Readonly<Record<string, unknown>>): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = input;
  if (!isObject(properties)) return undefined;
  return isObject(additionalProperties) || additionalProperties === true
    ? undefined
    : new Set(Object.keys(properties));
}
