import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { yieldNow } from "./yield.ts";

test("work that has yielded continues one at a time, in order", async () => {
  const order: string[] = [];
  const works = ["first", "second", "third"].map(async (name) => {
    for (const part of [1, 2]) {
      await yieldNow();
      order.push(`${name} ${part}`);
    }
  });
  const others = (async () => {
    for (let turn = 1; turn <= 6; turn++) {
      await turnOfTheLoop();
      order.push("others");
    }
  })();
  await Promise.all([...works, others]);
  expect(order.filter((name) => name !== "others")).toEqual([
    "first 1",
    "second 1",
    "third 1",
    "first 2",
    "second 2",
    "third 2",
  ]);
  // Between any two parts, everything else had its turn.
  for (const [at, name] of order.entries())
    if (name !== "others") expect(order[at + 1], order.join(", ")).toBe("others");
});
