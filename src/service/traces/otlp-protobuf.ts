/**
 * The protobuf forms of OTLP/HTTP (opentelemetry-proto 1.9): reads an export request as JSON, with only the fields
 * that are used, and writes answers.
 */
import { PbfWriter } from "pbf";
import { tooManyValues } from "../../contract/limit-issues.ts";
import { SUBMISSION_VALUES_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import { type Field, type Json, type Message, Reader } from "./wire.ts";

const fields = (byNumber: Readonly<Record<number, Field>>): Message["fields"] =>
  new Map(Object.entries(byNumber).map(([number, field]) => [Number(number), field]));

const ofAnyValue = new Map<number, Field>();
const ANY_VALUE: Message = { fields: ofAnyValue, is_choice: true };
const KEY_VALUE: Message = {
  fields: fields({ 1: { type: "string", name: "key" }, 2: { type: ANY_VALUE, name: "value" } }),
};
const ARRAY: Message = { fields: fields({ 1: { type: ANY_VALUE, name: "values", is_list: true } }) };
const KEY_VALUES: Message = { fields: fields({ 1: { type: KEY_VALUE, name: "values", is_list: true } }) };
// A value may have values within.
for (const [number, field] of fields({
  1: { type: "string", name: "stringValue" },
  2: { type: "bool", name: "boolValue" },
  3: { type: "int64", name: "intValue" },
  4: { type: "double", name: "doubleValue" },
  5: { type: ARRAY, name: "arrayValue" },
  6: { type: KEY_VALUES, name: "kvlistValue" },
  7: { type: "bytes" },
}))
  ofAnyValue.set(number, field);

const attributes: Field = { type: KEY_VALUE, name: "attributes", is_list: true };
/** Attributes that are not used. */
const unread: Field = { type: KEY_VALUE };
const text: Field = { type: "string" };

const EVENT: Message = {
  fields: fields({ 1: { type: "fixed64" }, 2: text, 3: unread, 4: { type: "int32" } }),
};
const LINK: Message = {
  fields: fields({
    1: { type: "bytes" },
    2: { type: "bytes" },
    3: text,
    4: unread,
    5: { type: "int32" },
    6: { type: "fixed32" },
  }),
};
const STATUS: Message = { fields: fields({ 2: text, 3: { type: "int32", name: "code" } }) };
const SPAN: Message = {
  fields: fields({
    1: { type: "bytes", name: "traceId" },
    2: { type: "bytes", name: "spanId" },
    3: text,
    4: { type: "bytes", name: "parentSpanId" },
    5: { type: "string", name: "name" },
    6: { type: "int32" },
    7: { type: "fixed64", name: "startTimeUnixNano" },
    8: { type: "fixed64", name: "endTimeUnixNano" },
    9: attributes,
    10: { type: "int32" },
    11: { type: EVENT },
    12: { type: "int32" },
    13: { type: LINK },
    14: { type: "int32" },
    15: { type: STATUS, name: "status" },
    16: { type: "fixed32" },
  }),
};
const ENTITY: Message = { fields: fields({ 1: text, 2: text, 3: text, 4: text }) };
const RESOURCE: Message = { fields: fields({ 1: attributes, 2: { type: "int32" }, 3: { type: ENTITY } }) };
const SCOPE: Message = { fields: fields({ 1: text, 2: text, 3: unread, 4: { type: "int32" } }) };
const SCOPE_SPANS: Message = {
  fields: fields({ 1: { type: SCOPE }, 2: { type: SPAN, name: "spans", is_list: true }, 3: text }),
};
const RESOURCE_SPANS: Message = {
  fields: fields({
    1: { type: RESOURCE, name: "resource" },
    2: { type: SCOPE_SPANS, name: "scopeSpans", is_list: true },
    3: text,
  }),
};
const REQUEST: Message = {
  fields: fields({ 1: { type: RESOURCE_SPANS, name: "resourceSpans", is_list: true } }),
};

/** More values than a body may have. As objects, they would need many times the memory of their bytes. */
export class TooManyValues extends Error {
  readonly excess = tooManyValues(SUBMISSION_VALUES_MAXIMUM);
}

/** @throws TooManyValues; Malformed if the bytes are not such a message */
export function otlpFromProtobuf(bytes: Uint8Array): Json {
  let read = 0;
  return new Reader(bytes, () => {
    read++;
    if (read > SUBMISSION_VALUES_MAXIMUM) throw new TooManyValues();
  }).read(REQUEST);
}

/** The answer to an export request. If there is nothing to report, it is an empty message. */
export function otlpAnswer({ partialSuccess }: Output<"OtlpAnswer">): Uint8Array<ArrayBuffer> {
  const pbf = new PbfWriter();
  if (partialSuccess)
    pbf.writeMessage(
      1,
      ({ rejectedSpans, errorMessage }, inner) => {
        inner.writeVarintField(1, rejectedSpans);
        inner.writeStringField(2, errorMessage);
      },
      partialSuccess,
    );
  return Uint8Array.from(pbf.finish());
}

/** The codes of gRPC for the statuses of HTTP that a refusal may have. */
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  409: 10,
  413: 8,
  415: 3,
  421: 3,
  422: 3,
  429: 8,
  500: 13,
  503: 14,
};
const UNKNOWN = 2;

/** A refusal as `google.rpc.Status`, which clients of OTLP read. */
export function otlpStatus(status: number, message: string): Uint8Array<ArrayBuffer> {
  const pbf = new PbfWriter();
  pbf.writeVarintField(1, CODES[status] ?? UNKNOWN);
  pbf.writeStringField(2, message);
  return Uint8Array.from(pbf.finish());
}
