/** Characters decoded at once; a multiple of 4. */
const STEP = 128 * 1024;

/** Decodes base64 that arrives in parts of any length; only the standard alphabet with padding is accepted. */
export class Base64Decoder {
  /** Up to three characters that wait for the rest of their group. */
  #waiting = "";
  #padding = 0;
  #characters = 0;
  /** Reused for each piece. */
  readonly #piece = Buffer.allocUnsafe((STEP / 4) * 3);

  /**
   * The bytes of whole groups, in pieces that are valid only until the next is asked for. Returns whether the text was
   * base64; if it was not, some bytes may have been given before.
   */
  *decode(text: string): Generator<Uint8Array, boolean> {
    this.#characters += text.length;
    let data = text;
    const equals = this.#padding > 0 ? 0 : text.indexOf("=");
    if (equals >= 0) {
      const padding = text.slice(equals);
      if (!/^=*$/.test(padding)) return false;
      this.#padding += padding.length;
      if (this.#padding > 2) return false;
      data = text.slice(0, equals);
    }
    // Node also accepts the URL-safe alphabet.
    if (data.includes("-") || data.includes("_")) return false;
    data = this.#waiting + data;
    const whole = data.length - (data.length % 4);
    for (let at = 0; at < whole; at += STEP) {
      const groups = data.slice(at, Math.min(whole, at + STEP));
      const length = this.#piece.write(groups, "base64");
      // Node skips characters that are not base64.
      if (length !== (groups.length / 4) * 3) return false;
      yield this.#piece.subarray(0, length);
    }
    this.#waiting = data.slice(whole);
    return true;
  }

  /** The bytes of the last group, if it is padded; undefined if the text is incomplete. */
  end(): Uint8Array | undefined {
    if (this.#characters === 0 || this.#characters % 4 !== 0) return undefined;
    if (!/^[A-Za-z0-9+/]*$/.test(this.#waiting)) return undefined;
    return Buffer.from(this.#waiting, "base64");
  }
}
