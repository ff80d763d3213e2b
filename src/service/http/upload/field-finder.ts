const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** `\u0072` */
const LONGEST_CHARACTER = 6;

/** Finds where the text of a field of the outermost object begins, in JSON that arrives in chunks. */
export class FieldFinder {
  readonly #field: string;
  /** How often the field's name has occurred, whatever its value. */
  #met = 0;
  /** Depth of arrays and objects. */
  #depth = 0;
  /** The outermost value is an object. */
  #isObject = false;
  /** In the outermost object, between a colon and the next comma. */
  #afterColon = false;
  /** The last name in the outermost object was the field's. */
  #isField = false;
  #inText = false;
  #escaped = false;
  /** The bytes of the text, if it may be the field's name. */
  #name: number[] | undefined;

  /** @param field a name in ASCII */
  constructor(field: string) {
    this.#field = field;
  }

  get met(): number {
    return this.#met;
  }

  /**
   * The index of the opening quote of the field's text; the chunk's length if it does not begin in this chunk. The next
   * chunk given must begin after the closing quote.
   */
  find(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#inText) this.#readText(byte);
      else if (byte === QUOTE) {
        if (this.#isField && this.#afterColon && this.#depth === 1) {
          this.#isField = false;
          return at;
        }
        this.#inText = true;
        this.#name = this.#depth === 1 && this.#isObject && !this.#afterColon ? [] : undefined;
      } else this.#readStructure(byte);
    }
    return chunk.length;
  }

  #readText(byte: number): void {
    if (!this.#escaped && byte === QUOTE) {
      this.#endText();
      return;
    }
    this.#escaped = !this.#escaped && byte === BACKSLASH;
    if (!this.#name) return;
    this.#name.push(byte);
    if (this.#name.length > this.#field.length * LONGEST_CHARACTER) this.#name = undefined;
  }

  #endText(): void {
    this.#inText = false;
    if (this.#depth !== 1 || this.#afterColon) return;
    this.#isField = this.#name !== undefined && unescaped(this.#name) === this.#field;
    if (this.#isField) this.#met++;
  }

  #readStructure(byte: number): void {
    if (byte === BRACE || byte === BRACKET) {
      if (this.#depth === 0) this.#isObject = byte === BRACE;
      this.#depth++;
    } else if (byte === BRACE_END || byte === BRACKET_END) this.#depth--;
    else if (this.#depth === 1 && (byte === COLON || byte === COMMA)) this.#afterColon = byte === COLON;
  }
}

function unescaped(bytes: readonly number[]): string | undefined {
  try {
    return JSON.parse(`"${String.fromCharCode(...bytes)}"`);
  } catch {
    return undefined;
  }
}
