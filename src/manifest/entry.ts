import type { Detail } from "../failure.ts";
import { growing } from "../growing.ts";
import { pathFault } from "./check.ts";
import type { Parsed, Path } from "./parsed.ts";
import { positionOf } from "./source.ts";

/** Fields that go over earlier ones, and where in the document each is. */
export interface Layer {
  readonly fields: Readonly<Record<string, unknown>>;
  placeOf(field: string): Path;
}

/** The fields of an object of the document. */
export const layerOf = (fields: Layer["fields"], around: Path): Layer => ({
  fields,
  placeOf: (field) => [...around, field],
});

/** One thing that a manifest lists, with its defaults filled in: the fields, and where in the document each is. */
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

  /** Takes a field over what was there before. */
  set(field: string, value: unknown, origin: Path): void {
    this.put({ fields: { [field]: value }, placeOf: () => origin });
  }

  /** Takes all fields of a layer over what was there before. */
  put(layer: Layer): void {
    this.#fields = Object.assign(growing(), this.#fields, layer.fields);
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

  /** A fault of a field; of the whole entry if it does not have the field. */
  fault(field: string, message: string): Detail {
    return pathFault(this.parsed, this.originOf(field), message);
  }

  /** As a person calls the file. */
  get file(): string {
    return this.parsed.source.file;
  }

  /** Line of the item, from 1. */
  get line(): number {
    return positionOf(this.parsed.source, this.parsed.offsetOf(this.path)).line;
  }
}
