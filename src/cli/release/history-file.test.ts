import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LabelMove } from "./history.ts";
import { openHistory, readHistory } from "./history-file.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-history-"));
  file = join(folder, ".parley", "releases.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const move = (version: number): LabelMove => ({
  at: "2026-11-01T12:00:00Z",
  base_url: "http://127.0.0.1:8787",
  agent_id: 101,
  kind: "prompt",
  label: "production",
  action: "promote",
  previous_version: null,
  version,
  evidence: null,
});

async function append(version: number): Promise<void> {
  const history = await openHistory(file);
  await history.append(move(version));
  await history.close();
}

const versions = async () => (await readHistory(file)).moves.map(({ version }) => version);

test("a missing history is empty; appending creates it, with one line per move", async () => {
  expect(await versions()).toEqual([]);
  await append(1);
  await append(2);
  expect(await versions()).toEqual([1, 2]);
  expect((await readFile(file, "utf8")).split("\n")).toEqual([
    JSON.stringify(move(1)),
    JSON.stringify(move(2)),
    "",
  ]);
});

test("moves that are appended at the same time are all kept whole", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => append(index)));
  expect((await versions()).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test("a line that its writer did not finish is left out with a remark, also after the next move", async () => {
  await append(1);
  await appendFile(file, '{"at":"2026-11-');
  const remarks = [expect.stringMatching(/releases\.jsonl:2: this line was not written completely/)];
  expect(await readHistory(file)).toEqual({ moves: [move(1)], remarks });
  await append(3);
  expect(await readHistory(file)).toEqual({ moves: [move(1), move(3)], remarks });
});

test("a line without its end does not swallow the next", async () => {
  await append(1);
  await writeFile(file, (await readFile(file, "utf8")).trimEnd());
  await append(2);
  expect(await versions()).toEqual([1, 2]);
});

test.each([
  ["<<<<<<< HEAD", "the release history has a merge conflict"],
  ["not JSON", "the release history has a damaged line"],
  ["{}", "the release history has a damaged line"],
  [JSON.stringify({ ...move(1), version: "4" }), "the release history has a damaged line"],
  [JSON.stringify({ ...move(1), at: "yesterday" }), "the release history has a damaged line"],
])("the line %s is refused with its number", async (line, message) => {
  await append(1);
  await appendFile(file, `${line}\n`);
  await append(2);
  await expect(readHistory(file)).rejects.toMatchObject({
    outcome: "usage",
    message,
    options: { where: `${file}:2` },
  });
});

test("a place that cannot be written is refused before anything is sent", async () => {
  await writeFile(join(folder, ".parley"), "a file, not a folder");
  await expect(openHistory(file)).rejects.toMatchObject({ outcome: "usage", options: { where: file } });
});
