import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isCollection, isMap, isScalar, type Node, parseDocument, stringify } from "yaml";
import type { YamlNode } from "./nodes.ts";
import { readYaml } from "./read.ts";
import { writeYaml } from "./write.ts";

/**
 * Texts that people and programs write: texts that look like other types, YAML characters, several lines, any
 * script.
 */
const text = fc.oneof(
  fc.constantFrom(
    "",
    "no",
    "y",
    "on",
    "null",
    "~",
    "0o17",
    "012",
    "1e3",
    ".5",
    "-",
    "=",
    "2026-11-21",
    "0x1f",
  ),
  fc.string({ unit: fc.constantFrom(..."aé漢😀 \n\t:#-?*&!|>%@`'\"{}[],$\\") }),
  fc.string({ unit: "grapheme" }),
);

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
    fc.double({ noNaN: true }).map((number) => number + 0),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(text, tie("any"), { maxKeys: 4 }),
  ),
})).any;

const style = fc.record({
  indent: fc.integer({ min: 2, max: 4 }),
  lineWidth: fc.constantFrom(0, 40, 80),
  collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
  defaultStringType: fc.constantFrom(
    "PLAIN" as const,
    "QUOTE_DOUBLE" as const,
    "QUOTE_SINGLE" as const,
    "BLOCK_LITERAL" as const,
    "BLOCK_FOLDED" as const,
  ),
});

test("reads back what the writer was given, and JSON", () => {
  fc.assert(
    fc.property(value, (document) => {
      const json = JSON.stringify([document], null, "\t");
      // JSON has no infinite numbers, so they become null.
      for (const [written, meant] of [
        [writeYaml([document]), [document]],
        [json, JSON.parse(json)],
      ]) {
        const { documents, faults } = readYaml(written);
        expect(faults).toEqual([]);
        expect(documents.map((document) => document.value)).toEqual([meant]);
      }
    }),
    { numRuns: 300 },
  );
});

test("says where each part of a document begins, as the yaml library does", () => {
  fc.assert(
    fc.property(value, style, (document, options) => {
      const written = stringify(document, options);
      const there = parseDocument(written);
      // In rare styles, the other library cannot read its own output.
      fc.pre(isDeepStrictEqual(there.toJS(), document));
      const [read] = readYaml(written).documents;
      expect(read && offsetsOf(read.root())).toEqual(offsetsThere(there.contents));
    }),
    { numRuns: 300 },
  );
});

type Offsets = readonly [number, ...unknown[]];

const offsetsOf = (node: YamlNode): Offsets => [
  node.offset,
  ...node.items.map(offsetsOf),
  ...node.pairs.flatMap(({ key, value: of }) => [offsetsOf(key), offsetsOf(of)]),
];

function offsetsThere(node: unknown): Offsets {
  const { range, ...rest } = node as Node;
  const offset = range?.[0] ?? Number.NaN;
  if (isMap(node))
    return [offset, ...node.items.flatMap(({ key, value: of }) => [offsetsThere(key), offsetsThere(of)])];
  return isCollection(node) && !isScalar(rest) ? [offset, ...node.items.map(offsetsThere)] : [offset];
}
