import { expect, test, vi } from "vitest";
import { digitalHumansOf } from "./digital-humans.ts";
import { parseFile } from "./parse.ts";
import { toSource } from "./source.ts";

const HEAD = "kind: DigitalHumans\nsimulation_ids: [7]\ndigital_humans:\n";

/** A manifest whose lines have not been counted yet, and whether they have been. */
function watched(text: string) {
  const source = toSource("m.yaml", "/nowhere/m.yaml", text);
  const counted = vi.fn();
  const lines = {
    get lineStarts() {
      counted();
      return source.lineStarts;
    },
  };
  return { source: Object.defineProperties({ ...source }, Object.getOwnPropertyDescriptors(lines)), counted };
}

test("positions are worked out only where there is an error", async () => {
  const read = async (text: string) => {
    const { source, counted } = watched(text);
    const [document] = parseFile(source).documents;
    const root = vi.fn(document?.offsetOf);
    const result =
      document && (await digitalHumansOf({ ...document, offsetOf: root }, {}, { allow_outside: false }));
    return { found: result, asked: [counted, root].map(({ mock }) => mock.calls.length > 0) };
  };
  const right = await read(
    `${HEAD}  - { name: A, accent: british }\n  - { name: B, matrix: { gender: [male] } }\n`,
  );
  expect(right.found?.wanted.map(({ name }) => name)).toEqual(["A", "B (male)"]);
  expect(right.asked).toEqual([false, false]);
  const wrong = await read(`${HEAD}  - { name: A, accent: britsh }\n`);
  expect(wrong.found?.faults.map(({ where }) => where)).toEqual(["m.yaml:4:24"]);
  expect(wrong.asked).toEqual([true, true]);
});

test("a variable in one place leaves all other parts uncopied", async () => {
  const { source } = watched(
    `${HEAD}  - { name: A, traits: [{ trait_name: plan }] }\n  - { name: B, intent: "\${X}" }\n`,
  );
  const [document] = parseFile(source).documents;
  const { wanted } =
    (document && (await digitalHumansOf(document, { X: "x" }, { allow_outside: false }))) ?? {};
  const written = document?.value as { digital_humans: { traits: unknown }[] };
  expect(wanted?.map(({ fields }) => fields.intent)).toEqual([undefined, "x"]);
  expect(wanted?.[0]?.fields.traits).toBe(written.digital_humans[0]?.traits);
});
