import { z } from "zod";
import { integer } from "./common.ts";

/** An export request of OTLP/HTTP: JSON, or protobuf with the media type application/x-protobuf. */
export const OtlpTraces = z.unknown().describe("an export request of OTLP/HTTP, in JSON or protobuf");

/** The answer to it, in the protocol's own format. */
export const OtlpAnswer = z.object({
  partialSuccess: z.object({ rejectedSpans: integer, errorMessage: z.string() }).optional(),
});

/** A summary of the spans of a call or conversation. */
export const TraceSummary = z.object({
  trace_ids: z.array(z.string()),
  spans: integer,
  latency: z.array(
    z.object({
      component: z.string().describe("stt, llm, tool or tts"),
      spans: integer,
      p50_ms: z.number(),
      p95_ms: z.number(),
      max_ms: z.number(),
      first_p50_ms: z.number().nullable().describe("until the first token or audio; null: no span says so"),
    }),
  ),
  tool_calls: z.array(
    z.object({
      name: z.string(),
      parameters: z.unknown().optional(),
      output: z.unknown().optional(),
      offset_ms: z.number().describe("since the first span began"),
      duration_ms: z.number(),
    }),
  ),
  warning: z.string().nullish().describe("why not all spans are counted; null: all are"),
});
