import { describe, expect, test } from "vitest";
import { readYaml } from "./read.ts";

const valuesOf = (text: string) => {
  const { documents, faults } = readYaml(text);
  expect(faults).toEqual([]);
  return documents.map(({ value }) => value);
};

/** Faults as `line:column message`. */
const faultsOf = (text: string) =>
  readYaml(text).faults.map(({ offset, message }) => {
    const before = text.slice(0, offset).split("\n");
    return `${before.length}:${(before.at(-1) ?? "").length + 1} ${message}`;
  });

describe("a plain word is what YAML 1.2 says", () => {
  test.each([
    ["yes", "yes"],
    ["n", "n"],
    ["2026-11-21", "2026-11-21"],
    ["12:30:00", "12:30:00"],
    ["012", "012"],
    ["0612345678", "0612345678"],
    ["!!int 012", 12],
    ["0o17", 15],
    ["0x1F", 31],
    ["1_000", "1_000"],
    ["1e3", 1000],
    ["~", null],
    ["True", true],
    ["!!str 1", "1"],
    ["<<", "<<"],
  ])("%s", (written, value) => {
    expect(valuesOf(`- ${written}\n`)).toEqual([[value]]);
  });
});

describe("mappings", () => {
  test("take in others by merge keys: what they name themselves counts, then the first that is merged", () => {
    const text = "- &a { x: 1, y: 1 }\n- &b { y: 2, z: 2 }\n- { <<: [*a, *b], x: 0 }\n- { x: 0, <<: *a }\n";
    expect(valuesOf(text)).toEqual([
      [
        { x: 1, y: 1 },
        { y: 2, z: 2 },
        { x: 0, y: 1, z: 2 },
        { x: 0, y: 1 },
      ],
    ]);
  });

  test("can contain a key that names the prototype like any other", () => {
    const [value] = valuesOf('{ "__proto__": { admin: true }, a: 1 }') as [object];
    expect(Object.keys(value)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("admin" in value).toBe(false);
  });

  test("have no keys but scalars", () => {
    expect(faultsOf("? [a, b]\n: 1\n")).toEqual(["1:3 a key must be a text, not a list or a map"]);
  });
});

describe("documents", () => {
  test("are several in a text; empty ones do not count", () => {
    expect(valuesOf("# first\n---\na: 1\n---\n---\nnull\n...\n---\nb\n")).toEqual([{ a: 1 }, null, "b"]);
    expect(valuesOf("")).toEqual([]);
    expect(valuesOf("\n# nothing\n")).toEqual([]);
  });

  test("are JSON as well, indented by tabs", () => {
    expect(valuesOf('{\n\t"a": [\n\t\t1,\n\t\t"\\ud83d\\ude00"\n\t]\n}\n')).toEqual([{ a: [1, "😀"] }]);
  });
});

describe("faults", () => {
  test("are reported all at once, keys and tags", () => {
    expect(faultsOf("a: 1\nb: !x { c: 1, c: 2 }\na: !!str 2\nd: !<tag:x> 3\na: !y 4\n")).toEqual([
      "2:4 unknown tag !x",
      '2:15 the key "c" appears twice',
      '3:1 the key "a" appears twice',
      '5:1 the key "a" appears twice',
      "5:4 unknown tag !y",
    ]);
  });

  test("of tags that are written in full, and of values that are not what their tags say", () => {
    expect(faultsOf("- !<tag:example.org,2026:x> 3\n")).toEqual([
      "1:3 unknown scalar tag !<tag:example.org,2026:x>",
    ]);
    expect(faultsOf("- !!int x\n")).toEqual([
      "1:3 cannot resolve a node with !<tag:yaml.org,2002:int> explicit tag",
    ]);
  });

  test("of one document hide neither the other documents nor their faults", () => {
    const text = 'a: "1\n---\nb: 1\n---\nc: 1\nc: 2\n---\n- [1\n';
    const { documents } = readYaml(text);
    expect(documents.map(({ value }) => value)).toEqual([{ b: 1 }]);
    expect(faultsOf(text)).toEqual([
      "2:1 not indented enough to belong to what is open above; is a closing quote or bracket missing?",
      '6:1 the key "c" appears twice',
      "9:1 not indented enough to belong to what is open above; is a closing quote or bracket missing?",
    ]);
    const [document] = documents;
    expect(document?.root().pairs[0]?.value.offset).toBe(text.indexOf("1\n---\nc"));
  });

  test("of a text with directives: the first", () => {
    expect(faultsOf("%YAML 1.2\n---\na: [\n...\n%YAML 1.2\n---\nb: 1\nb: 2\n")).toEqual([
      expect.stringMatching(/^4:1 /),
    ]);
  });

  test("of aliases: without an anchor, within their own, growing", () => {
    expect(faultsOf("- *a\n")).toEqual(["1:3 no anchor &a before this alias"]);
    expect(faultsOf("- &a [*a]\n")).toEqual(["1:7 *a is inside its own anchor"]);
    // The fourth list has 11,111 nodes (1 + 10 * 1,111), although only 16 are written before the fifth names
    // it.
    const levels = Array.from(
      { length: 5 },
      (_, i) =>
        `- &a${i} [${Array(10)
          .fill(i ? `*a${i - 1}` : "x")
          .join(", ")}]`,
    );
    expect(faultsOf(levels.join("\n"))).toEqual(["5:8 the aliases make the document grow too large"]);
  });

  test("of merge keys that copy without bounds", () => {
    const base = Array.from({ length: 9_000 }, (_, i) => `k${i}: 1`).join(", ");
    const text = `- &a { ${base} }\n${"- { <<: *a }\n".repeat(120)}`;
    expect(faultsOf(text)).toEqual(["113:5 merge keys exceeded maxTotalMergeKeys (1000000)"]);
  });

  test.each([
    ["a: Wants: x\n", '1:9 text with ": " in it needs quotes'],
    [
      "a: x\n b: y\n",
      '2:3 this line continues the text above it: a key must be indented less, and text with ": " in it needs quotes',
    ],
    ["a: @x\n", "1:4 text that begins with @ needs quotes"],
    ["a: - 1\n", "1:4 a list must begin on its own line"],
    [
      "a: 'it's'\n",
      "1:8 this comes after the end of a value; text that contains quotes or brackets must be quoted as a whole",
    ],
    ["a:\n    b: 1\n  c: 2\n", "3:3 indented differently from the lines that it belongs to"],
    ["a:\n  - x: 1\n   y: 2\n", "3:4 indented differently from the lines that it belongs to"],
    ["a:\n\tb: 1\n", "2:1 tab characters must not be used in indentation"],
    ["a: 1\nb\nc: 2\n", '3:2 the key above has no value: ": " is missing'],
    [
      "- a\nb: 1\n",
      '2:1 this does not belong to anything above it: a list next to keys, a missing ": ", or an extra bracket',
    ],
    ["a: \u0007\n", "1:4 a control character, which YAML does not allow"],
  ])("of what people mistype: %j", (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  test("of depth", () => {
    expect(faultsOf(`${"[".repeat(600)}${"]".repeat(600)}`)).toEqual(["1:500 nested too deeply"]);
  });
});

test("an alias leads to the last anchor of its name before it", () => {
  const text = "- &a 1\n- &a 2\n- *a\n- &a 3\n";
  expect(valuesOf(text)).toEqual([[1, 2, 2, 3]]);
  const alias = readYaml(text).documents[0]?.root().items[2];
  expect([alias?.offset, alias?.followed.text]).toEqual([text.indexOf("*a"), "2"]);
});
