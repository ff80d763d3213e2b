import { PbfWriter } from "pbf";
import { expect, test } from "vitest";
import { otlpFromProtobuf, TooManyValues } from "./otlp-protobuf.ts";

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
