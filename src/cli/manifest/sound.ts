import type { Path } from "./parsed.ts";

/** Fields that decide which entries an item becomes. An item that loses one of them cannot be used. */
const ESSENTIAL: readonly PropertyKey[] = ["matrix", "exclude"];

/**
 * What remains of a document after its faults are removed, to find further faults that no schema detects.
 * Removes faulty fields from the document, from its defaults and from its items. An item that loses an
 * essential field leaves a hole. Undefined if the document as a whole is wrong.
 */
export function soundPart(document: unknown, faulty: readonly Path[]): unknown {
  if (faulty.some((path) => path.length === 0)) return undefined;
  const left: unknown = structuredClone(document);
  for (const path of faulty) cut(left, toCut(path));
  return left;
}

/** Paths of unknown fields have it as a text. */
const INDEX = /^\d+$/;

/** The field of the document, of its defaults or of an item that a path leads into. */
function toCut(path: Path): Path {
  const [first, second, third] = path;
  if (first === "defaults") return path.slice(0, 2);
  if (!INDEX.test(String(second))) return path.slice(0, 1);
  return path.slice(0, third === undefined || ESSENTIAL.includes(third) ? 2 : 3);
}

function cut(value: unknown, [step, ...rest]: Path): void {
  if (step === undefined || typeof value !== "object" || value === null) return;
  if (rest.length > 0) cut(Reflect.get(value, step), rest);
  else Reflect.deleteProperty(value, step);
}
