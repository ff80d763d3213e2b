import { expect, it } from "vitest";
import { otherRefund } from "./against-refunds.ts";

const heard = (said: string, output: unknown = { ok: true, refunded_eur: 28.5 }, name = "refund_booking") =>
  otherRefund({ name, output, arrival: 2.5 }, said);

it.each([
  "SK4907 is cancelled. €57 is on its way back to you.",
  "A refund of 57 euros is made.",
  "You'll get €57 back.",
])("another sum than the refund is proof: %s", (said) => {
  expect(heard(said)).toContain("refund_booking had returned a refund of 28.5");
});

it.each([
  "€28.50 is on its way back to you.",
  "Half of the €57 that you paid is on its way back to you.",
  "You paid €57, and €28.50 is on its way back to you.",
  "€57 isn't refunded.",
  "Would you like €57 refunded?",
  "The refund is on its way.",
  "Your seat at €57 is cancelled.",
])("proves nothing where it may be right: %s", (said) => {
  expect(heard(said)).toBeUndefined();
});

it("proves nothing without one refund of a deed", () => {
  const said = "€57 is on its way back to you.";
  expect(heard(said, { refunded_eur: 2850 })).toContain("2850");
  expect(heard("€28.50 is on its way back to you.", { refunded_eur: 2850 })).toBeUndefined();
  expect(heard(said, { refunded: true })).toBeUndefined();
  expect(heard(said, { tickets: [{ refund: 20 }, { refund: 37 }] })).toBeUndefined();
  expect(heard(said, undefined, "get_booking")).toBeUndefined();
});
