import { expect, test } from "vitest";
import { redactValues } from "./redact-values.ts";

test("texts, keys and numbers at any depth are redacted, everything else stays", () => {
  const call = {
    name: "send_code",
    start_offset_ms: 4523,
    parameters: {
      to: ["+12025550143", { "dana@example.com": null }],
      phone: 12025550143,
      minus: -12025550143,
      urgent: true,
    },
    output: { sent_at: 1_772_000_000, note: "sent to dana@example.com" },
  };
  expect(redactValues(call)).toEqual({
    name: "send_code",
    start_offset_ms: 4523,
    parameters: {
      to: ["[phone number]", { "[email address]": null }],
      phone: "[phone number]",
      minus: "-[phone number]",
      urgent: true,
    },
    output: { sent_at: 1_772_000_000, note: "sent to [email address]" },
  });
});

test("the input is not changed", () => {
  const given = { utterance: "dana@example.com" };
  redactValues(given);
  expect(given).toEqual({ utterance: "dana@example.com" });
});

test("keys that become the same are kept apart", () => {
  expect(redactValues({ "+12025550143": 1, "+12025550144": 2, "[phone number]": 3 })).toEqual({
    "[phone number] 2": 1,
    "[phone number] 3": 2,
    "[phone number]": 3,
  });
});
