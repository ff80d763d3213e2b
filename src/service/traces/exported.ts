/** The spans of an export on their way to the store. */

/** A span as the store has it. */
export interface ExportedSpan {
  readonly trace_id: string;
  readonly span_id: string;
  /** JSON: `KeptSpan`. */
  readonly record: string;
  /** The conversation of a run that the span says it is part of. */
  readonly simulation_result_id: string | null;
}

/** JSON: a list of `ExportedSpan`, short enough to be parsed and stored in a few milliseconds. */
export type SpanPiece = Uint8Array<ArrayBuffer>;

export interface SpanPieces {
  readonly pieces: readonly SpanPiece[];
  /** How many more spans lack an id or a time. */
  readonly rejected: number;
}

export interface ExportedSpans extends SpanPieces {
  /** The same with personal data masked. To be called once: it uses the pieces up. */
  masked(): Promise<readonly SpanPiece[]>;
}

/** The body of an export request, as it came. */
export interface ExportBody {
  readonly bytes: Uint8Array;
  /** In protobuf; otherwise JSON that a `BodyScan` has let pass. */
  readonly is_protobuf: boolean;
}

/** Summarizes many spans, so that nobody else waits meanwhile. */
export interface SummaryThread {
  /**
   * @param spans JSON: a list of `KeptSpan`
   * @returns JSON: what `summarize` finds
   */
  summarize(spans: string): Promise<string>;
}
