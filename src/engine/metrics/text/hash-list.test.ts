import { expect, test } from "vitest";
import { HashList } from "./hash-list.ts";

test("holds what was added, in order, beyond its first capacity, and is cut by its length", () => {
  const list = new HashList();
  const added = Array.from({ length: 10_000 }, (_, index) => (index * 2_654_435_761) | 0);
  for (const hash of added) list.push(hash);
  expect([...list.view()]).toEqual(added);
  list.length = 2;
  list.push(7);
  expect([...list.view()]).toEqual([...added.slice(0, 2), 7]);
});
