/** Reads an export of spans. A large one takes long and needs no store, so a thread can do this. */
import { SUBMISSION_VALUES_MAXIMUM } from "../../contract/limits.ts";
import { redactValues } from "../../engine/redaction/redact-values.ts";
import { measure } from "../../engine/traces/components.ts";
import { readOtlp, type Span } from "../../engine/traces/otlp.ts";
import { type KeptSpan, summarize } from "../../engine/traces/summary.ts";
import { badRequest } from "../errors.ts";
import { Invalid } from "../validation/fault.ts";
import { excessive, HeldBytes } from "../validation/held-bytes.ts";
import { type BodyRead, readBody } from "../validation/read.ts";
import type { ExportBody, ExportedSpan, ExportedSpans, SpanPiece, SpanPieces } from "./exported.ts";

/** The most spans in one piece, and about how many characters. */
const SPANS_MAXIMUM = 500;
const CHARACTERS_MAXIMUM = 128 * 1024;

export interface ReadSpans {
  readonly body: BodyRead;
  /** Undefined if the body has faults. */
  readonly spans: SpanPieces | undefined;
}

export interface ReadExport extends Pick<ReadSpans, "body"> {
  /** Undefined if the body has faults. */
  readonly spans: ExportedSpans | undefined;
}

/** The same as `BodyReader.readExport`, without a thread, for a small body. */
export async function readExport(sent: ExportBody): Promise<ReadExport> {
  const { body, spans } = await readSpans(sent);
  return { body, spans: spans && { ...spans, masked: async () => spans.pieces.map(maskedPiece) } };
}

/** @throws Refused (400) if the body is not an export request at all */
export async function readSpans({ bytes, is_protobuf }: ExportBody): Promise<ReadSpans> {
  const { value, ...body } = await readRequest(bytes, is_protobuf);
  if (body.faults.length > 0) return { body: { value, ...body }, spans: undefined };
  const request = readOtlp(value);
  if (!request)
    throw badRequest("the body is not an export request of OTLP: a JSON object with resourceSpans");
  const { spans, rejected } = request;
  return { body: { value: undefined, ...body }, spans: { pieces: [...piecesOf(spans)], rejected } };
}

async function readRequest(bytes: Uint8Array, is_protobuf: boolean): Promise<BodyRead> {
  try {
    const read = readBody("OtlpTraces", is_protobuf ? await asJson(bytes) : bytes, { strict: true });
    // OTLP knows only 400 for what is not a request.
    const [fault] = read.faults;
    if (fault?.type === "missing") throw badRequest(fault.msg);
    if (fault?.type === "json_invalid")
      throw badRequest(`the body is not valid JSON: ${String(fault.ctx["error"]).slice(0, 200)}`);
    return read;
  } catch (error) {
    if (error instanceof Invalid) return { value: undefined, faults: error.faults, more: 0 };
    throw error;
  }
}

/**
 * A protobuf message as JSON, which is then checked like any other body. @throws Refused (400), Invalid (422)
 */
async function asJson(bytes: Uint8Array): Promise<Uint8Array> {
  const [{ otlpFromProtobuf, TooManyValues }, { Malformed }] = await Promise.all([
    import("./otlp-protobuf.ts"),
    import("./wire.ts"),
  ]);
  let request: unknown;
  try {
    request = otlpFromProtobuf(bytes);
  } catch (error) {
    if (error instanceof TooManyValues) throw excessive(error.excess, []);
    if (error instanceof Malformed) throw badRequest("the body is not a protobuf export request of OTLP");
    throw error;
  }
  const held = new HeldBytes({ bytes: Number.POSITIVE_INFINITY, values: SUBMISSION_VALUES_MAXIMUM });
  held.add(Buffer.from(JSON.stringify(request)));
  return held.whole();
}

function* piecesOf(spans: readonly Span[]): Generator<SpanPiece> {
  let piece: ExportedSpan[] = [];
  let characters = 0;
  for (const span of spans) {
    const exported = exportedSpan(span);
    piece.push(exported);
    characters += exported.record.length;
    if (piece.length < SPANS_MAXIMUM && characters < CHARACTERS_MAXIMUM) continue;
    yield packed(piece);
    piece = [];
    characters = 0;
  }
  if (piece.length > 0) yield packed(piece);
}

function exportedSpan(span: Span): ExportedSpan {
  const { simulation_result_id, ...measured } = measure(span);
  const { trace_id, span_id, parent_span_id, start_ms, duration_ms } = span;
  const kept: KeptSpan = { trace_id, span_id, parent_span_id, start_ms, duration_ms, ...measured };
  return { trace_id, span_id, record: JSON.stringify(kept), simulation_result_id };
}

/** The same spans with personal data in their tool calls masked. */
export const maskedPiece = (piece: SpanPiece): SpanPiece =>
  packed(
    unpacked(piece).map((span) => {
      const kept: KeptSpan = JSON.parse(span.record);
      return { ...span, record: JSON.stringify({ ...kept, tool: redactValues(kept.tool) }) };
    }),
  );

/** In separate memory, so that it can be transferred to another thread without a copy. */
const packed = (spans: readonly ExportedSpan[]): SpanPiece => new TextEncoder().encode(JSON.stringify(spans));

export const unpacked = (piece: SpanPiece): ExportedSpan[] => JSON.parse(new TextDecoder().decode(piece));

/** The same as `SummaryThread.summarize`, without a thread, for a few spans. */
export const summaryOf = (spans: string): string => JSON.stringify(summarize(JSON.parse(spans)));
