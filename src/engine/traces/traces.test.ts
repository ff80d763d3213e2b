/**
 * Exports that a hostile agent could send. Their cost depends on their bytes, not on the number of spans
 * times the shared data.
 */
import { expect, test } from "vitest";
import { measure } from "./components.ts";
import { readOtlp } from "./otlp.ts";
import { type KeptSpan, summarize } from "./summary.ts";

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");
const sent = (number: number, more: object = {}) => ({
  traceId: hex(1, 32),
  spanId: hex(number + 1, 16),
  startTimeUnixNano: "1700000000000000000",
  endTimeUnixNano: "1700000001000000000",
  ...more,
});
const read = (request: unknown) => readOtlp(request) ?? { spans: [], rejected: 0 };
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const exportOf = (spans: readonly object[], attributes: readonly object[] = []) => ({
  resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }],
});

test.each([
  [[]],
  ["text"],
  [null],
  [{ resourceSpans: 5 }],
  [{ resourceSpans: [5] }],
  [{ resourceSpans: [{ scopeSpans: {} }] }],
  [{ resourceSpans: [{ scopeSpans: [{ spans: "x" }] }] }],
])("%j is not an export request", (request) => {
  expect(readOtlp(request)).toBeUndefined();
});

test("thousands of spans share the thousands of attributes of their resource", () => {
  const attributes = Array.from({ length: 19_000 }, (_, at) => attribute(`key ${at}`, "x"));
  const { spans } = read(
    exportOf(
      Array.from({ length: 15_000 }, (_, at) => sent(at)),
      attributes,
    ),
  );
  expect(spans).toHaveLength(15_000);
  expect(new Set(spans.map(({ shared }) => shared)).size, "copies of what is shared").toBe(1);
  expect(spans.every(({ attributes: own }) => Object.keys(own).length === 0)).toBe(true);
});

test("a resource may name the component and the conversation; a span's own come first; a tool call is the span's own", () => {
  const shared = [
    attribute("parley.component", "tts"),
    attribute("simulation_result_id", "7"),
    attribute("tool.name", "x".repeat(100_000)),
  ];
  const own = [attribute("parley.component", "tool"), attribute("simulation_result_id", "8")];
  const { spans } = read(
    exportOf([sent(0), sent(1, { name: "n".repeat(100_000), attributes: own })], shared),
  );
  const [first, second] = spans.map(measure);
  expect(first).toMatchObject({ component: "tts", simulation_result_id: "7", tool: null });
  expect(second).toMatchObject({ component: "tool", simulation_result_id: "8" });
  expect(second?.tool?.name).toBe("n".repeat(200));
});

test("the id of a conversation that a resource names is cut: each of its spans has it", () => {
  const shared = [attribute("simulation_result_id", "7".repeat(100_000))];
  const [span] = read(exportOf([sent(0)], shared)).spans;
  expect(span && measure(span).simulation_result_id).toBe("7".repeat(200));
});

test("what a tool was given and answered is cut, whatever its shape", () => {
  const values = Array.from({ length: 5000 }, () => ({ stringValue: "long" }));
  const attributes = [
    attribute("parley.component", "tool"),
    { key: "gen_ai.tool.call.arguments", value: { arrayValue: { values } } },
    attribute("output.value", "y".repeat(50_000)),
  ];
  const [span] = read(exportOf([sent(0, { attributes })])).spans;
  const { tool } = span ? measure(span) : { tool: null };
  expect(String(tool?.parameters)).toHaveLength(10_001);
  expect(String(tool?.output)).toHaveLength(10_001);
});

test("a name that every object has is not the kind of a component", () => {
  const attributes = [
    attribute("gen_ai.operation.name", "constructor"),
    attribute("parley.component", "stt"),
  ];
  const [span] = read(exportOf([sent(0, { attributes })])).spans;
  expect(span && measure(span).component).toBe("stt");
});

const kept = (number: number, parent: number | null, component: KeptSpan["component"]): KeptSpan => ({
  trace_id: hex(1, 32),
  span_id: hex(number, 16),
  parent_span_id: parent === null ? null : hex(parent, 16),
  start_ms: 0,
  duration_ms: 10,
  component,
  first_ms: null,
  tool: null,
});
const counted = (spans: readonly KeptSpan[]) =>
  Object.fromEntries(summarize(spans).latency.map(({ component, spans: count }) => [component, count]));

test("a span anywhere below another of its component is a part of that one", () => {
  const spans = [
    kept(1, null, "llm"),
    kept(2, 1, null),
    kept(3, 2, "tool"),
    kept(4, 3, "llm"),
    kept(5, 3, "tool"),
  ];
  expect(counted(spans)).toEqual({ llm: 1, tool: 1 });
  expect(counted(spans.toReversed())).toEqual({ llm: 1, tool: 1 });
});

test("parents in a circle lose no component", () => {
  expect(counted([kept(1, 2, "llm"), kept(2, 1, "llm")])).toEqual({ llm: 1 });
  expect(counted([kept(1, 1, "stt")])).toEqual({ stt: 1 });
  expect(counted([kept(1, 2, "llm"), kept(2, 3, null), kept(3, 1, "tts")])).toEqual({ llm: 1, tts: 1 });
});

test("a chain of parents is walked once, not once for each span in it", () => {
  const length = 10_000;
  let looked = 0;
  const spans = Array.from({ length }, (_, at) => {
    const span = kept(at + 1, at === 0 ? null : at, null);
    return Object.defineProperty({ ...span }, "parent_span_id", {
      get() {
        looked++;
        return span.parent_span_id;
      },
    });
  });
  expect(summarize(spans.toReversed())).toMatchObject({ spans: length, latency: [] });
  expect(looked, "times a parent was looked up").toBeLessThan(3 * length);
});
