import { expect, test } from "vitest";
import { catalogue } from "../../../engine/metrics/catalogue.ts";
import { groupOf, JUDGED_IDS, METRIC_GROUPS, OTHER } from "./metric-groups.ts";

const ids = catalogue.map(({ id }) => id);

test("every built-in metric is in exactly one group, and no group is empty", () => {
  for (const id of ids) expect([id, METRIC_GROUPS.filter(([, own]) => own.test(id)).length]).toEqual([id, 1]);
  expect(new Set(ids.map(groupOf))).toEqual(new Set(METRIC_GROUPS.map(([title]) => title)));
  expect(groupOf("latency")).toBe(OTHER);
});

test("what can be out of the ordinary is a built-in metric", () => {
  expect(JUDGED_IDS.filter((id) => !ids.includes(id))).toEqual([]);
});
