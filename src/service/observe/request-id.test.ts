import { expect, test } from "vitest";
import { requestId } from "./request-id.ts";

const newId = () => "made here";

test.each([
  "0b0f6a6e-2c3d-4a57-9a3e-0d7f0f4f2f11",
  "Root=1-67891233-abcdef012345678912345678",
  "a+b/c=",
  "x",
  "x".repeat(128),
])("%j is taken over", (given) => {
  expect(requestId(given, newId)).toBe(given);
});

test.each([undefined, "", "two words", "a\tb", 'say "hi"', "ünïcode", "{}", "a,b", "x".repeat(129)])(
  "a new request id replaces the invalid id %j",
  (given) => {
    expect(requestId(given, newId)).toBe("made here");
  },
);
