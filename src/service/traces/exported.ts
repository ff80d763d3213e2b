/** The spans of an export, before they are stored. */

/** The stored form of a span. */
export interface ExportedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  /** JSON: `KeptSpan`. */
  readonly record: string;
  /** The conversation that the span says it belongs to. */
  readonly simulation_result_id: string | null;
}

/** JSON: a list of `ExportedSpan`, short enough to be parsed and stored in a few milliseconds. */
export type SpanPiece = Uint8Array<ArrayBuffer>;

export interface SpanPieces {
  readonly pieces: readonly SpanPiece[];
  /** How many further spans were rejected because they lack an id or a time. */
  readonly rejected: number;
}

export interface ExportedSpans extends SpanPieces {
  /** The same with personal data masked. Call it only once, because it transfers the pieces. */
  masked(): Promise<readonly SpanPiece[]>;
}

/** The unparsed body of an export request. */
export interface ExportBody {
  readonly bytes: Uint8Array;
  /** Protobuf. Otherwise JSON that has passed a `BodyScan`. */
  readonly is_protobuf: boolean;
}

/** Summarizes many spans without blocking other work. */
export interface SummaryThread {
  /**
   * @param spans JSON: a list of `KeptSpan`
   * @returns JSON: the result of `summarize`
   */
  summarize(spans: string): Promise<string>;
}
