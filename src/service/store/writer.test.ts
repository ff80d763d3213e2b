import { afterAll, beforeEach, expect, test } from "vitest";
import { openSqlite } from "./sqlite.ts";
import { type Control, createWriter } from "./writer.ts";

/** Longer than any test may take: whoever waits for it has failed. */
const LONG_MS = 600_000;

const { db, control } = openSqlite(":memory:");
const told: Parameters<Control>[0][] = [];
const write = createWriter(db, (statement) => {
  told.push(statement);
  control(statement);
});
const commits = () => told.filter((statement) => statement === "commit").length;

beforeEach(() => {
  told.length = 0;
});
afterAll(() => db.destroy());

test("changes of one turn of the event loop share a commit", async () => {
  await Promise.all([write(async () => 1), write(async () => 2)]);
  expect(commits()).toBe(1);
});

test("a patient change is committed with the next that is not, before it and in the same commit", async () => {
  const order: string[] = [];
  const patient = write(async () => order.push("patient"), LONG_MS);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(commits()).toBe(0);
  await Promise.all([patient, write(async () => order.push("hurried"))]);
  expect(order).toEqual(["patient", "hurried"]);
  expect(commits()).toBe(1);
});

test("a patient change that nobody joins is committed alone", async () => {
  expect(await write(async () => "kept", 1)).toBe("kept");
  expect(commits()).toBe(1);
});

test("a patient change that fails is rolled back alone", async () => {
  const patient = write(async () => Promise.reject(new Error("no")), LONG_MS);
  const hurried = write(async () => "kept");
  await expect(patient).rejects.toThrow("no");
  expect(await hurried).toBe("kept");
  expect(told).toContain("rollback to change");
});
