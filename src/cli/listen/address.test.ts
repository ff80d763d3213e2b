import { expect, test } from "vitest";
import { parseAddress } from "./address.ts";

test.each([
  ["127.0.0.1:9099", { host: "127.0.0.1", port: 9099 }],
  ["localhost:0", { host: "localhost", port: 0 }],
  [":9099", { host: "127.0.0.1", port: 9099 }],
  ["9099", { host: "127.0.0.1", port: 9099 }],
  ["[::1]:65535", { host: "::1", port: 65_535 }],
])("reads the address %s to listen at", (text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

test.each(["", "localhost", "localhost:", "localhost:65536", "::1:9099", "http://localhost:9099", "a:b:1"])(
  "%j is not an address",
  (text) => {
    expect(() => parseAddress(text)).toThrow(/must be host:port/);
  },
);
