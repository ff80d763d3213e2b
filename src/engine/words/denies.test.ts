import { expect, test } from "vitest";
import { deniesClaim } from "./denies.ts";

test("a sentence that says that nothing was done makes no claim", () => {
  for (const sentence of [
    "Nothing has been reserved.",
    "No seats were booked.",
    "No window seat has been set aside for you.",
    "It's not booked yet.",
    "It hasn't been moved.",
    "It can’t be cancelled.",
    "The total never was 20 euros.",
  ])
    expect(deniesClaim(sentence), sentence).toBe(true);
});

test("idioms and things left to do deny no claim", () => {
  for (const sentence of [
    "No problem, that's booked.",
    "It's booked, and there is nothing to pay.",
    "Don't worry, it's moved.",
    "It's reserved at no extra cost.",
    "You don't need to call again, it's booked.",
  ])
    expect(deniesClaim(sentence), sentence).toBe(false);
});
