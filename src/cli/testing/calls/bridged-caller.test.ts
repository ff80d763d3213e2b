import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inOrder } from "./bridged-caller.ts";

test("what is told at once arrives in order, also after one that fails", async () => {
  const arrived: string[] = [];
  const tell = inOrder(async ({ name, ms }: { name: string; ms: number }) => {
    await sleep(ms);
    if (name === "fails") throw new Error("the service answered with status 503");
    arrived.push(name);
  });
  const told = [
    { name: "lookup_order", ms: 30 },
    { name: "fails", ms: 10 },
    { name: "issue_refund", ms: 0 },
  ].map(tell);
  const ended = await Promise.allSettled(told);
  expect(arrived).toEqual(["lookup_order", "issue_refund"]);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
