import { isAscii } from "node:buffer";
import { TextDecoder } from "node:util";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Escapes that may be cut off at the end of a chunk: `\`, `\u`, `\u12`. */
const CUT_ESCAPE = /\\(?:u[0-9A-Fa-f]{0,3})?$/;
const CUT_ESCAPE_BYTES = 5;

/** A byte that never occurs in UTF-8. */
const NO_UTF8 = Buffer.from([0xff]);

/** A part of a JSON string, and where the next one begins. */
interface Stretch {
  readonly next: number;
  /** Whether the closing quote was found; it is just before `next`. */
  readonly ended: boolean;
  /** The text without the closing quote. */
  readonly raw: Buffer;
  readonly escaped: boolean;
}

/** Reads one JSON string that arrives in chunks, from after its opening quote. */
export class TextReader {
  /** Bytes of an escape whose rest is in the next chunk. */
  #cut: Uint8Array = new Uint8Array();
  /** Created at the first non-ASCII byte: from there on a chunk may end within a character. */
  #decoder: TextDecoder | undefined;
  #fault: Uint8Array | undefined;

  /** Set once the string is invalid: bytes that make whatever contains them invalid JSON for the same reason. */
  get fault(): Uint8Array | undefined {
    return this.#fault;
  }

  /** The part of the string that is in `chunk` from index `from` on. */
  read(chunk: Buffer, from: number): Stretch {
    const cut_length = this.#cut.length;
    const rest = chunk.subarray(from);
    const bytes = cut_length === 0 ? rest : Buffer.concat([this.#cut, rest]);
    const escaped = bytes.includes(BACKSLASH);
    const quote = escaped ? unescapedQuote(bytes) : bytes.indexOf(QUOTE);
    const ended = quote >= 0;
    const length = ended ? quote : bytes.length - (escaped ? cutEscape(bytes) : 0);
    // Copied, so that the chunk can be freed.
    this.#cut = ended ? new Uint8Array() : Uint8Array.from(bytes.subarray(length));
    return {
      raw: bytes.subarray(0, length),
      escaped,
      ended,
      next: ended ? from + quote + 1 - cut_length : chunk.length,
    };
  }

  /** The characters of each stretch in turn, without checking for control characters; nothing after a fault. */
  textOf({ raw, escaped, ended }: Stretch): string {
    const text = this.#fault ? "" : this.#decode(raw, ended);
    return escaped ? this.#unescape(text, raw) : text;
  }

  /** Control characters must be escaped. */
  checkControls({ raw, escaped }: Stretch): void {
    // If there are escapes, JSON.parse has checked.
    if (!escaped && /[\0-\x1f]/.test(raw.toString("latin1"))) this.#fault ??= Uint8Array.from(raw);
  }

  #decode(raw: Buffer, ended: boolean): string {
    if (!this.#decoder && isAscii(raw)) return raw.toString("latin1");
    this.#decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    try {
      return this.#decoder.decode(raw, { stream: !ended });
    } catch {
      this.#fault = NO_UTF8;
      return "";
    }
  }

  #unescape(text: string, raw: Buffer): string {
    try {
      return JSON.parse(`"${text}"`);
    } catch {
      this.#fault ??= Uint8Array.from(raw);
      return "";
    }
  }
}

/** The first quote that follows an even number of backslashes; -1 without one. */
function unescapedQuote(bytes: Buffer): number {
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1))
    if (backslashesBefore(bytes, at) % 2 === 0) return at;
  return -1;
}

/** How many bytes at the end begin an escape that continues in the next chunk. */
function cutEscape(bytes: Buffer): number {
  const { length = 0 } = CUT_ESCAPE.exec(bytes.subarray(-CUT_ESCAPE_BYTES).toString("latin1"))?.[0] ?? "";
  return length > 0 && backslashesBefore(bytes, bytes.length - length) % 2 === 0 ? length : 0;
}

function backslashesBefore(bytes: Buffer, at: number): number {
  let count = 0;
  while (bytes[at - 1 - count] === BACKSLASH) count++;
  return count;
}
