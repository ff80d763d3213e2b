/**
 * The format of an exported store is JSON Lines: the header, the rows of each table, the numbers that tables have assigned,
 * the recordings in pieces, and the trailer. Exporting a store twice gives the same bytes.
 */
import { z } from "zod";
import { SERIAL_TABLES, TABLES } from "./tables.ts";

export const FORMAT = "parley-store";
export const VERSION = 1;

export const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.int(),
  /** Name of the last migration; the rows have its columns. */
  migration: z.string(),
});
export type Header = z.output<typeof Header>;

const RowLine = z.strictObject({
  table: z.enum(TABLES),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
const SerialLine = z.strictObject({ serial: z.enum(SERIAL_TABLES), value: z.int() });
/** The beginning of a recording. Lines with its bytes follow, then the line that ends it. */
const RecordingLine = z.strictObject({ recording: z.string() });
const BytesLine = z.strictObject({ bytes: z.base64() });
const RecordingEnd = z.strictObject({ recording_sha256: z.string() });
const Trailer = z.strictObject({
  end: z.strictObject({
    rows: z.int(),
    recordings: z.int(),
    /** Checksum of every line before, line ends included; hexadecimal. */
    sha256: z.string(),
  }),
});

export const Line = z.union([BytesLine, RowLine, SerialLine, RecordingLine, RecordingEnd, Trailer]);
export type Line = z.output<typeof Line>;
export type RowLine = z.output<typeof RowLine>;
