import { type LimitIssue, TOO_DEEP, TOO_MANY_KEYS, tooManyItems, tooManyValues } from "./limit-issues.ts";
import { DEPTH_MAXIMUM, ITEMS_MAXIMUM, KEYS_MAXIMUM } from "./limits.ts";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d];
const SPACE = 0x20;

/** A list or object that has started and not ended. */
interface Open {
  readonly isObject: boolean;
  /** Items or keys so far. */
  count: number;
  /** Where in the body the last key begins. */
  key_at: number;
}

/**
 * Measures a JSON body while it arrives, so that an unreasonable one is refused before it is complete and
 * before it is parsed: how deeply it is nested, how many keys an object has, how many items a list has, and
 * how many values there are in total. It does not check that the bytes are JSON. The parser does.
 */
export class BodyScan {
  readonly #values_maximum: number;
  readonly #open: Open[] = [];
  #values = 1;
  /** Bytes before the current chunk. */
  #before = 0;
  #inText = false;
  #escaped = false;
  /** The last byte outside of strings that is not white space. */
  #last = 0;

  constructor(values_maximum: number) {
    this.#values_maximum = values_maximum;
  }

  /**
   * Reads the next bytes. Returns the exceeded limit as soon as there is one; `path` then leads to the place.
   */
  read(chunk: Uint8Array): LimitIssue | undefined {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte > SPACE) {
        const excess = this.#readStructure(byte, this.#before + at);
        if (excess) return excess;
        this.#last = byte;
      }
    }
    this.#before += chunk.length;
    return undefined;
  }

  #readStructure(byte: number, at: number): LimitIssue | undefined {
    switch (byte) {
      case QUOTE: {
        this.#inText = true;
        const around = this.#open.at(-1);
        if (around?.isObject && (this.#last === BRACE || this.#last === COMMA)) around.key_at = at;
        return undefined;
      }
      case BRACE:
      case BRACKET: {
        if (this.#open.length === DEPTH_MAXIMUM) return TOO_DEEP;
        this.#open.push({ isObject: byte === BRACE, count: 1, key_at: at });
        return this.#countValue();
      }
      case BRACE_END:
      case BRACKET_END: {
        this.#open.pop();
        // It was counted as having a first value, but it is empty.
        if (this.#last === BRACE || this.#last === BRACKET) this.#values--;
        return undefined;
      }
      case COMMA: {
        const around = this.#open.at(-1);
        if (!around) return undefined;
        around.count++;
        if (around.count > (around.isObject ? KEYS_MAXIMUM : ITEMS_MAXIMUM)) {
          this.#open.pop();
          return around.isObject ? TOO_MANY_KEYS : tooManyItems(ITEMS_MAXIMUM);
        }
        return this.#countValue();
      }
      default:
        return undefined;
    }
  }

  #countValue(): LimitIssue | undefined {
    this.#values++;
    if (this.#values <= this.#values_maximum) return undefined;
    this.#open.length = 0;
    return tooManyValues(this.#values_maximum);
  }

  /**
   * The path to the value that exceeds a limit.
   * @param body all bytes that were read
   */
  path(body: Uint8Array): string[] {
    return this.#open.map(({ isObject, count, key_at }) =>
      isObject ? keyAt(body, key_at) : String(count - 1),
    );
  }
}

/** The key whose opening quote is at an index. */
function keyAt(body: Uint8Array, start: number): string {
  let end = start + 1;
  while (end < body.length && body[end] !== QUOTE) end += body[end] === BACKSLASH ? 2 : 1;
  try {
    return String(JSON.parse(Buffer.from(body.subarray(start, end + 1)).toString("utf8"))).toWellFormed();
  } catch {
    return "";
  }
}
