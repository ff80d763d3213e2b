import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Delivery } from "./delivery.ts";
import { KeptDeliveries } from "./kept.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-kept-"));
  file = join(folder, "data", "webhooks.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const delivery = (id: string, body = Buffer.from(id)): Delivery => ({
  id,
  event: "simulation_ended",
  received_at: "2026-11-01T12:00:00.000Z",
  headers: ["X-Parley-Delivery", id, "X-Odd", "a", "X-Odd", "b"],
  body,
});

test("entries are read back byte for byte, even bytes that are not text", async () => {
  const kept = new KeptDeliveries(file);
  const binary = delivery("b", Buffer.from([0, 255, 10, 13, 128]));
  await kept.keep(delivery("a"));
  await kept.keep(binary);
  expect(await new KeptDeliveries(file).all()).toEqual([delivery("a"), binary]);
  expect(await kept.find("b")).toEqual(binary);
  expect(await kept.find("c")).toBeUndefined();
});

test("only its owner can read the file", async () => {
  await new KeptDeliveries(file).keep(delivery("a"));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("a line that was torn is passed over", async () => {
  const kept = new KeptDeliveries(file);
  await kept.keep(delivery("a"));
  const line = await readFile(file, "utf8");
  await writeFile(file, `${line}${line.slice(0, 40)}\n`);
  expect(await kept.all()).toEqual([delivery("a")]);
});

test("the oldest entries are removed when the file exceeds its limit, whichever process writes", async () => {
  const listeners = [new KeptDeliveries(file, 5000), new KeptDeliveries(file, 5000)];
  for (let i = 0; i < 60; i++) await listeners[i % 2]?.keep(delivery(`d${i}`));
  const ids = (await listeners[0]?.all())?.map(({ id }) => id) ?? [];
  expect((await stat(file)).size).toBeLessThanOrEqual(5000);
  expect(ids.length).toBeGreaterThan(5);
  expect(ids).toEqual(Array.from({ length: ids.length }, (_, i) => `d${60 - ids.length + i}`));
});

test("a missing file of deliveries has none to send again", async () => {
  expect(await new KeptDeliveries(file).all()).toEqual([]);
});
