import { expect, test } from "vitest";
import { hostRule } from "./host.ts";

test.each(["127.0.0.1", "localhost", "::1"])("on %s only the names of this machine are taken", (listens) => {
  const allows = hostRule(listens);
  for (const host of ["127.0.0.1:8787", "localhost", "LOCALHOST:1", "[::1]:8787", "127.9.9.9"])
    expect(allows(host), host).toBe(true);
  for (const host of [
    "evil.example",
    "evil.example:8787",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "localhost.",
    "169.254.169.254",
    "0.0.0.0:8787",
    "[::]:8787",
    "127.0.0.1:80:evil.example",
    "",
    undefined,
  ])
    expect(allows(host), host).toBe(false);
});

test("an additionally allowed name is accepted, in any case and with any port", () => {
  const allows = hostRule("127.0.0.1", ["Parley.Example"]);
  expect(allows("parley.example:443")).toBe(true);
  expect(allows("localhost:8787")).toBe(true);
  expect(allows("x.parley.example")).toBe(false);
});

test("a service that others reach takes every name, until some are named", () => {
  expect(hostRule("0.0.0.0")("build-7.internal")).toBe(true);
  expect(hostRule("0.0.0.0", ["parley.internal"])("evil.example")).toBe(false);
});
