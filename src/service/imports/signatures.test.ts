/** Signatures that the platforms' own libraries made or accepted. */
import { expect, test } from "vitest";
import { isSignedBy, signatureIn } from "./signatures.ts";

const secret = "key_of_the_platform";
const now = Date.UTC(2026, 10, 2, 9, 15);

test.each([
  [
    "retell",
    "made by retell-sdk 5.60.0, lib/webhook_auth",
    '{"event":"call_ended","call":{"call_id":"vector"}}',
    "v=1793610900000,d=4f77012af126fefdbfa7978ca0294ecdfe704e0856689fbefda3ad26e9cd6665",
  ],
  [
    "elevenlabs",
    "in the form that constructEvent of @elevenlabs/elevenlabs-js 2.73.0 accepts",
    '{"type":"post_call_transcription","event_timestamp":1793610900,"data":{"conversation_id":"vector"}}',
    "t=1793610900,v0=ac46f8534a81cc5ae4d1597d7e3f462f2ec5c40df455abb86dcefff020cde81c",
  ],
])("%s: a signature %s", (vendor, _, text, signature) => {
  const body = Buffer.from(text);
  expect(isSignedBy(vendor, { secret, signature, body, now })).toBe(true);
  expect(isSignedBy(vendor, { secret, signature, body: Buffer.from(`${text} `), now })).toBe(false);
  expect(isSignedBy(vendor, { secret: "other", signature, body, now })).toBe(false);
  expect(isSignedBy(vendor, { secret, signature, body, now: now + 3_600_000 })).toBe(false);
});

test("a published test of retell-sdk 5.60.0 verifies", () => {
  const at = 1_700_000_000_000;
  const signature = `v=${at},d=07024cabe7dd8f6d1c6e4a8324ca92c812e6ad4a7ee506c04f7e462e3321823e`;
  const body = Buffer.from('{"event":"call_ended"}');
  expect(isSignedBy("retell", { secret: "test-api-key", signature, body, now: at })).toBe(true);
});

test("an empty secret signs nothing", () => {
  expect(isSignedBy("vapi", { secret: "", signature: "", body: Buffer.from("{}"), now })).toBe(false);
});

test("the time of Vapi's signature is in a header of its own", () => {
  expect(signatureIn("vapi", { "x-signature": "s", "x-timestamp": "1" })).toEqual({
    signature: "s",
    signed_at: "1",
  });
  expect(signatureIn("bland", { "x-signature": "s" })).toBeUndefined();
});
