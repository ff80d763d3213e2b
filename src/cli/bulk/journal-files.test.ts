import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { identityOf } from "./entries.ts";
import {
  clearJournal,
  journalFile,
  listJournals,
  openJournal,
  openJournals,
  readJournal,
} from "./journal-files.ts";

const a = { key: "a", sha256: "aa" };
const b = { key: "b", sha256: "bb" };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-journal-"));
  file = join(folder, "journal", "calls.jsonl");
});

describe("a journal file", () => {
  test("records for the next run what this one did", async () => {
    const journal = await openJournal(file);
    await Promise.all([journal.begin(a), journal.begin(b)]);
    await journal.end(a, { outcome: "done", id: "call_1" });
    await journal.close();

    const next = await openJournal(file);
    expect(next.get(a)).toMatchObject({ outcome: "done", id: "call_1" });
    expect(next.get(b)).toMatchObject({ outcome: "unknown" });
    expect(next.get({ ...a, sha256: "changed" })).toBeUndefined();
    await next.close();
  });

  test("has a begin on disk when the promise of it resolves", async () => {
    const journal = await openJournal(file);
    await journal.begin(a);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ entry: "begin", ...a });
    await journal.close();
  });

  test("is cut where a crash left it incomplete, so that the next entry has its own line", async () => {
    const journal = await openJournal(file);
    await journal.begin(a);
    await journal.close();
    appendFileSync(file, '{"entry":"end","key":"a","sha2');
    const next = await openJournal(file);
    await next.end(a, { outcome: "done" });
    await next.close();
    expect((await readJournal(file)).get(identityOf(a))?.outcome).toBe("done");
  });

  test("starts over on request", async () => {
    const journal = await openJournal(file);
    await journal.begin(a);
    await journal.close();
    const next = await openJournal(file, { restart: true });
    expect(next.get(a)).toBeUndefined();
    await next.close();
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("can be repaired by starting over when it is damaged", async () => {
    mkdirSync(dirname(file));
    writeFileSync(file, "nonsense\n");
    await expect(openJournal(file)).rejects.toMatchObject({ options: { where: `${file}:1` } });
    await (await openJournal(file, { restart: true })).close();
  });

  test("has one writer at a time, and any number of readers", async () => {
    const journal = await openJournal(file);
    await journal.begin(a);
    await expect(openJournal(file)).rejects.toThrow("another parley process is using this journal");
    await expect(clearJournal(file)).rejects.toThrow("another parley process is using this journal");
    expect((await readJournal(file)).size).toBe(1);
    await journal.close();
    await clearJournal(file);
    expect(existsSync(file)).toBe(false);
  });

  test("that is a link is neither written nor read", async () => {
    const precious = join(folder, "precious");
    writeFileSync(precious, "keep me");
    mkdirSync(dirname(file));
    symlinkSync(precious, file);
    for (const use of [() => openJournal(file, { restart: true }), () => readJournal(file)])
      await expect(use()).rejects.toThrow("the journal is a symbolic link");
    expect(readFileSync(precious, "utf8")).toBe("keep me");
  });

  test("that could not be opened leaves no lock behind", async () => {
    mkdirSync(file, { recursive: true });
    await expect(openJournal(file)).rejects.toThrow("not a regular file");
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});

test("several journals are opened together or not at all", async () => {
  const other = join(folder, "journal", "others.jsonl");
  const held = await openJournal(other);
  await expect(openJournals([file, other])).rejects.toThrow("another parley");
  await held.close();
  const both = await openJournals([file, other, file]);
  expect([both.of(file)?.file, both.of(other)?.file, both.of("none")]).toEqual([file, other, undefined]);
  await both.close();
});

test("journals are listed by name, without locks and other files", async () => {
  expect(await listJournals(dirname(file))).toEqual([]);
  mkdirSync(dirname(file));
  for (const name of ["b.jsonl", "a.jsonl", "a.jsonl.lock", "note.txt"])
    writeFileSync(join(dirname(file), name), "");
  expect(await listJournals(dirname(file))).toEqual(
    ["a.jsonl", "b.jsonl"].map((name) => join(dirname(file), name)),
  );
});

describe("the name of a journal", () => {
  const place = { manifest: "/w/calls.yaml", command: "evaluate", base_url: "http://127.0.0.1:8787" };

  test("is next to the manifest and recognizable", () => {
    expect(journalFile(place)).toMatch(
      /^\/w\/\.parley\/journal\/calls\.yaml\.evaluate\.127\.0\.0\.1-8787\.[0-9a-f]{8}\.jsonl$/,
    );
  });

  test("is another for another service, command, or manifest of the same name in a shared folder", () => {
    const shared = { ...place, journal_dir: "/j" };
    const names = [
      shared,
      { ...shared, base_url: "http://127.0.0.1:8787/v2" },
      { ...shared, command: "apply" },
      { ...shared, manifest: "/w/sub/calls.yaml" },
    ].map(journalFile);
    expect(new Set(names).size).toBe(4);
    expect(names.every((name) => dirname(name) === "/j")).toBe(true);
  });

  test("is the same in a checkout elsewhere", () => {
    const moved = journalFile({ ...place, manifest: "/elsewhere/calls.yaml" });
    expect(moved.replace("/elsewhere", "/w")).toBe(journalFile(place));
  });
});
