import { expect, test } from "vitest";
import { createRevisions, effectOf } from "./revisions.ts";

test.each([
  ['insert into "agent" ("record") values (?)', "agent"],
  ['insert into "agent" ("record") values (?) returning *', "agent"],
  ['update "label" set "prompt_id" = ? where "id" = ?', "label"],
  ['delete from "custom_metric" where "id" = ?', "custom_metric"],
  ['select * from "agent"', "nothing"],
  ["begin immediate", "nothing"],
  ["release change", "nothing"],
  ['with "made" as (insert into "agent" default values returning *) select * from "made"', "anything"],
  ['drop table "agent"', "anything"],
])("the statement %s changes %s", (sql, effect) => {
  expect(effectOf(sql)).toBe(effect);
});

test("a table's revision changes with its rows and with nothing else", () => {
  const revisions = createRevisions(() => 1);
  const agents = revisions.of(["agent"]);
  revisions.ran("label");
  revisions.ran("nothing");
  expect(revisions.of(["agent"])).toBe(agents);
  const both = revisions.of(["agent", "label"]);
  revisions.ran("agent");
  expect(revisions.of(["agent"])).not.toBe(agents);
  expect(revisions.of(["agent", "label"])).not.toBe(both);
});

test("a statement whose text does not show its effect may have changed everything", () => {
  const revisions = createRevisions(() => 1);
  const agents = revisions.of(["agent"]);
  revisions.ran("anything");
  expect(revisions.of(["agent"])).not.toBe(agents);
});

test("another process's change is seen in the next turn of the event loop, and stays seen", async () => {
  let version = 1;
  const revisions = createRevisions(() => version);
  const before = revisions.of(["agent"]);
  version = 2;
  await new Promise(setImmediate);
  const after = revisions.of(["agent"]);
  expect(after).not.toBe(before);
  await new Promise(setImmediate);
  expect(revisions.of(["agent"])).toBe(after);
});
