import { expect, test } from "vitest";
import { effectfulRule, seemsEffectful } from "./effectful.ts";

test.each(["cancel_order", "bookAppointment", "orders.cancel", "send-email", "user_record_update"])(
  "%s seems to change something",
  (name) => {
    expect(seemsEffectful(name)).toBe(true);
  },
);

test.each(["get_order", "get_refund", "searchFlights", "calculate", "order_status", "list_open_orders", ""])(
  "%s does not",
  (name) => {
    expect(seemsEffectful(name)).toBe(false);
  },
);

test("an explicit list decides alone, also when it is empty", () => {
  const listed = effectfulRule(["get_token"]);
  expect([listed("get_token"), listed("cancel_order")]).toEqual([true, false]);
  expect(effectfulRule([])("cancel_order")).toBe(false);
  expect(effectfulRule(null)("cancel_order")).toBe(true);
});
