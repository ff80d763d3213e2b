import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { catalogue, formulaOf } from "./catalogue.ts";
import { definitions } from "./definitions.ts";
import { evaluateBuiltins, metricsById } from "./evaluate-builtins.ts";
import { arbitraryTranscript } from "./testing/arbitrary-transcript.ts";
import { agent, user } from "./testing/transcripts.ts";

describe("the catalogue", () => {
  test("every id occurs once and is wholly defined", () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    for (const { id, description, source, formula, support, reads } of catalogue) {
      expect([description, source, formula, support], id).not.toContain("");
      expect(reads.length, id).toBeGreaterThan(0);
    }
  });

  test("every definition is measured", () => {
    expect([...definitions.keys()].sort()).toEqual(catalogue.map(({ id }) => id).sort());
  });

  test("every metric is reported, in its order, with its unit and formula", () => {
    const { metrics } = evaluateBuiltins({ transcript: [agent(0, 500, "Hello")] });
    expect(metrics.map(({ id, unit, formula }) => [id, unit, formula])).toEqual(
      catalogue.map((entry) => [entry.id, entry.unit, formulaOf(entry)]),
    );
    const rate = metrics.find(({ id }) => id === "agent.response_rate");
    expect(rate?.formula).toBe("agent.response_rate@2 = answered / (answered + unanswered) turns");
  });
});

describe("what is missing", () => {
  test("of nothing, nothing is evaluated, and every metric says why", () => {
    const { metrics, data_quality } = evaluateBuiltins({});
    for (const metric of metrics) {
      expect(metric).toMatchObject({ status: "NOT_EVALUATED", value: null, n: 0, evidence: [] });
      expect(metric.reason, metric.id).toMatch(/^missing_/);
    }
    expect(data_quality).toEqual([]);
  });

  test("an empty transcript counts as a missing transcript", () => {
    const metrics = metricsById(evaluateBuiltins({ transcript: [] }).metrics);
    expect(metrics.get("turn_count")).toMatchObject({ reason: "missing_transcript" });
    expect(metrics.get("call_duration")).toMatchObject({ reason: "missing_transcript" });
  });

  test("one unusable offset makes every time unknown, and the data quality says which", () => {
    const { metrics, data_quality } = evaluateBuiltins({
      transcript: [agent(0, 500, "Hello"), { speaker: "USER", utterance: "Hi", start_offset_ms: 900 }],
    });
    for (const id of ["call_duration", "talk_time.agent", "overlap_ms", "agent.response_rate"]) {
      expect(metricsById(metrics).get(id)).toMatchObject({
        status: "NOT_EVALUATED",
        reason: "missing_offsets",
      });
    }
    expect(data_quality).toMatchObject([{ code: "missing_offsets", indexes: [1] }]);
  });

  test("an entry without a speaker belongs to no side", () => {
    const { metrics, data_quality } = evaluateBuiltins({
      transcript: [agent(0, 500, "Hello"), { ...user(600, 900, "Hi"), speaker: null }],
    });
    expect(metricsById(metrics).get("turn_count")).toMatchObject({ reason: "missing_speaker" });
    expect(metricsById(metrics).get("talk_time.agent")).toMatchObject({ reason: "missing_speaker" });
    expect(data_quality).toMatchObject([{ code: "missing_speaker", indexes: [1] }]);
  });

  test("a channel without speech has no timing", () => {
    const { metrics } = evaluateBuiltins({ segments: { agent: [], user: [] } });
    expect(metricsById(metrics).get("call_duration")).toMatchObject({ reason: "no_speech" });
  });
});

test("AGENT in any case is the agent, every other speaker the user", () => {
  const transcript = ["agent", "Agent", "CUSTOMER", "bot"].map((speaker, index) => ({
    ...agent(index * 1000, index * 1000 + 1000),
    speaker,
  }));
  const metrics = metricsById(evaluateBuiltins({ transcript }).metrics);
  expect(metrics.get("talk_time.agent")?.value).toBe(2000);
  expect(metrics.get("talk_time.user")?.value).toBe(2000);
});

test("values are finite, never negative zero, and null exactly when there is none", () => {
  fc.assert(
    fc.property(arbitraryTranscript, (transcript) => {
      const input = { transcript, language: "en", reference_transcript: "yes", tool_calls: [] };
      for (const { id, status, value, reason } of evaluateBuiltins(input).metrics) {
        if (typeof value === "number") expect(Number.isFinite(value) && !Object.is(value, -0), id).toBe(true);
        expect(value === null, id).toBe(status !== "EVALUATED");
        expect(reason === undefined, id).toBe(status === "EVALUATED");
      }
    }),
  );
});

test("the input is not changed, and the same input gives the same result", () => {
  fc.assert(
    fc.property(arbitraryTranscript, (transcript) => {
      const before = structuredClone(transcript);
      const first = evaluateBuiltins({ transcript });
      expect(evaluateBuiltins({ transcript })).toEqual(first);
      expect(transcript).toEqual(before);
    }),
  );
});

describe("what is done once", () => {
  /** How often texts were normalized, which happens before splitting them. */
  function normalizations(utterances: string[]): number {
    const transcript = utterances.map((text, at) => agent(at * 1000, at * 1000 + 500, text));
    const normalize = vi.spyOn(String.prototype, "normalize");
    try {
      evaluateBuiltins({ transcript, language: "zh" });
      return normalize.mock.calls.length;
    } finally {
      normalize.mockRestore();
    }
  }

  test("the words of an utterance are found once for all metrics", () => {
    expect(normalizations(["我想取消预约。", "嗯，明天。", "我想取消预约。"])).toBe(3);
  });

  test("every utterance and every offset of a transcript is read once, however many metrics need it", () => {
    const reads = new Map<string | symbol, number>();
    const transcript = [
      agent(0, 500, "Hello"),
      user(600, 900, "Hi, um, hello"),
      agent(1000, 1500, "Yes?"),
    ].map(
      (entry) =>
        new Proxy(entry, {
          get(target, key) {
            reads.set(key, (reads.get(key) ?? 0) + 1);
            return Reflect.get(target, key);
          },
        }),
    );
    evaluateBuiltins({ transcript, language: "en" });
    const once = { speaker: 3, utterance: 3, start_offset_ms: 3, end_offset_ms: 3 };
    expect(Object.fromEntries(reads)).toMatchObject(once);
  });
});
