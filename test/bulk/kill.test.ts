import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityOf } from "../../src/cli/bulk/entries.ts";
import { readJournal } from "../../src/cli/bulk/journal-files.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "parley-kill-"));
const program = join(folder, "journaled-work.mjs");
const journal = join(folder, "journal", "work.jsonl");
const aheadJournal = join(folder, "journal", "ahead.jsonl");

/** How often the service created each item. From the given request on, it creates items without answering. */
const made = new Map<string, number>();
let silentFrom = Number.POSITIVE_INFINITY;
const held: ServerResponse[] = [];
const server = createServer(async (request, response) => {
  const key = (await request.toArray()).join("");
  made.set(key, (made.get(key) ?? 0) + 1);
  if (made.size >= silentFrom) held.push(response);
  else response.end(`id of ${key}`);
});
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

beforeAll(async () => {
  await promisify((done: () => void) => server.listen(0, "127.0.0.1", done))();
  const bundle = await rolldown({
    input: fileURLToPath(new URL("./journaled-work.ts", import.meta.url)),
    platform: "node",
  });
  await bundle.write({ file: program, format: "esm" });
  await bundle.close();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

test("after kill -9, answered items are skipped, items in flight are unknown, and the rest is sent", async () => {
  silentFrom = 15;
  const child = spawn(process.execPath, [program, journal, url()]);
  // The four in flight were created, and wait for an answer that never comes.
  await expect.poll(() => held.length).toBe(4);
  await expect(run(process.execPath, [program, journal, url()])).rejects.toMatchObject({
    stderr: expect.stringContaining("another parley process is using this journal"),
  });
  await kill(child);

  const outcomes = [...(await readJournal(journal)).values()].map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(14);
  expect(outcomes.filter((outcome) => outcome === "unknown")).toHaveLength(4);

  silentFrom = Number.POSITIVE_INFINITY;
  const { stdout } = await run(process.execPath, [program, journal, url()]);
  expect(JSON.parse(stdout).summary).toEqual({
    total: 40,
    done: 22,
    skipped: 14,
    failed: 0,
    unknown: 4,
    not_sent: 0,
  });
  expect([...made.values()]).toEqual(Array(40).fill(1));
  expect(existsSync(`${journal}.lock`)).toBe(false);
  expect((await readJournal(journal)).get(identityOf({ key: "item 0", sha256: "0" }))).toMatchObject({
    outcome: "done",
    id: "id of item 0",
  });
});

test("with items journaled ahead, kill -9 leaves so many more unknown; still nothing is sent twice or lost", async () => {
  made.clear();
  held.length = 0;
  silentFrom = 15;
  const ahead = 6;
  const child = spawn(process.execPath, [program, aheadJournal, url(), String(ahead)]);
  await expect.poll(() => held.length).toBe(4);
  await kill(child);

  const left = [...(await readJournal(aheadJournal)).values()];
  const done = left.filter(({ outcome }) => outcome === "done");
  const unknown = left.filter(({ outcome }) => outcome === "unknown");
  // Some of the 14 answered ones may not have been recorded as done. Those held never are.
  expect(done.length).toBeLessThanOrEqual(14);
  expect(unknown.length).toBeGreaterThanOrEqual(4);
  expect(unknown.length).toBeLessThanOrEqual(4 + ahead);
  expect(done.every(({ key }) => made.get(key) === 1)).toBe(true);
  const begun = new Set(left.map(({ key }) => key));
  expect([...made.keys()].filter((key) => !begun.has(key))).toEqual([]);

  silentFrom = Number.POSITIVE_INFINITY;
  const { stdout } = await run(process.execPath, [program, aheadJournal, url(), String(ahead)]);
  expect(JSON.parse(stdout).summary).toEqual({
    total: 40,
    done: 40 - done.length - unknown.length,
    skipped: done.length,
    failed: 0,
    unknown: unknown.length,
    not_sent: 0,
  });
  expect([...made.values()].every((times) => times === 1)).toBe(true);
  // Items that were not created were journaled in advance, and are reported as unknown.
  expect(40 - made.size).toBeLessThanOrEqual(ahead);
});
