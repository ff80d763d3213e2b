import { describe, expect, it } from "vitest";
import { nearMiss } from "./near-miss.ts";

describe("nearMiss", () => {
  it.each([
    // Two neighbours swapped: one edit.
    ["syas", ["agent", "says"], "says"],
    // One of 22 letters is missing; up to three would be allowed.
    ["respnse_latency.p95", ["response_latency.p95", "call_duration"], "response_latency.p95"],
    // Capitals make no difference.
    ["Escalated", ["escalated", "self_served"], "escalated"],
    // Both are one edit away: the first in the list wins.
    ["bat", ["cat", "hat"], "cat"],
    // Six letters allow two edits, not three.
    ["before", ["xxxore"], undefined],
    // Replacing everything isn't a typo.
    ["x", ["s"], undefined],
    // A word isn't its own near miss.
    ["says", ["says"], undefined],
    ["says", [], undefined],
  ])("%s among %j: %s", (written, candidates, expected) => {
    expect(nearMiss(written, candidates)).toBe(expected);
  });
});
