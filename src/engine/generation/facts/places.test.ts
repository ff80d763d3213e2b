import { expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";

const ride = tool("book_ride", { pickup_address: text, dropoff_address: text }, "Books a ride.");
const HOME = /^\d+ \p{Lu}\p{L}+ \p{Lu}\p{L}+$/u;

test.each([
  ["Book a ride from home to Luton Airport on Friday", HOME, /^Luton Airport$/],
  ["Wants a ride to Victoria Park station for tomorrow at 9", HOME, /^Victoria Park station$/],
  ["Book a ride home from Gatwick Terminal 2 on Sunday 8 November", /^Gatwick Terminal 2$/, HOME],
  ["Be picked up at the Grand Hotel and driven home", /^Grand Hotel$/, HOME],
  ["Book a ride from 14 Mill Lane to Leeds on Friday", /^14 Mill Lane$/, /^Leeds$/],
])("a trip begins and ends where the goal says: %s", (goal, from, to) => {
  const { facts } = knownFor(`${goal} (book_ride)`, [ride]);
  expect(facts["pickup_address"]).toMatch(from);
  expect(facts["dropoff_address"]).toMatch(to);
});

test("where a trip ends that the goal doesn't say is left open", () => {
  const { facts, open } = knownFor("Book a ride for tomorrow at 9 (book_ride)", [ride]);
  expect(facts["pickup_address"]).toMatch(HOME);
  expect(open).toEqual(["dropoff_address"]);
});
