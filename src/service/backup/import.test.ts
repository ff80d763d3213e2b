import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { memoryBlobs } from "../blobs/memory.ts";
import { newestMigration } from "../store/migrate.ts";
import { openStore } from "../store/store.ts";
import { importStore } from "./import.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");
const head = (migration: string) => JSON.stringify({ format: "parley-store", version: 1, migration });

/** An export of these lines with a correct checksum. */
function exported(lines: readonly object[], migration = newestMigration): string {
  const content = [head(migration), ...lines.map((line) => JSON.stringify(line)), ""].join("\n");
  const count = (what: string) => lines.filter((line) => what in line).length;
  const end = { rows: count("table"), recordings: count("recording"), sha256: sha256(content) };
  return `${content}${JSON.stringify({ end })}\n`;
}

const created_at = "2026-01-01T00:00:00.000Z";
const acme = { table: "organization", row: { id: "acme", name: "acme", created_at } };
const agent = { table: "agent", row: { id: 1, organization_id: "acme", record: "{}", created_at } };
const recording = (key: string, content: string) => [
  { recording: key },
  { bytes: Buffer.from(content).toString("base64") },
  { recording_sha256: sha256(content) },
];

/** Imports into a new store. Returns what went wrong, and the contents of the store. */
async function imported(content: string, blobs = memoryBlobs()) {
  const data = mkdtempSync(join(folder, "store-"));
  async function* source() {
    yield Buffer.from(content);
  }
  const fault = await importStore({ data }, blobs, source()).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const { db } = await openStore({ data });
  const organizations = await db.selectFrom("organization").select("name").execute();
  await db.destroy();
  return { fault, organizations: organizations.map(({ name }) => name) };
}

test.each(["0371-shared-bodies", "9999-later"])(
  "an export with the tables of %s is refused",
  async (other) => {
    expect(await imported(exported([acme, agent], other))).toEqual({
      fault: `the file is from another version of parley: its tables are ${other}, not ${newestMigration}`,
      organizations: [],
    });
  },
);

test("a line of brackets is refused before it is parsed", async () => {
  const { fault } = await imported(`${head(newestMigration)}\n${"[".repeat(60_000_000)}\n`);
  expect(fault).toBe("line 2 is not a valid line of an export");
});

describe("a recording that is there already, as in a bucket with those of another store,", () => {
  const original = "somebody's recording";
  async function withOriginal(content: string) {
    const blobs = memoryBlobs();
    await blobs.put("theirs", [Buffer.from(original)]);
    const { fault } = await imported(content, blobs);
    const [theirs, ours] = [await blobs.get("theirs"), await blobs.get("ours")];
    return { fault, theirs: theirs && (await text(theirs)), ours: ours && (await text(ours)) };
  }

  test("is not replaced", async () => {
    const lines = [acme, ...recording("ours", "mine"), ...recording("theirs", "forged")];
    expect(await withOriginal(exported(lines))).toEqual({
      fault: "there is already a recording theirs, and it is not the same",
      theirs: original,
      ours: undefined,
    });
  });

  test("is not deleted when the import fails after it", async () => {
    const lines = [acme, ...recording("ours", "mine"), ...recording("theirs", original), acme];
    const { fault, theirs, ours } = await withOriginal(exported(lines));
    expect(fault).toMatch(/UNIQUE/);
    expect({ theirs, ours }).toEqual({ theirs: original, ours: undefined });
  });

  test("is taken where it is the same", async () => {
    const lines = [acme, ...recording("ours", "mine"), ...recording("theirs", original)];
    expect(await withOriginal(exported(lines))).toEqual({ fault: undefined, theirs: original, ours: "mine" });
  });
});
