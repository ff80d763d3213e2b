/** An answer as JSON text, assembled from texts in the store without parsing and serializing them again. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * An answer that may be too long to hold in memory: pieces of JSON, each created once the previous one has been sent.
 */
export class JsonPieces {
  readonly pieces: AsyncIterable<string | Uint8Array>;
  constructor(pieces: AsyncIterable<string | Uint8Array>) {
    this.pieces = pieces;
  }
}
