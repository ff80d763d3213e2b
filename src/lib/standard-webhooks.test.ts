import { describe, expect, test } from "vitest";
import { isStandardSignature, keyOfSecret, standardSignature } from "./standard-webhooks.ts";

/** What `new Webhook(SECRET).sign(…)` of the npm package standardwebhooks 1.1.1 returns. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SIGNED = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: "1614265330",
  body: '{"test": 2432232314}',
};
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

test("a signature of the package of Standard Webhooks", () => {
  expect(standardSignature(SECRET, SIGNED)).toBe(SIGNATURE);
  expect(isStandardSignature(SECRET, SIGNED, SIGNATURE)).toBe(true);
});

describe("a header", () => {
  test("may have several signatures; one right one is enough", () => {
    expect(isStandardSignature(SECRET, SIGNED, `v1,AAAA v1a,xyz ${SIGNATURE}`)).toBe(true);
  });

  test.each([
    ["another id", { ...SIGNED, id: "msg_other" }, SIGNATURE],
    ["another time", { ...SIGNED, timestamp: "1614265331" }, SIGNATURE],
    ["another body", { ...SIGNED, body: "{}" }, SIGNATURE],
    ["another version", SIGNED, SIGNATURE.replace("v1", "v2")],
    ["no signature", SIGNED, ""],
    ["a cut signature", SIGNED, SIGNATURE.slice(0, 20)],
  ])("with %s is refused", (_, signed, header) => {
    expect(isStandardSignature(SECRET, signed, header)).toBe(false);
  });
});

test("a secret is base64 with either alphabet, and otherwise stands for its own characters", () => {
  expect(keyOfSecret("whsec_/+8B")).toEqual(Buffer.from([0xff, 0xef, 0x01]));
  expect(keyOfSecret("whsec__-8B")).toEqual(Buffer.from([0xff, 0xef, 0x01]));
  expect(keyOfSecret("/+8B")).toEqual(Buffer.from([0xff, 0xef, 0x01]));
  expect(keyOfSecret("whsec_1")).toEqual(Buffer.from("whsec_1"));
  expect(keyOfSecret("not base64!!")).toEqual(Buffer.from("not base64!!"));
});
