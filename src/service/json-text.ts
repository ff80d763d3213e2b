/** An answer as JSON text, assembled from texts in the store without parsing and writing them again. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An answer that may be too long to be in memory as a whole: pieces of JSON, each made when the one before has gone. */
export class JsonPieces {
  readonly pieces: AsyncIterable<string | Uint8Array>;
  constructor(pieces: AsyncIterable<string | Uint8Array>) {
    this.pieces = pieces;
  }
}
