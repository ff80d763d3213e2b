import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { takeLock, withLock } from "./lock.ts";

const impatient = { what: "the journal", patience_ms: 0 };
let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "parley-lock-")), "thing");
});

const leave = (content: string) => writeFileSync(`${file}.lock`, content);
/** The id of a process on this machine that has ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("a lock is refused while it is held, by name and place, and can be taken after its release", async () => {
  const lock = await takeLock(file, impatient);
  await expect(takeLock(file, impatient)).rejects.toMatchObject({
    message: "another parley process is using the journal",
    options: { where: `${file}.lock` },
  });
  await lock.release();
  await (await takeLock(file, impatient)).release();
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test("the lock of a process that is gone is taken over at once", async () => {
  leave(JSON.stringify({ pid: deadPid(), host: hostname(), id: "x" }));
  await takeLock(file, impatient);
  expect(JSON.parse(readFileSync(`${file}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
  expect(existsSync(`${file}.lock.takeover`)).toBe(false);
});

test("the lock of a process that runs, or of another machine, is not taken over", async () => {
  leave(JSON.stringify({ pid: process.ppid, host: hostname(), id: "x" }));
  await expect(takeLock(file, impatient)).rejects.toThrow("another parley");
  leave(JSON.stringify({ pid: deadPid(), host: `not-${hostname()}`, id: "x" }));
  await expect(takeLock(file, impatient)).rejects.toThrow("another parley");
});

test("a lock without a name is one being written, until it is old", async () => {
  leave("");
  await expect(takeLock(file, impatient)).rejects.toThrow("another parley");
  const long_ago = new Date(Date.now() - 11_000);
  utimesSync(`${file}.lock`, long_ago, long_ago);
  await (await takeLock(file, impatient)).release();
});

test("a release does not remove the lock of another process", async () => {
  const lock = await takeLock(file, impatient);
  leave("theirs");
  await lock.release();
  expect(readFileSync(`${file}.lock`, "utf8")).toBe("theirs");
});

test("of many that find a dead holder, one at a time gets in", async () => {
  leave(JSON.stringify({ pid: deadPid(), host: hostname(), id: "x" }));
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside--;
  };
  await Promise.all(Array.from({ length: 20 }, () => withLock(file, work)));
  expect(most).toBe(1);
});

test("the wait is measured by a clock that cannot be set back", async () => {
  const lock = await takeLock(file, impatient);
  const set_back = vi.spyOn(Date, "now").mockImplementation(() => -performance.now());
  await expect(takeLock(file, { ...impatient, patience_ms: 50 })).rejects.toThrow("another parley");
  set_back.mockRestore();
  await lock.release();
});
