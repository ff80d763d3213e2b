import { expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { withoutSituation } from "./tested-situation.ts";

type Verdict = Output<"Verdict">;
const verdict = (value: boolean, ...requested_by: Verdict["requested_by"]): Verdict => ({
  metric_id: null,
  name: "Success criteria",
  response_type: "pass_fail",
  requested_by,
  status: "EVALUATED",
  value,
  method: "rule",
});

test("what passed because nothing happened was not evaluated", () => {
  const [own, other] = withoutSituation(
    [verdict(true, "digital_human"), verdict(true, "prompt")],
    "it ended",
  );
  expect(own).toMatchObject({ status: "NOT_EVALUATED", value: null, reason: "situation_never_arose" });
  expect(other).toEqual(verdict(true, "prompt"));
});

test("a conversation that shows the fault it tests for is not also called inconclusive", () => {
  const both = [verdict(false, "digital_human"), verdict(true, "digital_human", "prompt")];
  expect(withoutSituation(both, "it ended")).toEqual(both);
});
