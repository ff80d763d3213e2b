/** `$ref` within a document, replaced by what it refers to. */
import { isObject } from "../../contract/is-object.ts";

export type Path = readonly (string | number)[];
type Schema = Readonly<Record<string, unknown>>;

export interface Refer {
  /**
   * A value without references, or in words what is wrong with it.
   * @param root what `#` refers to; the whole document by default
   */
  schema(value: unknown, path: Path, root?: unknown): Schema | string;
}

/** Values of all tools together, with every reference replaced. More do not fit into the agent's record. */
const VALUES = 15_000;
/** A reference to itself ends here. */
const DEPTH = 24;
const SIZE = "too large: with every $ref replaced, the tools have more than 15000 values";
/** Keywords that hold what others refer to, or describe the document. */
const LEFT_OUT = ["$defs", "definitions", "$schema", "$id"];

class Refused extends Error {}

export class Resolved implements Refer {
  readonly #document: unknown;
  #left = VALUES;

  constructor(document: unknown) {
    this.#document = document;
  }

  schema(value: unknown, path: Path, root: unknown = this.#document): Schema | string {
    try {
      const copy = this.#copy(value, root, 0);
      return isObject(copy) ? copy : `${path.at(-1)} must be an object`;
    } catch (error) {
      if (error instanceof Refused) return error.message;
      throw error;
    }
  }

  #copy(value: unknown, root: unknown, depth: number): unknown {
    this.#left -= 1;
    if (this.#left < 0) throw new Refused(SIZE);
    if (Array.isArray(value))
      return depth > DEPTH ? [] : value.map((item) => this.#copy(item, root, depth + 1));
    if (!isObject(value)) return value;
    if (depth > DEPTH) return {};
    const { $ref, ...rest } = value;
    if (typeof $ref === "string") {
      const target = this.#target($ref, root);
      return this.#copy(isObject(target) ? { ...target, ...rest } : target, root, depth + 1);
    }
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !LEFT_OUT.includes(key))
        .map(([key, inner]) => [key, this.#copy(inner, root, depth + 1)]),
    );
  }

  #target(ref: string, root: unknown): unknown {
    if (!ref.startsWith("#"))
      throw new Refused(`refers to "${ref}": only references within the file are read`);
    const steps = ref
      .slice(1)
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const from = (start: unknown) =>
      steps.reduce<unknown>(
        (at, step) =>
          (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, step) ? (at as Schema)[step] : undefined,
        start,
      );
    const target = from(root) ?? from(this.#document);
    if (target === undefined) throw new Refused(`refers to "${ref}", which is not in the file`);
    return target;
  }
}
