import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdersBack, type LabelMove, movesOf } from "./history.ts";

const place = {
  base_url: "http://127.0.0.1:8787",
  agent_id: 101,
  kind: "prompt",
  label: "production",
} as const;

const move = (
  action: LabelMove["action"],
  previous_version: number | null,
  version: number,
  fields: Partial<LabelMove> = {},
): LabelMove => ({
  at: "2026-11-01T12:00:00Z",
  ...place,
  action,
  previous_version,
  version,
  evidence: null,
  ...fields,
});

describe("the holders that rollbacks lead to", () => {
  test("are empty before the first move", () => {
    expect(holdersBack([])).toEqual([]);
  });

  test("begin with the present one and end with that before the first promotion", () => {
    expect(holdersBack([move("promote", 2, 3), move("promote", 3, 4)])).toEqual([4, 3, 2]);
    expect(holdersBack([move("promote", null, 1)])).toEqual([1]);
  });

  test("continue backwards after a rollback, not back and forth", () => {
    const moves = [move("promote", 2, 3), move("promote", 3, 4), move("rollback", 4, 3)];
    expect(holdersBack(moves)).toEqual([3, 2]);
    expect(holdersBack([...moves, move("rollback", 3, 2)])).toEqual([2]);
    expect(holdersBack([...moves, move("promote", 3, 5)])).toEqual([5, 3, 2]);
  });

  test("include one that came without the history", () => {
    expect(holdersBack([move("promote", 2, 3), move("promote", 7, 8)])).toEqual([8, 7, 3, 2]);
  });

  test("take a rollback to a version never held as a move like any other", () => {
    expect(holdersBack([move("promote", 2, 3), move("rollback", 3, 1)])).toEqual([1, 3, 2]);
  });

  test("begin with the version of the last move, whatever came before", () => {
    const moves = fc.array(
      fc
        .record({
          action: fc.constantFrom<LabelMove["action"]>("promote", "rollback"),
          from: fc.option(fc.nat(5)),
          to: fc.nat(5),
        })
        .map(({ action, from, to }) => move(action, from, to)),
      { minLength: 1 },
    );
    fc.assert(fc.property(moves, (made) => holdersBack(made)[0] === made.at(-1)?.version));
  });
});

test("the moves of a label are those of its service, agent and kind, in order of time", () => {
  const late = move("promote", 3, 4, { at: "2026-11-02T12:00:00Z" });
  const early = move("promote", 2, 3, { at: "2026-11-02T13:00:00+02:00" });
  const others = [
    move("promote", 1, 9, { base_url: "https://staging.example.com" }),
    move("promote", 1, 9, { agent_id: 102 }),
    move("promote", 1, 9, { kind: "knowledge_base" }),
    move("promote", 1, 9, { label: "candidate" }),
  ];
  expect(movesOf([late, ...others, early], place)).toEqual([early, late]);
});
