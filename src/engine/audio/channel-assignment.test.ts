import { expect, test } from "vitest";
import type { Interval } from "../metrics/timing/interval.ts";
import { assignChannels } from "./channel-assignment.ts";

function spans(...pairs: [number, number][]): Interval[] {
  return pairs.map(([start_ms, end_ms]) => ({ start_ms, end_ms }));
}

const transcript = { agent: spans([0, 1000], [3000, 4000]), user: spans([1000, 3000]) };

test("the agent has the channel that speaks where the transcript has the agent", () => {
  const early = spans([50, 950], [3100, 4000]);
  const middle = spans([1100, 2900]);
  // 900 + 900 of the agent and 1800 of the user; swapped, nothing.
  const basis = { by: "transcript", rests_on: ["transcript_times"], weak: false };
  const assignment = { status: "assigned", ...basis, overlap_ms: 3600, other_overlap_ms: 0 };
  expect(assignChannels([early, middle], transcript)).toEqual({ ...assignment, agent_channel: 0 });
  expect(assignChannels([middle, early], transcript)).toEqual({ ...assignment, agent_channel: 1 });
});

test("one silent channel is enough to tell", () => {
  expect(assignChannels([[], spans([1000, 3000])], transcript)).toMatchObject({
    status: "assigned",
    agent_channel: 0,
  });
});

test("an assignment of channels with a lead below a fifth is ambiguous", () => {
  // The left channel speaks for 1000 ms of the agent's time and for 800 or 801 ms of the user's.
  const assign = (ofUser: number) => assignChannels([spans([0, 1000 + ofUser]), []], transcript);
  expect(assign(800)).toMatchObject({ status: "assigned", overlap_ms: 1000, other_overlap_ms: 800 });
  expect(assign(801)).toMatchObject({ status: "refused", reason: "ambiguous" });
});

test("copied mono is ambiguous", () => {
  const both = spans([0, 4000]);
  expect(assignChannels([both, both], transcript)).toEqual({
    status: "refused",
    by: "transcript",
    reason: "ambiguous",
    overlap_ms: 4000,
    other_overlap_ms: 4000,
  });
});

test("other recordings are refused", () => {
  expect(assignChannels([spans([0, 1000])], transcript)).toMatchObject({ reason: "not_two_channels" });
  expect(assignChannels([[], [], []], transcript)).toMatchObject({ reason: "not_two_channels" });
  expect(assignChannels([spans([9000, 9500]), []], transcript)).toMatchObject({ reason: "no_overlap" });
});
