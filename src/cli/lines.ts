/** The lines of a stream from another program, each with a length limit. */
import type { Readable } from "node:stream";
import { usage } from "../lib/failure.ts";
import { BYTES_MAXIMUM, sizeInWords } from "../lib/files.ts";

const NEWLINE = 0x0a;

/**
 * Each line as it arrives, without its end. Ends with the stream, or when `signal` aborts. Closes the stream
 * in any case.
 * @param name what messages call the stream
 * @throws Failure (usage) for a line that is longer than a body may be, or not UTF-8
 */
export async function* linesOf(
  stream: Readable,
  { name, signal }: { readonly name: string; readonly signal?: AbortSignal },
): AsyncGenerator<string> {
  const stop = () => stream.destroy();
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  let begun: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const add = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > BYTES_MAXIMUM.body)
      throw usage(`line ${number + 1} of ${name} is longer than ${sizeInWords(BYTES_MAXIMUM.body)}`, {
        hint: "end each message with a new line",
      });
    begun.push(piece);
  };
  const take = () => {
    const line = Buffer.concat(begun);
    begun = [];
    bytes = 0;
    number++;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(line).replace(/\r$/, "");
    } catch {
      throw usage(`line ${number} of ${name} is not valid UTF-8`);
    }
  };
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      let from = 0;
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
        add(piece.subarray(from, end));
        from = end + 1;
        yield take();
      }
      add(piece.subarray(from));
    }
    if (bytes > 0) yield take();
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    // A pipe that its writer keeps open would keep the process alive.
    stream.destroy();
  }
}
