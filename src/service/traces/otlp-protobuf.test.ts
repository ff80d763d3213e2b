import { PbfWriter } from "pbf";
import { expect, test } from "vitest";
import { otlpFromProtobuf, TooManyValues } from "./otlp-protobuf.ts";
import { Malformed } from "./wire.ts";

/** An export request of empty spans: two bytes each, but many times that as objects. */
function emptySpans(count: number): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeMessage(
    1,
    (_, resource) =>
      resource.writeMessage(
        2,
        (__, scope) => {
          for (let at = 0; at < count; at++) scope.writeMessage(2, () => undefined, undefined);
        },
        undefined,
      ),
    undefined,
  );
  return pbf.finish();
}

test("reading stops at the number of values that a body may have, before they are all objects", () => {
  expect(otlpFromProtobuf(emptySpans(1000))).toMatchObject({ resourceSpans: [{ scopeSpans: [{}] }] });
  expect(() => otlpFromProtobuf(emptySpans(2_000_000))).toThrow(TooManyValues);
});

test("unread fields count too", () => {
  const pbf = new PbfWriter();
  for (let at = 0; at <= 200_000; at++) pbf.writeVarintField(9, 1);
  expect(() => otlpFromProtobuf(pbf.finish())).toThrow(TooManyValues);
});

const field = (tag: number, ...inside: readonly number[]) => [tag, inside.length, ...inside];
/** A request with one span of these bytes. */
const spanOf = (...bytes: readonly number[]) => field(0x0a, ...field(0x12, ...field(0x12, ...bytes)));
const read = (bytes: readonly number[]) => otlpFromProtobuf(Uint8Array.from(bytes));
const nested = (depth: number): number[] => {
  let bytes: number[] = [];
  for (let at = 0; at < depth; at++) bytes = [0x0b, ...bytes, 0x0c];
  return bytes.map((byte) => (byte === 0x0b ? 0x4b : 0x4c));
};

/** Google's parser (protobuf 4.21) refuses each of them. */
test.each<[string, readonly number[]]>([
  ["a message longer than what is left", [0x0a, 5, 0x12]],
  ["a text longer than its message", spanOf(0x2a, 3, 0x61)],
  ["a text that is not UTF-8", spanOf(0x2a, 2, 0xc3, 0x28)],
  ["a text that is not UTF-8, in a field that is not read", spanOf(0x1a, 1, 0xff)],
  ["a surrogate in a text", spanOf(0x2a, 3, 0xed, 0xa0, 0x80)],
  ["half a fixed number", spanOf(0x39, 1, 2, 3)],
  ["a number that does not end", [0x08, ...Array.from({ length: 10 }, () => 0xff), 0x01]],
  ["a number cut off", [0x08, 0x80]],
  ["the field number 0", [0x00, 0x00]],
  ["an unknown wire type", [0x4f, 0x00]],
  ["the end of a group that did not begin", [0x4c]],
  ["a group that ends as another", [0x4b, 0x54]],
  ["a group that does not end", [0x4b]],
  ["an unknown message longer than what is left", [0x7a, 9, 1]],
  ["the bytes of []", [0x5b, 0x5d]],
  ["groups within each other a hundred and one times", nested(101)],
])("%s is refused", (_, bytes) => {
  expect(() => read(bytes)).toThrow(Malformed);
});

test("what Google's parser reads is read: unknown fields and groups, other wire types, and merged messages", () => {
  expect(read([])).toEqual({});
  expect(read(nested(100))).toEqual({});
  expect(read([0x78, 1, 0x4b, 0x08, 1, 0x4c, 0x08, 0x01])).toEqual({});
  const name = field(0x2a, 0x61);
  const status = [...field(0x7a, 0x18, 2), ...field(0x7a, ...field(0x12, 0x62))];
  const [resource] = read(spanOf(...name, ...status, 0x28, 1))["resourceSpans"] as [
    { scopeSpans: [{ spans: [unknown] }] },
  ];
  expect(resource.scopeSpans[0].spans[0]).toEqual({ name: "a", status: { code: 2 } });
});

test("of a choice, the last value counts; numbers are signed", () => {
  const minusOne = [0x18, ...Array.from({ length: 9 }, () => 0xff), 0x01];
  const attribute = field(0x4a, ...field(0x0a, 0x6b), ...field(0x12, ...field(0x0a, 0x61), ...minusOne));
  expect(JSON.stringify(read(spanOf(...attribute)))).toContain('{"key":"k","value":{"intValue":-1}}');
});
