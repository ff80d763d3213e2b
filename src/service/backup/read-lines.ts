import { createHash } from "node:crypto";
import type { z } from "zod";
import { BodyScan } from "../../contract/body-scan.ts";
import { VALUES_MAXIMUM } from "../../contract/limits.ts";
import { Header, Line, VERSION } from "./lines.ts";
import { ImportRefused } from "./refused.ts";

const NEWLINE = 0x0a;
/** More than the largest row with every character escaped, so that an endless line cannot fill memory. */
const LINE_MAXIMUM = 288 * 1024 * 1024;
/** Longer lines are measured before they are parsed, because one of only brackets would take all memory. */
const PARSED_AT_ONCE = 1024 * 1024;

export interface Reading {
  readonly header: Header;
  /** The lines after the header, one at a time. */
  readonly lines: AsyncGenerator<Line>;
  /** Number of the last line that was read, from 1. */
  position(): number;
  /** Checksum of the lines before the last one that was read; hexadecimal. */
  sha256(): string;
}

/** Begins to read an export. Throws `ImportRefused`, here and from its lines. */
export async function readExport(source: AsyncIterable<Uint8Array>): Promise<Reading> {
  const texts = linesOf(source);
  const hash = createHash("sha256");
  let position = 0;
  let last: Uint8Array = Buffer.alloc(0);

  async function next<T>(schema: z.ZodType<T>): Promise<T | undefined> {
    hash.update(last);
    const { value, done } = await texts.next();
    if (done) return undefined;
    last = value;
    position++;
    const checked = schema.safeParse(parse(value));
    if (checked.success) return checked.data;
    if (position > 1 && value.at(-1) !== NEWLINE)
      throw new ImportRefused(`the file was cut off in line ${position}`);
    throw new ImportRefused(
      position === 1
        ? "the file is not an export of a store"
        : `line ${position} is not a valid line of an export`,
    );
  }

  const header = await next(Header);
  if (!header) throw new ImportRefused("the file is empty");
  if (header.version !== VERSION)
    throw new ImportRefused(
      `the file has format version ${header.version}; this version of parley reads ${VERSION}`,
    );
  async function* lines(): AsyncGenerator<Line> {
    for (let line = await next(Line); line; line = await next(Line)) yield line;
  }
  return { header, lines: lines(), position: () => position, sha256: () => hash.copy().digest("hex") };
}

function parse(line: Uint8Array): unknown {
  if (line.length > PARSED_AT_ONCE && new BodyScan(VALUES_MAXIMUM).read(line)) return undefined;
  try {
    return JSON.parse(Buffer.from(line).toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Lines with their line ends. Anything after the last line end is a line too: the incomplete one of a
 * truncated file.
 */
async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of source) {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, block.subarray(start, end + 1)]);
      begun = [];
      bytes = 0;
      start = end + 1;
    }
    bytes += block.length - start;
    if (bytes > LINE_MAXIMUM) throw new ImportRefused(`a line is longer than ${LINE_MAXIMUM} bytes`);
    if (start < block.length) begun.push(block.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
