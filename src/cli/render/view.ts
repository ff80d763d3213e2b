/** How a person sees data. Programs get the data itself. */
import type { Paint } from "../terminal/colour.ts";

export const OUTPUTS = ["table", "json", "jsonl", "yaml", "csv"] as const;
export type Output = (typeof OUTPUTS)[number];

export interface Column {
  readonly title: string;
  /** Dotted path into a row, or a function of the row. */
  readonly value: string | ((row: never) => unknown);
  /**
   * How a terminal shows the value. Piped output has it unchanged. `time`: local and relative instead of ISO
   * 8601. `outcome`: in words for people, coloured, and never cut.
   */
  readonly kind?: "time" | "outcome";
  /** If the column would become narrower than this, a terminal cuts other columns first. */
  readonly least?: number;
  /** What a terminal shows instead of an empty value. */
  readonly absent?: string;
}

export type View<D = unknown> =
  /** One row per item of a list: the data itself, or the list at `rows`. */
  | {
      readonly kind: "rows";
      readonly rows?: string;
      readonly columns: readonly (Column | string)[];
      /** What a terminal says if there are no rows. */
      readonly empty?: string;
      /** The rows that a person sees, on a terminal or in a pipe. JSON, YAML and CSV have all rows. */
      shown?(rows: never): readonly unknown[];
      /** What a terminal shows instead of a table. */
      terminal?(data: D, columns: number): string;
    }
  /** One object with one line per field: the data itself, or the object at `of`. */
  | {
      readonly kind: "record";
      readonly of?: string;
      /** What a terminal shows for fields that are empty. It leaves out all others. */
      readonly absent?: Readonly<Record<string, string>>;
      /** What a terminal shows instead of the fields. */
      terminal?(data: D, columns: number): string;
    }
  /** A document that is meant to be saved as a file. */
  | { readonly kind: "yaml" }
  /** Free text. */
  | {
      readonly kind: "text";
      /**
       * `columns` is the width of the terminal. It is absent if the output is piped, and nothing is cut then.
       */
      text(data: D, columns?: number): string | Promise<string>;
      /** Lines that are too long for the terminal break between words. */
      readonly wraps?: true;
      /** If piped, the text is written exactly as it is. */
      readonly exact?: true;
      /** Colours the text, already without control sequences, for a terminal. */
      paint?(text: string, paint: Paint): string;
    };
