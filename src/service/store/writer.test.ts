import { afterAll, beforeEach, expect, test } from "vitest";
import { openSqlite } from "./sqlite.ts";
import { type Control, createWriter } from "./writer.ts";

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

test("a change that fails is rolled back alone", async () => {
  const failing = write(async () => Promise.reject(new Error("no")));
  const good = write(async () => "kept");
  await expect(failing).rejects.toThrow("no");
  expect(await good).toBe("kept");
  expect(told).toContain("rollback to change");
  expect(commits()).toBe(1);
});
