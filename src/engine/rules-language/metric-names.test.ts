import { describe, expect, it } from "vitest";
import { catalogue } from "./catalogue.fixture.ts";
import { resolveMetric } from "./metric-names.ts";

describe("resolveMetric", () => {
  it.each([
    ["agent.response_latency.p95", "agent.response_latency.p95"],
    ["response_latency.p95", "agent.response_latency.p95"],
    ["talk_share.agent", "talk_share.agent"],
  ])("%s is %s", (name, id) => {
    expect(resolveMetric(name, catalogue)).toMatchObject({ ok: true, metric: { id } });
  });

  it.each([
    ["pitch", "`pitch` can mean `agent.pitch` or `user.pitch`; write one of them", undefined],
    [
      "call_durration",
      "`call_durration` is not a built-in metric; did you mean `call_duration`?",
      "call_duration",
    ],
    ["response_latncy.p95", expect.stringContaining("did you mean"), "response_latency.p95"],
    // Only a leading side may be left out.
    ["by_agent", "`by_agent` is not a built-in metric", undefined],
    ["latency.p95", "`latency.p95` is not a built-in metric", undefined],
  ])("%s is nothing", (name, message, near_miss) => {
    expect(resolveMetric(name, catalogue)).toEqual({ ok: false, message, near_miss });
  });

  it("takes an id as it is, even where it is also the rest of another", () => {
    const both = [...catalogue, { id: "pitch", unit: "count" }];
    expect(resolveMetric("pitch", both)).toEqual({ ok: true, metric: { id: "pitch", unit: "count" } });
  });
});
