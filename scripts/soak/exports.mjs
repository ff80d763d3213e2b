// Exports of spans, as an agent sends them, as large as they may be.
import { PbfWriter } from "pbf";

/** Bytes and values that a body may have, and items of one list in it, as in src/contract/limits.ts. */
export const LIMITS = { bytes: 4 * 2 ** 20, values: 200_000, items: 20_000 };

const hex = (number, digits) => number.toString(16).padStart(digits, "0");

const span = (at, more) => ({
  traceId: hex(1, 32),
  spanId: hex(1 + at, 16),
  startTimeUnixNano: 1,
  endTimeUnixNano: 2,
  ...more,
});

/** A span that records the input of a tool, in texts that take six times their size as JSON. */
const toolCall = (at) =>
  span(at, {
    name: "tool",
    attributes: ["input.value", "output.value"].map((key) => ({
      key,
      value: { stringValue: "\x01".repeat(9_900) },
    })),
  });

function requestOf(count, make) {
  const lists = [];
  for (let from = 0; from < count; from += LIMITS.items)
    lists.push(Array.from({ length: Math.min(LIMITS.items, count - from) }, (_, at) => make(from + at)));
  return { resourceSpans: [{ scopeSpans: lists.map((spans) => ({ spans })) }] };
}

/** Five values a span, and a few around them. */
const SPANS = LIMITS.values / 5 - 10;

/** By what makes them large: their spans, or the texts in them. */
export const exportsOf = {
  spans: {
    json: () => asJson(requestOf(Math.floor(LIMITS.bytes / 121), span)),
    protobuf: () => asProtobuf(requestOf(SPANS, span)),
  },
  texts: {
    json: () => asJson(requestOf(35, toolCall)),
    protobuf: () => asProtobuf(requestOf(210, toolCall)),
  },
};

const asJson = (request) => within(Buffer.from(JSON.stringify(request)));

function asProtobuf({ resourceSpans }) {
  const pbf = new PbfWriter();
  const each = (tag, write, values) => {
    for (const value of values) pbf.writeMessage(tag, write, value);
  };
  const attribute = ({ key, value }) => {
    pbf.writeStringField(1, key);
    each(2, ({ stringValue }) => pbf.writeStringField(1, stringValue), [value]);
  };
  const writeSpan = ({ traceId, spanId, name, startTimeUnixNano, endTimeUnixNano, attributes = [] }) => {
    pbf.writeBytesField(1, Buffer.from(traceId, "hex"));
    pbf.writeBytesField(2, Buffer.from(spanId, "hex"));
    if (name !== undefined) pbf.writeStringField(5, name);
    pbf.writeFixed64Field(7, startTimeUnixNano);
    pbf.writeFixed64Field(8, endTimeUnixNano);
    each(9, attribute, attributes);
  };
  const scope = ({ spans }) => each(2, writeSpan, spans);
  each(1, ({ scopeSpans }) => each(2, scope, scopeSpans), resourceSpans);
  return within(Buffer.from(pbf.finish()));
}

function within(body) {
  if (body.length > LIMITS.bytes) throw new Error(`an export of ${body.length} bytes is refused unread`);
  return body;
}
