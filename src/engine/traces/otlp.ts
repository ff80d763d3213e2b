/** Spans in the JSON form of OTLP/HTTP, version 1 of the protocol. */
import { type Fields, fieldsOf, isObject, itemsOf } from "../../contract/is-object.ts";

export interface Span {
  /** Lower case, hexadecimal. */
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start_ms: number;
  readonly duration_ms: number;
  /** The status of the span is ERROR. */
  readonly failed: boolean;
  readonly attributes: Fields;
  /** The attributes of its resource, which all of its spans share. */
  readonly shared: Fields;
}

/**
 * The spans of an export request, and how many were rejected because their ids or times are missing. Undefined if it
 * is not an export request.
 */
export function readOtlp(
  request: unknown,
): { readonly spans: Span[]; readonly rejected: number } | undefined {
  if (!isObject(request)) return undefined;
  const spans: Span[] = [];
  let rejected = 0;
  const resources = objectsIn(request["resourceSpans"]);
  if (!resources) return undefined;
  for (const { resource, scopeSpans } of resources) {
    const shared = attributesOf(fieldsOf(resource)["attributes"]);
    const scopes = objectsIn(scopeSpans);
    if (!scopes) return undefined;
    for (const scope of scopes) {
      const values = objectsIn(scope["spans"]);
      if (!values) return undefined;
      for (const value of values) {
        const span = toSpan(value, shared);
        if (span) spans.push(span);
        else rejected++;
      }
    }
  }
  return { spans, rejected };
}

/** A list of messages. A field that is not set is an empty list; undefined for anything else. */
function objectsIn(value: unknown): readonly Fields[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

function toSpan(value: Fields, shared: Fields): Span | undefined {
  const trace_id = idOf(value["traceId"], 32);
  const span_id = idOf(value["spanId"], 16);
  const start = nanosOf(value["startTimeUnixNano"]);
  const end = nanosOf(value["endTimeUnixNano"]);
  if (
    trace_id === undefined ||
    span_id === undefined ||
    start === undefined ||
    end === undefined ||
    end < start
  )
    return undefined;
  const { code } = fieldsOf(value["status"]);
  return {
    trace_id,
    span_id,
    parent_span_id: idOf(value["parentSpanId"], 16) ?? null,
    name: typeof value["name"] === "string" ? value["name"] : "",
    start_ms: start / 1e6,
    duration_ms: (end - start) / 1e6,
    failed: code === 2 || code === "STATUS_CODE_ERROR",
    attributes: attributesOf(value["attributes"]),
    shared,
  };
}

/** An id of only zeros is not valid. */
function idOf(value: unknown, digits: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const id = value.toLowerCase();
  return id.length === digits && /^[\da-f]+$/.test(id) && /[^0]/.test(id) ? id : undefined;
}

/** 64-bit integers are texts in JSON. A double is exact to a quarter of a microsecond. */
function nanosOf(value: unknown): number | undefined {
  if (typeof value !== "number" && !(typeof value === "string" && /^\d{1,19}$/.test(value))) return undefined;
  const nanos = Number(value);
  return Number.isFinite(nanos) && nanos > 0 ? nanos : undefined;
}

const attributesOf = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(
    itemsOf(value)
      .map(fieldsOf)
      .flatMap((attribute) =>
        typeof attribute["key"] === "string" && attribute["key"] !== "__proto__"
          ? [[attribute["key"], anyValueOf(attribute["value"])]]
          : [],
      ),
  );

function anyValueOf(value: unknown): unknown {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = fieldsOf(value);
  if (stringValue !== undefined) return stringValue;
  if (boolValue !== undefined) return boolValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return doubleValue;
  if (arrayValue !== undefined) return itemsOf(fieldsOf(arrayValue)["values"]).map(anyValueOf);
  return kvlistValue === undefined ? null : attributesOf(fieldsOf(kvlistValue)["values"]);
}
