import { resolve } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { usage } from "../../../lib/failure.ts";
import { RefusedFile, streamNamedFile } from "../../../lib/files.ts";
import type { Context } from "../../context.ts";

/** The magic number of gzip. */
const isGzip = (block: Uint8Array) => block[0] === 0x1f && block[1] === 0x8b;

/** A compressed file may unpack to this size, whatever its own. */
const ALWAYS_MB = 64;
/** Or to this many times its own size.. */
const TIMES = 100;
const MB = 1_000_000;
const NOTHING = "nothing was imported";

/**
 * The bytes of an export, from a file or standard input, decompressed if necessary. A compressed file is
 * first read to its end, so that nothing is imported from one that unpacks to far more than any export.
 * @param most_mb replaces the limit
 */
export async function* openInput(
  context: Context,
  file: string,
  most_mb: number | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    const { isPacked, bytes } = await opened(context, file);
    if (!isPacked) return yield* bytes;
    if (file === "-") return yield* unpacked(bytes, file, most_mb);
    for await (const _ of unpacked(bytes, file, most_mb)) context.signal.throwIfAborted();
    yield* unpacked((await opened(context, file)).bytes, file, most_mb);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isOfFile = error instanceof RefusedFile || /^(E[A-Z]+|Z_)/.test(code ?? "");
    if (!isOfFile) throw error;
    throw usage(`cannot read the file: ${message}`, { where: file, hint: NOTHING });
  }
}

interface Opened {
  readonly isPacked: boolean;
  readonly bytes: AsyncIterable<Uint8Array>;
}

async function opened(context: Context, file: string): Promise<Opened> {
  const source =
    file === "-" ? context.terminal.streams.stdin : await streamNamedFile(resolve(context.cwd, file));
  const blocks = source[Symbol.asyncIterator]();
  const { value: first = Buffer.alloc(0) } = await blocks.next();
  return { isPacked: isGzip(first), bytes: chained(context, first, blocks) };
}

async function* chained(
  { signal }: Context,
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    signal.throwIfAborted();
    yield next.value;
  }
}

async function* unpacked(
  blocks: AsyncIterable<Uint8Array>,
  file: string,
  most_mb: number | undefined,
): AsyncGenerator<Uint8Array> {
  let packed_bytes = 0;
  const packed = Readable.from(counted(blocks, (bytes) => (packed_bytes += bytes)));
  const gunzip = createGunzip();
  packed.on("error", (error) => gunzip.destroy(error));
  let bytes = 0;
  for await (const block of packed.pipe(gunzip)) {
    bytes += block.length;
    if (bytes > (most_mb === undefined ? Math.max(ALWAYS_MB * MB, TIMES * packed_bytes) : most_mb * MB))
      throw tooLarge(file, bytes, most_mb);
    yield block;
  }
}

async function* counted(
  blocks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const block of blocks) {
    count(block.length);
    yield block;
  }
}

function tooLarge(file: string, bytes: number, most_mb: number | undefined) {
  const size = `the file unpacks to more than ${Math.floor(bytes / MB)} MB`;
  const why = most_mb === undefined ? `, over ${TIMES} times its own size` : "";
  const advice = "if you trust it, allow more with --max-unpacked-mb, or unpack it first";
  return usage(`${size}${why}; ${advice}`, { where: file, hint: NOTHING });
}
