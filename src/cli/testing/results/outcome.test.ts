import { expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";

const broken = {
  metric_id: null,
  name: "Check: asks_again",
  response_type: "pass_fail" as const,
  requested_by: ["check" as const],
  status: "EVALUATED" as const,
  value: false,
  method: "builtin" as const,
};

test.each([
  ["failed", "failed"],
  ["passed", "failed"],
  // The caller did not keep to its record, so nothing that was found says anything about the agent.
  ["incompleted", "not_evaluated"],
])(
  "a conversation that the service settled as %s, with something broken in it, is %s",
  (settled, outcome) => {
    expect(outcomeOf(settled, [broken], undefined)).toBe(outcome);
  },
);
