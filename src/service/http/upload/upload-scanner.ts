import { FieldFinder } from "./field-finder.ts";
import { RecordingText } from "./recording-text.ts";
import { TextReader } from "./text-reader.ts";

/**
 * The parts of a body with a recording, in order: `json`, the JSON with a short text in place of the
 * recording; `recording`, its bytes; then `whole`. `void` withdraws the bytes since then, or those of the last `whole`
 * one: the text is not a recording after all, or the field occurs a second time, which then counts. Bytes
 * are valid only until the next part is asked for.
 */
export type UploadPart =
  | { readonly kind: "json" | "recording"; readonly bytes: Uint8Array }
  | { readonly kind: "whole" | "void" };

interface FieldText {
  readonly json: TextReader;
  readonly recording: RecordingText;
}

const QUOTE = Buffer.from('"');

/**
 * Takes the text of a field out of the outermost object of a body, chunk by chunk. It does not check whether the rest is
 * JSON: a string is replaced by a string, so the rest is JSON if and only if the body is.
 */
export class UploadScanner {
  readonly #finder: FieldFinder;
  /** The text of the field, while it arrives. */
  #text: FieldText | undefined;
  /** Bytes of a recording were given. */
  #given = false;

  /** @param field a name in ASCII */
  constructor(field: string) {
    this.#finder = new FieldFinder(field);
  }

  *push(chunk: Buffer): Generator<UploadPart, void> {
    for (let at = 0; at < chunk.length; )
      at = this.#text ? yield* this.#read(this.#text, chunk, at) : yield* this.#find(chunk, at);
  }

  /** The body is over. */
  *end(): Generator<UploadPart, void> {
    if (!this.#text) return;
    yield* this.#void();
    // An open quote also keeps the rest from being JSON.
    yield { kind: "json", bytes: QUOTE };
  }

  *#find(chunk: Buffer, from: number): Generator<UploadPart, number> {
    const { met } = this.#finder;
    const quote = this.#finder.find(chunk, from);
    if (this.#finder.met > met) yield* this.#void();
    if (quote > from) yield { kind: "json", bytes: chunk.subarray(from, quote) };
    if (quote < chunk.length) this.#text = { json: new TextReader(), recording: new RecordingText() };
    return quote + 1;
  }

  *#read({ json, recording }: FieldText, chunk: Buffer, from: number): Generator<UploadPart, number> {
    const stretch = json.read(chunk, from);
    const wasData = recording.isData;
    yield* this.#give(recording.push(json.textOf(stretch)));
    if (stretch.ended) yield* this.#give(recording.end());
    // Base64 has no control characters.
    if (!wasData || recording.isRefused) json.checkControls(stretch);
    if (json.fault || recording.isRefused) yield* this.#void();
    if (!stretch.ended) return stretch.next;
    if (this.#given) yield { kind: "whole" };
    const left = json.fault ? [QUOTE, json.fault, QUOTE] : [Buffer.from(JSON.stringify(recording.standIn()))];
    for (const bytes of left) yield { kind: "json", bytes };
    this.#text = undefined;
    return stretch.next;
  }

  *#give(pieces: Iterable<Uint8Array>): Generator<UploadPart, void> {
    for (const bytes of pieces) {
      this.#given = true;
      yield { kind: "recording", bytes };
    }
  }

  *#void(): Generator<UploadPart, void> {
    if (this.#given) yield { kind: "void" };
    this.#given = false;
  }
}
