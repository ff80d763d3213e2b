/** The header `traceparent` of W3C Trace Context. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const SHAPE = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** Undefined if it is not valid. Later versions may have more parts. */
export function parseTraceparent(text: string | null | undefined): TraceParent | undefined {
  const [, traceId, spanId, flags = ""] = SHAPE.exec(text ?? "") ?? [];
  return traceId && spanId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : undefined;
}

export const formatTraceparent = ({ traceId, spanId, traceFlags }: TraceParent) =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
