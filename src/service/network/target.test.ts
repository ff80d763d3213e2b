import { createServer } from "node:http";
import { type AddressInfo, connect, type LookupFunction } from "node:net";
import { describe, expect, test } from "vitest";
import { checkTarget, guardedLookup, type Lookup, TargetRefused } from "./target.ts";

const closed = { allow_private: false, allow_loopback: false };
const local = { allow_private: false, allow_loopback: true };
const open = { allow_private: true, allow_loopback: true };

/** A resolver that returns these addresses for every name. */
const resolving =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("the check of a URL", () => {
  test.each([
    "http://127.0.0.1/a",
    "http://[::1]/a",
    "http://2130706433/a",
    "http://0x7f.1/a",
    "http://0.0.0.0/a",
    "http://169.254.169.254/latest/meta-data",
    "http://[::ffff:127.0.0.1]/a",
  ])("%s leads into a closed network", async (url) => {
    expect(await checkTarget(url, closed)).toEqual({ refusal: expect.stringContaining("does not connect") });
  });

  test("a name is judged by its addresses, and by all of them", async () => {
    const url = "https://calls.example.com/1.wav";
    expect(await checkTarget(url, closed, resolving("93.184.215.14"))).toEqual({ address: "93.184.215.14" });
    expect(await checkTarget(url, closed, resolving("93.184.215.14", "10.0.0.8"))).toEqual({
      refusal:
        "calls.example.com (10.0.0.8) is a private address, and this service does not connect to those",
    });
    expect(await checkTarget(url, open, resolving("10.0.0.8"))).toEqual({ address: "10.0.0.8" });
  });

  test("the loopback interface may be allowed without the rest", async () => {
    expect(await checkTarget("http://localhost/a", local, resolving("127.0.0.1"))).toEqual({
      address: "127.0.0.1",
    });
    expect(await checkTarget("http://192.168.0.1/a", local)).toHaveProperty("refusal");
  });

  test("refuses schemes other than http and https", async () => {
    expect(await checkTarget("file:///etc/passwd", open)).toEqual({
      refusal: "URLs must be http or https, not file:",
    });
  });

  test("a name without an address is refused, and a failing resolver is a failure", async () => {
    expect(await checkTarget("http://a.example/", open, resolving())).toEqual({
      refusal: "a.example has no address",
    });
    const failing: Lookup = () => Promise.reject(new Error("ENOTFOUND"));
    await expect(checkTarget("http://a.example/", open, failing)).rejects.toThrow("ENOTFOUND");
  });
});

describe("the lookup of a socket", () => {
  /** The result of a socket that connects to a name through the lookup. */
  function connecting(lookup: LookupFunction, port: number): Promise<Error | "connected"> {
    return new Promise((resolve) => {
      const socket = connect({ host: "changing.example", port, lookup });
      socket.once("connect", () => {
        socket.destroy();
        resolve("connected");
      });
      socket.once("error", resolve);
    });
  }

  test("refuses an address that the name has only now, and connects to an allowed one", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const refused = await connecting(guardedLookup(closed, resolving("127.0.0.1")), port);
      expect(refused).toBeInstanceOf(TargetRefused);
      expect(refused).toMatchObject({ code: "ERR_TARGET_REFUSED" });
      expect(await connecting(guardedLookup(local, resolving("127.0.0.1")), port)).toBe("connected");
    } finally {
      server.close();
    }
  });

  test("gives one address or all, of the wanted family", async () => {
    const lookup = guardedLookup(open, resolving("::1", "127.0.0.1"));
    const call = (options: { all?: boolean; family?: number }) =>
      new Promise((resolve) => lookup("two.example", options, (...results) => resolve(results)));
    expect(await call({ family: 4 })).toEqual([null, "127.0.0.1", 4]);
    expect(await call({ all: true })).toEqual([
      null,
      [
        { address: "::1", family: 6 },
        { address: "127.0.0.1", family: 4 },
      ],
    ]);
  });
});
