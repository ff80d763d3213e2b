import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ddmin } from "./ddmin.ts";

const items = (count: number) => Array.from({ length: count }, (_, place) => place);

describe("ddmin", () => {
  it("finds the items that a failure needs, and only these", () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 0, max: 40 })
          .chain((count) => fc.record({ count: fc.constant(count), needed: fc.subarray(items(count)) })),
        async ({ count, needed }) => {
          let calls = 0;
          const smallest = await ddmin(items(count), async (kept) => {
            calls++;
            return needed.every((one) => kept.includes(one));
          });
          expect(smallest).toEqual(needed);
          expect(calls).toBeLessThanOrEqual(count * count + 3 * count + 1);
        },
      ),
    ));

  it("leaves nothing that can be left out, whatever fails", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(fc.boolean()),
        async (count, answers) => {
          const known = new Map<string, boolean>([[items(count).join(), true]]);
          const fails = async (kept: readonly number[]) => {
            const key = kept.join();
            if (!known.has(key)) known.set(key, answers.next().value as boolean);
            return known.get(key) ?? false;
          };
          const smallest = await ddmin(items(count), fails);
          expect(await fails(smallest)).toBe(true);
          for (const one of smallest)
            expect(await fails(smallest.filter((other) => other !== one))).toBe(false);
        },
      ),
    ));

  it("keeps everything if nothing fails any more, as when time is over", async () => {
    expect(await ddmin(items(9), async () => false)).toEqual(items(9));
  });
});
