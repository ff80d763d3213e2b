/**
 * Values in the types that the contract gives them. Services send ids and counts as numbers or as texts; everything
 * beyond this file may rely on the type in the contract.
 */
import type { Shape } from "./shape-of.ts";
import { shapes } from "./shapes.ts";

/** A list in which an item is null. */
export interface NullItem {
  /** Such as `simulation_runs[1]`. */
  readonly where: string;
  /** The ids of the other items. */
  readonly others: readonly (string | number)[];
}

export const answerShape = (name: string): Shape => JSON.parse(shapes.answers[name] ?? "null");
export const bodyShape = (name: string): Shape => JSON.parse(shapes.bodies[name] ?? "null");

/** An integer that is written as it is read back: 007 and 900.0 are ids of another kind. */
const INTEGER = /^(?:0|-?[1-9]\d{0,15})$/;
/** A number as JSON writes it. */
const NUMBER = /^-?\d{1,16}(?:\.\d{1,20})?$/;

/**
 * The value with numbers and ids of the types in its shape. What can't be converted stays as it is. Copies only what
 * changes.
 * @param onHole called for each list of objects with null among them, which then has no value that a program could use
 */
export function conform(shape: Shape, value: unknown, onHole?: (hole: NullItem) => void): unknown {
  return conformAt(shape, value, "", onHole);
}

function conformAt(shape: Shape, value: unknown, where: string, onHole?: (hole: NullItem) => void): unknown {
  if (shape === null || value === undefined) return value;
  if (shape === "integer") return typeof value === "string" && INTEGER.test(value) ? toNumber(value) : value;
  if (shape === "number") return typeof value === "string" ? toNumber(value) : value;
  // Also a number that keeps its digits.
  if (shape === "text") return typeof value === "number" || value instanceof Number ? String(value) : value;
  if (isList(shape)) return conformList(shape, value, where, onHole);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  let fields = value as Readonly<Record<string, unknown>>;
  for (const name in shape) {
    if (!Object.hasOwn(value, name)) continue;
    const item = (value as typeof fields)[name];
    const inside = where === "" ? name : `${where}.${name}`;
    const conformed = conformAt(shape[name] ?? null, item, inside, onHole);
    if (conformed !== item) fields = { ...fields, [name]: conformed };
  }
  return fields;
}

const isList = (shape: object): shape is readonly [Shape] => Array.isArray(shape);

function conformList(
  [of]: readonly [Shape],
  value: unknown,
  where: string,
  onHole?: (hole: NullItem) => void,
): unknown {
  if (!Array.isArray(value)) return value;
  const hole = value.indexOf(null);
  if (hole !== -1 && typeof of === "object" && of !== null) {
    onHole?.({ where: `${where}[${hole}]`, others: value.flatMap(idIn) });
    return value;
  }
  const items = value.map((item, at) => conformAt(of, item, `${where}[${at}]`, onHole));
  return items.some((item, at) => item !== value[at]) ? items : value;
}

/** A number that would lose digits stays a text. */
function toNumber(text: string): number | string {
  const trimmed = text.trim();
  const number = Number(trimmed);
  return NUMBER.test(trimmed) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

function idIn(item: unknown): (string | number)[] {
  const id = (item as { readonly id?: unknown } | null | undefined)?.id;
  return typeof id === "string" || typeof id === "number" ? [id] : [];
}
