import type { Path } from "./parsed.ts";

/** Fields of an item without which nobody can tell what it would have been. */
const ESSENTIAL: readonly PropertyKey[] = ["matrix", "exclude"];

/**
 * What is left of a document without its faults, to find those that no schema sees as well: faulty fields are taken
 * out, of the document, of its defaults and of its items; an item without something essential leaves a hole.
 * Undefined where the document is as a whole not what it should be.
 */
export function soundPart(document: unknown, faulty: readonly Path[]): unknown {
  if (faulty.some((path) => path.length === 0)) return undefined;
  const left: unknown = structuredClone(document);
  for (const path of faulty) cut(left, toCut(path));
  return left;
}

/** The field of the document, of its defaults or of an item that a path leads into. */
function toCut(path: Path): Path {
  const [first, second, third] = path;
  if (first === "defaults") return path.slice(0, 2);
  if (typeof second !== "number") return path.slice(0, 1);
  return path.slice(0, third === undefined || ESSENTIAL.includes(third) ? 2 : 3);
}

function cut(value: unknown, [step, ...rest]: Path): void {
  if (step === undefined || typeof value !== "object" || value === null) return;
  if (rest.length > 0) cut(Reflect.get(value, step), rest);
  else Reflect.deleteProperty(value, step);
}
