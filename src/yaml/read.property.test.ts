import fc from "fast-check";
import { expect, test } from "vitest";
import { isCollection, isMap, isScalar, type Node, parseDocument, stringify } from "yaml";
import type { YamlNode } from "./nodes.ts";
import { readYaml } from "./read.ts";

/** Text as people and programs write it: what looks like something else, signs of YAML, several lines, any script. */
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

const styleOf = (
  ...types: ("PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE" | "BLOCK_LITERAL" | "BLOCK_FOLDED")[]
) =>
  fc.record({
    indent: fc.integer({ min: 2, max: 4 }),
    lineWidth: fc.constantFrom(0, 40, 80),
    collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
    defaultStringType: fc.constantFrom(...types),
  });

// Several lines become blocks of themselves; made to write all text as blocks, that library loses some spaces.
const style = styleOf("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE");
const anyStyle = styleOf("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_LITERAL", "BLOCK_FOLDED");

test("reads what the writer of YAML was given, and JSON", () => {
  fc.assert(
    fc.property(value, style, (document, options) => {
      for (const written of [stringify(document, options), JSON.stringify(document, null, "\t")]) {
        const { documents, faults } = readYaml(written);
        expect(faults).toEqual([]);
        expect(documents.map((one) => one.value)).toEqual([document]);
      }
    }),
    { numRuns: 300 },
  );
});

test("says of each part where it begins, as that library says it", () => {
  fc.assert(
    fc.property(value, anyStyle, (document, options) => {
      const written = stringify(document, options);
      const [read] = readYaml(written).documents;
      expect(read && offsetsOf(read.root())).toEqual(offsetsThere(parseDocument(written).contents));
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
