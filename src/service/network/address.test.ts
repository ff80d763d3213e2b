import { expect, test } from "vitest";
import { isLoopbackHost, reachOf } from "./address.ts";

test.each([
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["0.0.0.0", "private"],
  ["10.1.2.3", "private"],
  ["100.64.0.1", "private"],
  ["100.128.0.1", "public"],
  ["169.254.169.254", "private"],
  ["172.15.255.255", "public"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.1", "public"],
  ["192.168.1.1", "private"],
  ["198.19.255.255", "private"],
  ["224.0.0.1", "private"],
  ["255.255.255.255", "private"],
  ["8.8.8.8", "public"],
  ["::", "private"],
  ["fe80::1", "private"],
  ["fe80::1%eth0", "private"],
  ["fc00::1", "private"],
  ["fd12:3456::1", "private"],
  ["ff02::1", "private"],
  ["2001:db8::1", "private"],
  ["2606:4700:4700::1111", "public"],
])("the address %s is %s", (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});

test.each([
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:10.0.0.1",
  "64:ff9b::a00:1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
])("an IPv6 address that carries an IPv4 address is never public: %s", (address) => {
  expect(reachOf(address)).not.toBe("public");
});

test("anything but an IP address is an error", () => {
  expect(() => reachOf("localhost")).toThrow(TypeError);
});

test.each([
  ["127.0.0.1", true],
  ["localhost", true],
  ["::1", true],
  ["[::1]", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.1.5", false],
  ["localhost.example.com", false],
])("listening on %s is listening to this machine alone: %s", (host, alone) => {
  expect(isLoopbackHost(host)).toBe(alone);
});
