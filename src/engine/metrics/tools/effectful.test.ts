import { expect, test } from "vitest";
import { effectfulRule, seemsEffectful } from "./effectful.ts";

test.each([
  "cancel_order",
  "bookAppointment",
  "orders.cancel",
  "send-email",
  "user_record_update",
  "wipe_disk",
  "crm_create_ticket",
  "transfer_funds",
  "check_in_guest",
  "find_and_cancel",
  "escalate_ticket",
])("%s seems to change something", (name) => {
  expect(seemsEffectful(name)).toBe(true);
});

test.each([
  "get_order",
  "get_refund",
  "searchFlights",
  "calculate",
  "order_status",
  "list_open_orders",
  "open_hours_lookup",
  "transfer_to_human_agents",
  "transfer_call",
  "escalate_to_human",
  "refund_policy",
  "check_availability",
  "",
])("%s does not", (name) => {
  expect(seemsEffectful(name)).toBe(false);
});

test("only a list of effectful tools decides if there is one, even an empty one", () => {
  const listed = effectfulRule({ effectful: ["get_token"] });
  expect([listed("get_token"), listed("cancel_order"), listed.isGuess("cancel_order")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(effectfulRule({ effectful: [] })("cancel_order")).toBe(false);
  expect(effectfulRule({ effectful: null })("cancel_order")).toBe(true);
});

test("a tool on neither list is guessed to be effectful or not, and marked as guessed", () => {
  const rule = effectfulRule({ effectful: ["get_token"], read_only: ["open_case"] });
  expect(["get_token", "open_case", "cancel_order", "frobnicate"].map(rule)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(["get_token", "open_case", "cancel_order", "frobnicate"].map(rule.isGuess)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(effectfulRule({ effectful: ["both"], read_only: ["both"] })("both")).toBe(true);
});
