import fc from "fast-check";
import { expect, test } from "vitest";
import { bisect, type Standing } from "./bisect.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

test("finds the first that fails, with as many tries as a binary search", () =>
  fc.assert(
    fc.asyncProperty(
      fc
        .integer({ min: 2, max: 200 })
        .chain((count) =>
          fc.record({ count: fc.constant(count), first: fc.integer({ min: 1, max: count - 1 }) }),
        ),
      async ({ count, first }) => {
        let tries = 0;
        const result = await bisect(numbers(count), async (version) => {
          tries++;
          return version < first ? "passes" : "fails";
        });
        expect(result).toEqual({ passes: first - 1, fails: first, undecided: [], is_open: false });
        expect(tries).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
      },
    ),
  ));

test("what is undecided is neither, and stays only between the two that it is between", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Standing>("passes", "fails", "undecided"), { maxLength: 30 }),
      async (inner) => {
        const standings: Standing[] = ["passes", ...inner, "fails"];
        const result = await bisect(numbers(standings.length), async (version) => standings[version]);
        expect(standings[result.passes]).toBe("passes");
        expect(standings[result.fails]).toBe("fails");
        expect(result.passes).toBeLessThan(result.fails);
        const between = numbers(standings.length).filter((one) => one > result.passes && one < result.fails);
        expect(result.undecided).toEqual(between);
        for (const version of between) expect(standings[version]).toBe("undecided");
      },
    ),
  ));

test("says that it is open when no more may be tried", async () => {
  const answers: (Standing | undefined)[] = ["passes", undefined];
  const result = await bisect(numbers(9), async () => answers.shift());
  expect(result).toEqual({ passes: 4, fails: 8, undecided: [], is_open: true });
});
