import { expect, test } from "vitest";
import { searchDocs } from "./docs.ts";

const first = (query: string) => searchDocs(query)[0]?.uri.replace("parley://docs/", "");

test.each([
  ["promote a prompt", "releases"],
  ["roll back a prompt version", "releases"],
  ["compare two prompt versions", "releases"],
  ["How do I promote a version to production?", "releases"],
  ["rule language", "rule-language"],
  ["import calls from another platform", "imports"],
  ["move from SQLite to PostgreSQL", "operations"],
  ["backup and restore", "operations"],
  ["calibrate a judge", "judge"],
  ["websocket voice agent", "voice"],
  ["schedule a simulation", "alerts"],
  ["response latency", "metrics"],
  ["transcript format", "transcripts"],
  ["turn a failed call into a test", "from-call-to-test"],
  ["python client", "clients"],
])("%s: %s.md comes first", (query, page) => expect(first(query)).toBe(page));

test("a comment in an example is not a heading", () => {
  const headings = searchDocs("POST import retell agent_id").map(({ heading }) => heading);
  expect(headings).not.toContainEqual(expect.stringMatching(/^POST/));
  expect(headings.length).toBeGreaterThan(0);
});

test("words that no page has, and words that every question has, find nothing", () => {
  expect(searchDocs("xylophone")).toEqual([]);
  expect(searchDocs("how do I")).toEqual([]);
});
