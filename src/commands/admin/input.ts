import { resolve } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { RefusedFile, streamNamedFile } from "../../files.ts";

/** The magic number of gzip. */
const isGzip = (block: Uint8Array) => block[0] === 0x1f && block[1] === 0x8b;

/** The bytes of an export, from a file or standard input, decompressed if necessary. */
export async function* openInput(context: Context, file: string): AsyncGenerator<Uint8Array> {
  try {
    const source =
      file === "-" ? context.terminal.streams.stdin : await streamNamedFile(resolve(context.cwd, file));
    const blocks = source[Symbol.asyncIterator]();
    const { value: first, done } = await blocks.next();
    if (done) return;
    const all = chained(context, first, blocks);
    if (isGzip(first)) yield* unpacked(all);
    else yield* all;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isOfFile = error instanceof RefusedFile || /^(E[A-Z]+|Z_)/.test(code ?? "");
    if (!isOfFile) throw error;
    throw usage(`cannot read the file: ${message}`, { where: file });
  }
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

async function* unpacked(blocks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(blocks);
  const gunzip = createGunzip();
  packed.on("error", (error) => gunzip.destroy(error));
  yield* packed.pipe(gunzip);
}
