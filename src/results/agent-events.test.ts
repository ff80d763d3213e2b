import { expect, test } from "vitest";
import { happenedIn, ownLatencyIn, reportedFacts } from "./agent-events.ts";

const latency = (latency_ms: object) => ({ title: "agent_latency", metadata: { latency_ms } });

test("an event is told with what it says of itself, and a hand-off with who hands over to whom", () => {
  const handoff = { title: "agent_handoff", start_offset_ms: 1200 };
  expect(
    happenedIn([
      { ...handoff, metadata: { old_agent_id: "greeter", new_agent_id: "refunds" } },
      { ...handoff, metadata: { new_agent_id: "refunds" } },
      { title: "escalated", description: "to a supervisor", metadata: { queue: 3 } },
      latency({ llm: 5 }),
      { title: 7 },
    ]),
  ).toEqual([
    { text: "agent_handoff greeter → refunds", at_ms: 1200 },
    { text: "agent_handoff → refunds", at_ms: 1200 },
    { text: 'escalated to a supervisor {"queue":3}', at_ms: null },
  ]);
  expect(happenedIn(null)).toEqual([]);
});

test("the agent's own latency is the median of each of its parts", () => {
  const answers = [latency({ llm: 100, end_to_end: 900 }), latency({ llm: 300 }), latency({ llm: 200 })];
  expect(ownLatencyIn(answers)).toBe("end to end 900 ms, model 200 ms (medians of 3 answers)");
  expect(ownLatencyIn([latency({ tts: 80 })])).toBe("text to speech 80 ms (1 answer)");
  expect(ownLatencyIn([{ title: "agent_handoff" }])).toBeUndefined();
});

test("a fact about a conversation names only so many events", () => {
  const events = Array.from({ length: 10_000 }, (_, at) => ({ title: "ping", start_offset_ms: at * 1000 }));
  const [[label, value] = []] = reportedFacts(events);
  expect([label, value?.split(", ").slice(-2)]).toEqual(["Events", ["0:19.0 ping", "and 9980 more"]]);
});
