import { expect, test } from "vitest";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test("a traceparent is read, and written as it was", () => {
  const text = `00-${TRACE}-${SPAN}-01`;
  const parent = { traceId: TRACE, spanId: SPAN, traceFlags: 1 };
  expect(parseTraceparent(text)).toEqual(parent);
  expect(formatTraceparent(parent)).toBe(text);
});

test("a traceparent of a later version may have more parts", () => {
  expect(parseTraceparent(`01-${TRACE}-${SPAN}-00-more`)).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    traceFlags: 0,
  });
});

test.each([
  null,
  undefined,
  "",
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-011`,
])("%j is not valid", (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});
