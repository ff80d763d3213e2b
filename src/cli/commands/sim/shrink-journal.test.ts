import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openJournal, readHeld } from "./shrink-journal.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-shrink-journal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const held = { key: "0,1", reasons: { failed: ["x"], undecided: [], clauses: [] }, turns: 3 };

test("conversations are those of the same caller, held by the same code", async () => {
  const file = join(folder, "smallest.yaml.journal");
  const searched = { about: "Bob", code: "one" };
  const journal = await openJournal(file, searched);
  await journal.append(JSON.stringify({ place: 0, ...held }));
  await journal.close();
  expect(await readHeld(file, searched)).toEqual({ held: [held], is_outdated: false });
  expect(await readHeld(file, { ...searched, code: "two" })).toEqual({ held: [], is_outdated: true });
  expect(await readHeld(file, { ...searched, about: "Ann" })).toEqual({ held: [], is_outdated: false });
});
