import type { Detail } from "../../lib/failure.ts";
import { pathFault } from "./check.ts";
import type { Parsed, Path } from "./parsed.ts";
import { positionOf } from "./source.ts";

/** Fields that replace earlier ones, and the position of each in the document. */
export interface Layer {
  readonly fields: Readonly<Record<string, unknown>>;
  placeOf(field: string): Path;
}

/** The fields of an object of the document. */
export const layerOf = (fields: Layer["fields"], around: Path): Layer => ({
  fields,
  placeOf: (field) => [...around, field],
});

/**
 * An item of a manifest with its defaults filled in: its fields, and where in the document each of them is.
 */
export class Entry {
  readonly parsed: Parsed;
  /** The item's path in the document. */
  readonly path: Path;
  #fields: Readonly<Record<string, unknown>> = {};
  readonly #layers: Layer[] = [];

  constructor(parsed: Parsed, path: Path) {
    this.parsed = parsed;
    this.path = path;
  }

  get(field: string): unknown {
    return this.#has(field) ? this.#fields[field] : undefined;
  }

  /** Sets a field, replacing an earlier value. */
  set(field: string, value: unknown, origin: Path): void {
    this.put({ fields: { [field]: value }, placeOf: () => origin });
  }

  /** Sets all fields of a layer, replacing earlier values. */
  put(layer: Layer): void {
    this.#fields = { ...this.#fields, ...layer.fields };
    this.#layers.push(layer);
  }

  delete(field: string): void {
    if (!this.#has(field)) return;
    const { [field]: _, ...rest } = this.#fields;
    this.#fields = rest;
  }

  get fields(): Readonly<Record<string, unknown>> {
    return this.#fields;
  }

  #has(field: string): boolean {
    return Object.hasOwn(this.#fields, field);
  }

  /** Where a field is in the document: in the item, in its matrix, or in the defaults. */
  originOf(field: string): Path {
    const from = this.#has(field) && this.#layers.findLast(({ fields }) => Object.hasOwn(fields, field));
    return from ? from.placeOf(field) : this.path;
  }

  /** A fault of a field. If the entry does not have the field, it is a fault of the whole entry. */
  fault(field: string, message: string): Detail {
    return pathFault(this.parsed, this.originOf(field), message);
  }

  /** The file as a person names it. */
  get file(): string {
    return this.parsed.source.file;
  }

  /** Line of the item, counted from 1. */
  get line(): number {
    return positionOf(this.parsed.source, this.parsed.offsetOf(this.path)).line;
  }
}
