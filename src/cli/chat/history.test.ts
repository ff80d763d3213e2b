import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readHistory, writeHistory } from "./history.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-history-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("the history of a chat is read back unchanged, and only its owner can read the file", async () => {
  const file = join(folder, "chat", "history-1.json");
  await writeHistory(file, ["b\nc", "a"]);
  expect(await readHistory(file)).toEqual(["b\nc", "a"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("keeps the newest 500", async () => {
  const file = join(folder, "h.json");
  await writeHistory(
    file,
    Array.from({ length: 600 }, (_, i) => `line ${i}`),
  );
  expect(JSON.parse(await readFile(file, "utf8"))).toHaveLength(500);
  expect((await readHistory(file))[0]).toBe("line 0");
});

test.each(["", "{", "{}", "[1"])("%j gives an empty history", async (text) => {
  const file = join(folder, "h.json");
  await writeFile(file, text);
  expect(await readHistory(file)).toEqual([]);
});

test("and neither is a missing file", async () => {
  expect(await readHistory(join(folder, "nowhere"))).toEqual([]);
});
