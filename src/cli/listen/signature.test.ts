import fc from "fast-check";
import { expect, test } from "vitest";
import { isSignedWith } from "./signature.ts";

// RFC 4231, test case 2: key "Jefe", data "what do ya want for nothing?".
const HMAC = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
const BODY = Buffer.from("what do ya want for nothing?");

test.each([HMAC, HMAC.toUpperCase(), `sha256=${HMAC}`, ` ${HMAC} `])("%s is the signature", (signature) => {
  expect(isSignedWith("Jefe", BODY, signature)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["a prefix alone", "sha256="],
  ["another algorithm's name", `sha1=${HMAC}`],
  ["one that is cut", HMAC.slice(0, -2)],
  ["one with something behind it", `${HMAC}00`],
  ["base64", Buffer.from(HMAC, "hex").toString("base64")],
])("%s is not", (_, signature) => {
  expect(isSignedWith("Jefe", BODY, signature)).toBe(false);
});

test("another key's is not", () => {
  expect(isSignedWith("jefe", BODY, HMAC)).toBe(false);
});

test("and neither is any that differs in a single bit of the signature or the body", () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(BODY.length * 8 - 1), (ofSignature, ofBody) => {
      expect(isSignedWith("Jefe", BODY, flip(Buffer.from(HMAC, "hex"), ofSignature).toString("hex"))).toBe(
        false,
      );
      expect(isSignedWith("Jefe", flip(BODY, ofBody), HMAC)).toBe(false);
    }),
  );
});

function flip(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}
