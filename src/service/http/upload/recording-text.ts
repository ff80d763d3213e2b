import { HEAD_MAXIMUM, headOf } from "../../../contract/rules/recording-data-url.ts";
import { Base64Decoder } from "./base64.ts";

/** How much of a refused text is kept: more than an error repeats. */
const KEPT_CHARACTERS = 1024;

/**
 * The text of `recording_base64` as it arrives. Its bytes are passed on as they are decoded. A short text replaces the
 * long one; the checks of the contract accept or refuse it just as they would the long one.
 */
export class RecordingText {
  #phase: "head" | "data" | "refused" = "head";
  #start = "";
  #head = "";
  #length = 0;
  readonly #decoder = new Base64Decoder();
  /** In a refused text: what the checks of any text look for. */
  #nul = false;
  #illFormed = false;
  /** The first half of a surrogate pair that is split between chunks. */
  #half = "";

  /** It is known not to be a recording. */
  get isRefused(): boolean {
    return this.#phase === "refused";
  }

  /** Past its head, and base64 so far. */
  get isData(): boolean {
    return this.#phase === "data";
  }

  /** Bytes of the recording; each piece is valid until the next is asked for. */
  *push(text: string): Generator<Uint8Array, void> {
    this.#length += text.length;
    this.#start += text.slice(0, KEPT_CHARACTERS - this.#start.length);
    if (this.#phase === "data") return yield* this.#data(text);
    if (this.#phase === "refused") return this.#note(text);
    this.#head += text;
    if (this.#head.length >= HEAD_MAXIMUM) yield* this.#begin();
  }

  /** The last bytes; the text is a recording unless it is refused now. */
  *end(): Generator<Uint8Array, void> {
    if (this.#phase === "head") yield* this.#begin();
    if (this.#phase !== "data") return;
    const last = this.#decoder.end();
    if (last === undefined) this.#phase = "refused";
    else yield last;
  }

  standIn(): string {
    if (this.#phase === "data") return `${this.#head}AAAA`;
    if (this.#length <= KEPT_CHARACTERS) return this.#start;
    const illFormed = this.#illFormed || this.#half !== "";
    return `${this.#start.toWellFormed()}!${this.#nul ? "\0" : ""}${illFormed ? "\ud800" : ""}`;
  }

  *#begin(): Generator<Uint8Array, void> {
    const text = this.#head;
    const head = headOf(text);
    if (head === undefined || head.includes("\0") || !head.isWellFormed()) return this.#refuse(text);
    this.#phase = "data";
    this.#head = head;
    yield* this.#data(text.slice(head.length));
  }

  *#data(text: string): Generator<Uint8Array, void> {
    if (!(yield* this.#decoder.decode(text))) this.#refuse(text);
  }

  #refuse(text: string): void {
    this.#phase = "refused";
    this.#note(text);
  }

  #note(text: string): void {
    this.#nul ||= text.includes("\0");
    const whole = this.#half + text;
    this.#half = /[\ud800-\udbff]$/.exec(whole)?.[0] ?? "";
    this.#illFormed ||= !whole.slice(0, whole.length - this.#half.length).isWellFormed();
  }
}
