import type { Detail } from "../failure.ts";
import { pathFault } from "./check.ts";
import type { Parsed, Path } from "./parsed.ts";
import { positionOf } from "./source.ts";

/** Fields that go over earlier ones, and where in the document each stands. */
export interface Layer {
  readonly fields: Readonly<Record<string, unknown>>;
  placeOf(field: string): Path;
}

/** The fields of an object of the document. */
export const layerOf = (fields: Layer["fields"], around: Path): Layer => ({
  fields,
  placeOf: (field) => [...around, field],
});

/** One thing that a manifest lists, with its defaults filled in: the fields, and where in the document each stands. */
export class Entry {
  readonly parsed: Parsed;
  /** Of the item in the document. */
  readonly path: Path;
  readonly #fields = new Map<string, { readonly value: unknown; readonly origin: Path }>();

  constructor(parsed: Parsed, path: Path) {
    this.parsed = parsed;
    this.path = path;
  }

  get(field: string): unknown {
    return this.#fields.get(field)?.value;
  }

  /** Takes a field over what was there before. */
  set(field: string, value: unknown, origin: Path): void {
    this.#fields.set(field, { value, origin });
  }

  /** Takes all fields of a layer over what was there before. */
  put({ fields, placeOf }: Layer): void {
    for (const [field, value] of Object.entries(fields)) this.set(field, value, placeOf(field));
  }

  delete(field: string): void {
    this.#fields.delete(field);
  }

  get fields(): Record<string, unknown> {
    return Object.fromEntries([...this.#fields].map(([field, { value }]) => [field, value]));
  }

  /** Where a field stands in the document: in the item, in its matrix, or in the defaults. */
  originOf(field: string): Path {
    return this.#fields.get(field)?.origin ?? this.path;
  }

  /** A fault of a field; of the whole where the entry has no such field. */
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
