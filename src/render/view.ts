/** How a person sees data. Machines see the data itself. */
import type { Paint } from "../terminal/colour.ts";

export const OUTPUTS = ["table", "json", "jsonl", "yaml", "csv"] as const;
export type Output = (typeof OUTPUTS)[number];

export interface Column {
  readonly title: string;
  /** Dotted path into a row, or a function of it. */
  readonly value: string | ((row: never) => unknown);
  /** `time`: relative on a terminal, ISO 8601 when piped. */
  readonly kind?: "time";
}

export type View<D = unknown> =
  /** One row an item of a list: the data itself or the list at `rows`. */
  | {
      readonly kind: "rows";
      readonly rows?: string;
      readonly columns: readonly (Column | string)[];
      readonly empty?: string;
    }
  /** One object, a line a field: of the data or of the object at `of`. */
  | { readonly kind: "record"; readonly of?: string }
  /** A document that is kept as a file. */
  | { readonly kind: "yaml" }
  /** Words. */
  | {
      readonly kind: "text";
      /** `columns` is the width of the terminal; piped there is none, and nothing is cut for it. */
      text(data: D, columns?: number): string | Promise<string>;
      /** Piped, not a character is added or taken away. */
      readonly exact?: true;
      /** Colours for a terminal, given the text without its control sequences. */
      paint?(text: string, paint: Paint): string;
    };
