import { describe, expect, test } from "vitest";
import { digitalHumansOf, duplicateFaults } from "./digital-humans.ts";
import { evaluationsOf } from "./evaluations.ts";
import { parseFile } from "./parse.ts";
import { toSource } from "./source.ts";

/** Faults of a file of digital humans as `line:column message`. */
async function faultsOf(text: string, { file = "m.yaml", env = {} } = {}): Promise<string[]> {
  const { documents, faults } = parseFile(toSource(file, `/nowhere/${file}`, text));
  const results = await Promise.all(
    documents.map((document) => digitalHumansOf(document, env, { allow_outside: false })),
  );
  const all = [
    ...faults,
    ...results.flatMap((one) => one.faults),
    ...duplicateFaults(results.flatMap((one) => one.wanted)),
  ];
  return all.map(({ where, message }) => `${where.slice(file.length + 1)} ${message}`);
}

const HEAD = "kind: DigitalHumans\nsimulation_ids: [7]\n";
const ACCENTS =
  "must be one of multilingual, american, american2, mature, southern, italian, indian, british, australian, " +
  "mexican, spanish, portuguese, french, turkish, japanese, hindi, arabic, russian, chinese, german, scottish, irish, welsh, korean";

const ALWAYS_ON = "always_on_mode: true, always_on_active: true, phone_number: '+14155550123'";

describe("a fault points at its key or value", () => {
  test.each([
    ["a right manifest has none", "digital_humans:\n  - name: A\n", []],
    [
      "an unknown field: its key, and the field that was meant",
      "digital_humans:\n  - name: A\n    creatvity: 1\n",
      ["5:5 digital_humans.0.creatvity: unknown field; did you mean creativity?"],
    ],
    [
      "an unknown value: the value, what is expected and what was meant",
      "digital_humans:\n  - name: A\n    accent:  britsh\n",
      [`5:14 digital_humans.0.accent: ${ACCENTS}; did you mean british?`],
    ],
    [
      "a number for text: how it is written, in quotes",
      "digital_humans:\n  - { name: 1230 }\n",
      ['4:13 digital_humans.0.name: must be a string; quote it: "1230"'],
    ],
    [
      "a limit",
      "digital_humans:\n  - name: A\n    silence_timeout: 3\n",
      ["5:22 digital_humans.0.silence_timeout: must be at least 15"],
    ],
    [
      "a missing field: the item without it",
      "digital_humans:\n  - intent: Wants it\n",
      ["4:5 digital_humans.0.name: field required, unless there is a test_name"],
    ],
    [
      "deep inside",
      "digital_humans:\n  - name: A\n    traits:\n      - { trait_name: vip, trait_data_type: BOLEAN }\n",
      [
        "6:45 digital_humans.0.traits.0.trait_data_type: must be one of BOOLEAN, STRING, NUMBER, DATE; " +
          "did you mean BOOLEAN?",
      ],
    ],
    [
      "in the defaults: once, there",
      "defaults: { accent: britsh }\ndigital_humans: [{ name: A }, { name: B }]\n",
      [`3:21 defaults.accent: ${ACCENTS}; did you mean british?`],
    ],
    [
      "in a matrix: the value in its list",
      "digital_humans:\n  - name: A\n    matrix: { accent: [indian, britsh] }\n",
      [`5:32 digital_humans.0.matrix.accent.1: ${ACCENTS}; did you mean british?`],
    ],
    [
      "through an alias: where the value is written",
      "digital_humans:\n  - &a { name: A, creativity: 3 }\n  - { <<: *a, name: B }\n",
      [
        "4:31 digital_humans.0.creativity: must be at most 2",
        "4:31 digital_humans.1.creativity: must be at most 2",
      ],
    ],
    [
      "an unset variable, beside the other faults",
      "digital_humans:\n  - name: A\n    intent: Hi ${NOBODY}\n    creativity: 3\n",
      [
        "5:13 digital_humans.0.intent: the variable NOBODY is not set",
        "6:17 digital_humans.0.creativity: must be at most 2",
      ],
    ],
    [
      "an exclusion of a field that the matrix does not have",
      "digital_humans:\n  - name: A\n    matrix: { accent: [indian] }\n    exclude: [{ gender: male }]\n",
      ["6:25 digital_humans.0.exclude.0.gender: not a field of the matrix"],
    ],
    [
      "a text and its file together",
      "digital_humans:\n  - name: A\n    intent: Hi\n    intent_file: hi.txt\n",
      [
        "6:18 digital_humans.0.intent_file: give intent or intent_file, not both",
        "6:18 digital_humans.0.intent_file: file not found: hi.txt",
      ],
    ],
    [
      "a name that appears twice: the second",
      "digital_humans:\n  - name: A\n  - name: A\n",
      ['5:11 digital_humans.1.name: "A" is already defined at m.yaml:4 for the same simulation'],
    ],
    [
      "a name that a matrix makes twice",
      'digital_humans:\n  - { name: "A (male)" }\n  - { name: A, matrix: { gender: [male] } }\n',
      ['5:13 digital_humans.1.name: "A (male)" is already defined at m.yaml:4 for the same simulation'],
    ],
    [
      "what the service would refuse, whatever it has",
      "digital_humans:\n  - { name: A, phone_number: '123' }\n  - { name: B, language: fr, accent: german }\n",
      [
        '4:30 digital_humans.0.phone_number: phone_number "123" is not a phone number; write it in E.164, such as +14155550123',
        "5:38 digital_humans.1.accent: the accent german does not go with the language fr; use multilingual or french",
      ],
    ],
    [
      "two that would receive calls on one number",
      `digital_humans:\n  - { name: A, ${ALWAYS_ON} }\n  - { name: B, ${ALWAYS_ON} }\n`,
      [
        '5:76 digital_humans.1.phone_number: "A" is already always-on active on +14155550123; a number can have only one',
      ],
    ],
  ])("%s", async (_, body, expected) => {
    expect(await faultsOf(HEAD + body)).toEqual(expected);
  });

  test("faults that no schema finds are reported with those that it finds", async () => {
    const text = `${HEAD}defaults: { tagg: x }
digital_humans:
  - { name: A, creatvity: 1, intent_file: none.txt }
  - { name: A, phone_number: "1", tag: "\${TAG}" }
  - { name: 7, intent_file: none.txt }
  - { name: B, matrix: { gender: [male] }, exclude: [{ accent: indian }] }
`;
    expect(await faultsOf(text)).toEqual([
      "6:40 digital_humans.1.tag: the variable TAG is not set",
      "3:13 defaults.tagg: unknown field; did you mean tag?",
      "5:16 digital_humans.0.creatvity: unknown field; did you mean creativity?",
      '7:13 digital_humans.2.name: must be a string; quote it: "7"',
      "8:64 digital_humans.3.exclude.0.accent: not a field of the matrix",
      "5:43 digital_humans.0.intent_file: file not found: none.txt",
      "7:29 digital_humans.2.intent_file: file not found: none.txt",
      '6:30 digital_humans.1.phone_number: phone_number "1" is not a phone number; write it in E.164, such as +14155550123',
    ]);
    expect(
      await faultsOf("simulaton_ids: [7]\nkind: DigitalHumans\ndigital_humans: [{ name: A }]\n"),
    ).toEqual(["1:1 simulaton_ids: unknown field; did you mean simulation_ids?"]);
  });

  test("in each of several documents", async () => {
    const text = `${HEAD}digital_humans: [{ name: 1 }]\n---\n${HEAD}digital_humans: [{ name: 2 }]\n`;
    expect(await faultsOf(text)).toEqual([
      '3:26 digital_humans.0.name: must be a string; quote it: "1"',
      '7:26 digital_humans.0.name: must be a string; quote it: "2"',
    ]);
  });

  test("names are unique over documents, but each simulation has its own", async () => {
    const one = `${HEAD}digital_humans: [{ name: A }]\n`;
    const other = one.replace("[7]", "[8]");
    expect(await faultsOf(`${one}---\n${other}`)).toEqual([]);
    expect(await faultsOf(`${one}---\n${one}`)).toEqual([
      '7:26 digital_humans.0.name: "A" is already defined at m.yaml:3 for the same simulation',
    ]);
  });

  test("of the kind: which there are and which was meant", async () => {
    expect(await faultsOf("kind: DigitalHumens\n")).toEqual([
      '1:7 kind: must be DigitalHumans or DigitalHuman, not "DigitalHumens"; did you mean DigitalHumans?',
    ]);
    expect(await faultsOf("evaluations: []\n")).toEqual([
      "1:1 kind: field required; must be DigitalHumans or DigitalHuman",
    ]);
  });

  test("of a simulation that is named nowhere", async () => {
    expect(await faultsOf("kind: DigitalHumans\ndigital_humans: [{ name: A }]\n")).toEqual([
      "2:18 digital_humans.0: simulation_ids is required, here, in the defaults, in the document or with --simulation",
    ]);
  });
});

describe("a file that is not a document", () => {
  test.each([
    ["broken YAML", "a: [1,\nb: 2", /^2:\d+ /],
    ["a key twice", "a: 1\na: 2\n", /^2:1 the key "a" appears twice$/],
    ["an unknown tag", "a: !secret x\n", /^1:4 unknown tag !secret$/],
    ["an alias without an anchor", "a: *b\n", /^1:4 .*b/],
    ["brackets without end", `a: ${"[".repeat(100_000)}`, /^1:\d+ nested too deeply$/],
    ["a list as a key", "a: 1\n? [b]\n: 2\n", /^2:3 a key must be a text, not a list or a map$/],
    ["a merge of nothing", "a: 1\n<<: null\n", /^2:1 << takes the fields of a map, or of a list of maps$/],
    ["a quote without end", 'a: "b', /^1:\d the text ends here: a closing double quote is missing$/],
    ["a bracket without end", "a: [b", /^1:\d the text ends here: a closing bracket is missing$/],
    ["digital humans as a map", "digital_humans:\n  name: A\n", /^2:3 digital_humans: must be an array$/],
    ["no digital humans", "digital_humans:\n", /^1:\d+ digital_humans: must be an array$/],
    ["an alias within its own anchor", "a: &a [1, *a]\n", /^1:11 \*a is inside its own anchor$/],
  ])("%s", async (_, text, expected) => {
    const [first, ...others] = await faultsOf(text);
    expect(first).toMatch(expected);
    expect(others).toEqual([]);
  });

  test("aliases that grow without bounds are refused before they are followed", async () => {
    // Nine levels of ten: 10^9 items from 90 aliases.
    const levels = Array.from({ length: 9 }, (_, i) => {
      const item = i === 0 ? "x" : `*a${i - 1}`;
      return `a${i}: &a${i} [${Array(10).fill(item).join(", ")}]`;
    });
    const [fault] = await faultsOf(levels.join("\n"));
    expect(fault).toMatch(/^\d+:\d+ the aliases make the document grow too large$/);
  });

  test("more aliases than can be followed in time are refused", async () => {
    const [fault] = await faultsOf(`a: &a 1\nb: [${Array(20_001).fill("*a").join(",")}]\n`);
    expect(fault).toMatch(/^2:\d+ the document has more than 20000 aliases; use defaults instead$/);
  });
});

describe("rows", () => {
  test("of JSON Lines point into their line", async () => {
    const rows = [
      '{"name":"A","simulation_ids":[7]}',
      "",
      '{"name":"B","simulation_ids":[7],"creatvity":1}',
      "{oops",
    ];
    expect(await faultsOf(rows.join("\n"), { file: "m.jsonl" })).toEqual([
      "4:6 the line is not valid JSON",
      "3:34 creatvity: unknown field; did you mean creativity?",
    ]);
  });

  test("of any format are nested only so deep", async () => {
    const row = `{"name":"A","traits":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect(await faultsOf(`{"name":"B","simulation_ids":[7]}\n${row}`, { file: "m.jsonl" })).toEqual([
      "2:1 must not be nested more than 64 levels deep",
    ]);
    const header = `name,simulation_ids,${"rtc_metadata.".repeat(5000)}x`;
    expect(await faultsOf(`${header}\nA,7,1`, { file: "m.csv" })).toEqual([
      "2:1 must not be nested more than 64 levels deep",
    ]);
  });

  test("of CSV point at their cell, at the header where the field is unknown", async () => {
    const rows = ["name,simulation_ids,creatvity,creativity", '"A, ""a""",7;8,,3', "B,7,1,"];
    expect(await faultsOf(rows.join("\r\n"), { file: "m.csv" })).toEqual([
      "2:17 creativity: must be at most 2",
      "1:21 creatvity: unknown field; did you mean creativity?",
    ]);
  });
});

describe("evaluations", () => {
  test("need a start and a recording or transcript; the agent may be left out", async () => {
    const text =
      "kind: Evaluations\ndefaults: { label: production }\nevaluations:\n  - tags: [a]\n  - start_time_utc: now\n";
    const { documents } = parseFile(toSource("m.yaml", "/nowhere/m.yaml", text));
    const results = await Promise.all(
      documents.map((document) => evaluationsOf(document, {}, { allow_outside: false })),
    );
    expect(
      results.flatMap(({ faults }) => faults).map(({ where, message }) => `${where} ${message}`),
    ).toEqual(["m.yaml:5:21 evaluations.1.start_time_utc: must be an ISO 8601 date and time"]);
    const fixed = parseFile(
      toSource("m.yaml", "/nowhere/m.yaml", text.replace("now", "2026-11-01T12:00:00Z")),
    );
    const after = await Promise.all(
      fixed.documents.map((document) => evaluationsOf(document, {}, { allow_outside: false })),
    );
    const content =
      "a call needs a recording or a transcript: one of recording_file, recording_url, transcript_file, transcript_url, transcript";
    expect(after.flatMap(({ faults }) => faults).map(({ where, message }) => `${where} ${message}`)).toEqual([
      "m.yaml:4:5 evaluations.0: start_time_utc is required",
      `m.yaml:4:5 evaluations.0: ${content}`,
      `m.yaml:5:5 evaluations.1: ${content}`,
    ]);
  });
});
