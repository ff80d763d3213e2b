import { expect, test, vi } from "vitest";
import { YamlNode } from "../yaml/nodes.ts";
import { readYaml } from "../yaml/read.ts";
import { offsetOf } from "./locate.ts";

const rootOf = (text: string) => {
  const [document] = readYaml(text).documents;
  if (!document) throw new Error("the text has no document");
  return document.root();
};

test("a key's own pair comes before one that is merged, and the first merged before later ones", () => {
  const text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {<<: [*a, *b], x: 5}\n";
  const of = (key: string) => text[offsetOf(rootOf(text), ["c", key])];
  expect(["x", "y", "z"].map(of)).toEqual(["5", "2", "4"]);
});

test("each key of a large mapping is read as often as one of a small mapping", () => {
  const text = vi.spyOn(YamlNode.prototype, "text", "get");
  const readsFor = (count: number) => {
    const keys = Array.from({ length: count }, (_, at) => `field_${at}`);
    const root = rootOf(keys.map((key) => `${key}: 1\n`).join(""));
    text.mockClear();
    for (const key of keys) offsetOf(root, [key], true);
    return text.mock.calls.length / count;
  };
  const [small, large] = [readsFor(10), readsFor(2000)];
  text.mockRestore();
  expect(large).toBeLessThanOrEqual(small);
});
