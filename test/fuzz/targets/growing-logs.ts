/** Data that other programs send: exports of spans, in JSON and protobuf, and the logs of other platforms. */
import fc from "fast-check";
import { PbfWriter } from "pbf";
import { BODY_MAXIMUM } from "../../../src/contract/limits.ts";
import { trouble } from "../inputs.ts";
import { target } from "../target.ts";
import { copies } from "./growing.ts";
import { begin, end, postWithinBounds } from "./small-service.ts";

interface Growth {
  readonly count: number;
  readonly text: string;
}

/** As many as requested, as long as they fit into a body. */
function many(count: number, make: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, size = 0; at < count && size < BODY_MAXIMUM; at++) {
    const part = make(at);
    parts.push(part);
    size += part.length + 1;
  }
  return parts.join(",");
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");
const long = ({ count, text }: Growth) => text.repeat(Math.min(count, BODY_MAXIMUM / (text.length || 1)));
const attribute = (key: string, text: string) =>
  `{"key":"${key}","value":{"stringValue":${JSON.stringify(text)}}}`;
const span = (at: number, attributes: string) =>
  `{"traceId":"${hex(1, 32)}","spanId":"${hex(1 + (at % 1000), 16)}","name":"tool","startTimeUnixNano":1,"endTimeUnixNano":2,"attributes":[${attributes}]}`;
const exported = (spans: string, shared = "") =>
  `{"resourceSpans":[{"resource":{"attributes":[${shared}]},"scopeSpans":[{"spans":[${spans}]}]}]}`;

/** Exports in JSON, by what grows. The spans are always the same ones, so that the store does not grow. */
const EXPORTS: Readonly<Record<string, (growth: Growth) => string>> = {
  spans: ({ count, text }) => exported(many(count, (at) => span(at, attribute("input.value", text)))),
  "attributes of a span": ({ count, text }) =>
    exported(
      span(
        0,
        many(count, (at) => attribute(`k${at}`, text)),
      ),
    ),
  "attributes of a resource": ({ count, text }) =>
    exported(
      many(100, (at) => span(at, "")),
      many(count, (at) => attribute(`k${at}`, text)),
    ),
  "what a tool was given": (growth) =>
    exported(many(100, (at) => span(at, attribute("input.value", long(growth))))),
  "named conversations": ({ count }) =>
    exported(many(count, (at) => span(at, attribute("simulation_result_id", String(at))))),
  "a long name of a conversation": (growth) =>
    exported(
      many(1000, (at) => span(at, "")),
      attribute("simulation_result_id", long(growth)),
    ),
  "lists in one another": ({ count }) =>
    exported(span(0, `{"key":"a","value":${`{"arrayValue":{"values":[`.repeat(Math.min(count, 60_000))}`)),
};

type Write = (pbf: PbfWriter) => void;
const within = (pbf: PbfWriter, tag: number, write: Write) =>
  pbf.writeMessage(tag, (_, inner) => write(inner), undefined);

/** Until the count is reached, or the body is full. */
function repeat(pbf: PbfWriter, count: number, write: (at: number) => void): void {
  for (let at = 0; at < count && pbf.pos < BODY_MAXIMUM; at++) write(at);
}

const writeAttribute = (pbf: PbfWriter, key: string, text: string) =>
  within(pbf, 9, (inner) => {
    inner.writeStringField(1, key);
    within(inner, 2, (value) => value.writeStringField(1, text));
  });

function writeSpan(pbf: PbfWriter, at: number, more: Write): void {
  within(pbf, 2, (inner) => {
    inner.writeBytesField(1, Buffer.from(hex(1, 32), "hex"));
    inner.writeBytesField(2, Buffer.from(hex(1 + (at % 1000), 16), "hex"));
    inner.writeStringField(5, "tool");
    inner.writeFixed64Field(7, 1);
    inner.writeFixed64Field(8, 2);
    more(inner);
  });
}

/** The writes of a scope, in protobuf, by what grows. */
const SCOPES: Readonly<Record<string, (pbf: PbfWriter, growth: Growth) => void>> = {
  spans: (pbf, { count, text }) =>
    repeat(pbf, count, (at) => writeSpan(pbf, at, (inner) => writeAttribute(inner, "input.value", text))),
  "empty spans": (pbf, { count }) => repeat(pbf, count, () => within(pbf, 2, () => undefined)),
  attributes: (pbf, { count, text }) =>
    writeSpan(pbf, 0, (inner) => repeat(inner, count, (at) => writeAttribute(inner, `k${at}`, text))),
  texts: (pbf, growth) =>
    repeat(pbf, 100, (at) =>
      writeSpan(pbf, at, (inner) => writeAttribute(inner, "output.value", long(growth))),
    ),
  "unknown fields": (pbf, { count }) => repeat(pbf, count, () => pbf.writeVarintField(15, 1)),
  depth: (pbf, { count }) => {
    const nested = (inner: PbfWriter, left: number): void =>
      within(inner, 5, (list) =>
        within(list, 1, (value) => (left > 0 ? nested(value, left - 1) : undefined)),
      );
    writeSpan(pbf, 0, (inner) =>
      within(inner, 9, (pair) => within(pair, 2, (value) => nested(value, Math.min(count, 1000)))),
    );
  },
};

function inProtobuf(write: (pbf: PbfWriter) => void): Buffer<ArrayBuffer> {
  const pbf = new PbfWriter();
  within(pbf, 1, (resource) => within(resource, 2, write));
  return Buffer.from(pbf.finish());
}

/**
 * A call of a nonexistent agent, so that nothing is stored. It is read and checked before that is noticed.
 */
const retell = (fields: string) =>
  `{"event":"call_analyzed","call":{"call_id":"c","agent_id":"a","start_timestamp":1750000000000,"end_timestamp":1750000100000,${fields}}}`;

/** Logs of another platform, by what grows. */
const LOGS: Readonly<Record<string, (growth: Growth) => string>> = {
  utterances: ({ count, text }) =>
    retell(
      `"transcript_object":[${many(count, () => `{"role":"agent","content":${JSON.stringify(text)}}`)}]`,
    ),
  words: ({ count, text }) =>
    retell(
      `"transcript_object":[{"role":"user","content":"Hi","words":[${many(count, (at) => `{"word":${JSON.stringify(text)},"start":${at},"end":${at + 1}}`)}]}]`,
    ),
  "an utterance": (growth) =>
    retell(`"transcript_object":[{"role":"agent","content":${JSON.stringify(long(growth))}}]`),
  "tool calls": ({ count, text }) =>
    retell(
      `"transcript_with_tool_calls":[${many(count, (at) => `{"role":"tool_call_invocation","tool_call_id":"${at}","name":"book","arguments":${JSON.stringify(text)}}`)}]`,
    ),
  metadata: ({ count, text }) =>
    retell(
      `"transcript_object":[{"role":"agent","content":"Hi"}],"metadata":{${many(count, (at) => `"k${at}":${JSON.stringify(text)}`)}}`,
    ),
};

const PROTOBUF = "application/x-protobuf";
const kind = fc.oneof(
  ...Object.keys(EXPORTS).map((name) => fc.constant(["export", name] as const)),
  ...Object.keys(SCOPES).map((name) => fc.constant(["protobuf", name] as const)),
  ...Object.keys(LOGS).map((name) => fc.constant(["import", name] as const)),
);

export const growingLog = target({
  name: "growing-log",
  share: 1,
  begin,
  end,
  inputs: fc.record({
    kind,
    text: fc.oneof(fc.constantFrom("", "a", "\u0001", "dana@example.com ", '{"a":1}'), trouble),
    /** Powers of ten, so that small numbers are as likely as large ones. */
    magnitude: fc.double({ min: 0, max: 6, noNaN: true }),
    copies,
  }),
  async run({ kind: [format, name], text, magnitude, copies: count }) {
    const growth = { count: Math.round(10 ** magnitude), text: text.toWellFormed() };
    if (format === "protobuf") {
      const body = inProtobuf((pbf) => SCOPES[name]?.(pbf, growth));
      await postWithinBounds({ path: "/v1/traces", type: PROTOBUF, body, copies: count });
      return;
    }
    if (format === "export") {
      const body = Buffer.from(EXPORTS[name]?.(growth) ?? "");
      await postWithinBounds({ path: "/v1/traces", body, copies: count });
      return;
    }
    const body = Buffer.from(LOGS[name]?.(growth) ?? "");
    await postWithinBounds({ path: "/v1/import/retell?agent_id=9", body, copies: count });
  },
});
