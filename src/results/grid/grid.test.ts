import { expect, test } from "vitest";
import { countOutcomes } from "../../contract/rules/outcomes.ts";
import { cellOf, pivotCells } from "./grid.ts";
import { medianEstimate } from "./median.ts";
import { factsText, latencyText, passText } from "./words.ts";

const conversation = (numbers: Readonly<Record<string, number>>) => ({
  id: "1",
  digital_human_id: 1,
  status: "COMPLETED",
  evaluation: {
    metrics: Object.entries(numbers).map(([id, value]) => ({ id, status: "EVALUATED", value })),
  },
});

test("facts are counted over all conversations, and what was not decided is not passed", () => {
  const cell = cellOf(
    { conditions: { audio_quality: "low" }, simulation_run_id: 9 },
    countOutcomes(["passed", "failed", "inconclusive"]),
    [
      conversation({ "entities.right": 3, "entities.wrong": 0, "agent.response_latency.p50": 800 }),
      conversation({ "entities.right": 0, "entities.wrong": 1, "agent.response_latency.p50": 1200 }),
    ],
  );
  expect(cell.pass_rate).toMatchObject({ part: 1, of: 3 });
  expect(cell.entity_accuracy).toMatchObject({ part: 3, of: 4, value: 0.75 });
  expect(passText(cell)).toBe("1 of 3, 33.3% (6.1–79.2%)");
  expect(factsText(cell)).toBe("3 of 4, 75% (30.1–95.4%)");
  expect(latencyText(cell)).toBe("1.0 s");
});

test.each([
  ["a run in progress", countOutcomes(["passed", "running"])],
  ["a run without known outcomes", null],
  ["a run in which nothing was decided", countOutcomes(["inconclusive", "inconclusive"])],
])("%s has no pass rate", (_, counts) => {
  const cell = cellOf({ conditions: {}, simulation_run_id: 9 }, counts, []);
  expect(cell).toMatchObject({ pass_rate: null, entity_accuracy: null, latency_ms: null });
  expect(passText(cell)).toBe("not evaluated");
});

// The exact binomial coverage of the ranks: 96.9% for 6 values, 97.9% for 10, 95.9% for 20.
test.each([
  [5, null, null],
  [6, 1, 6],
  [10, 2, 9],
  [20, 6, 15],
])("the interval of a median of %i values is from number %s to number %s", (n, lower, upper) => {
  const values = Array.from({ length: n }, (_, at) => n - at);
  expect(medianEstimate(values)).toEqual({ value: (n + 1) / 2, lower, upper, n });
});

test("the last condition is across, and a combination without a run is empty", () => {
  const cell = (audio_quality: string, background_noise: string) =>
    cellOf({ conditions: { audio_quality, background_noise }, simulation_run_id: 1 }, null, []);
  const cells = [cell("high", "none"), cell("high", "cafe"), cell("low", "none")] as const;
  expect(pivotCells(cells)).toEqual({
    columns: ["background_noise none", "background_noise cafe"],
    rows: [
      { name: "audio_quality high", cells: [cells[0], cells[1]] },
      { name: "audio_quality low", cells: [cells[2], null] },
    ],
  });
});
