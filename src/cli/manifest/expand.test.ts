import { describe, expect, test } from "vitest";
import { wantedFrom } from "../../../test/support/wanted.ts";

const HEAD = "kind: DigitalHumans\nsimulation_ids: [7]\n";

describe("a manifest of digital humans", () => {
  test("fills in defaults; the item's own fields win, also with null", async () => {
    const wanted = await wantedFrom(
      `${HEAD}defaults: { language: en, creativity: 0.3 }\ndigital_humans: [{ name: A, creativity: 1 }, { name: B, language: null }]\n`,
    );
    expect(wanted.map(({ fields }) => fields)).toEqual([
      { language: "en", creativity: 1, name: "A" },
      { language: null, creativity: 0.3, name: "B" },
    ]);
  });

  test("contains only what is written: the service fills in its defaults", async () => {
    expect((await wantedFrom(`${HEAD}digital_humans: [{ name: A }]\n`))[0]?.fields).toEqual({ name: "A" });
  });

  test("creates a digital human for each combination of a matrix except the excluded ones", async () => {
    const wanted = await wantedFrom(
      `${HEAD}digital_humans:
  - name: Caller
    matrix: { accent: [indian, british], background_noise: [cafe, traffic], interruptions: [{ type: low }] }
    exclude: [{ accent: british, background_noise: cafe }]
`,
    );
    expect(
      wanted.map(({ name, fields: { accent, background_noise } }) => [name, accent, background_noise]),
    ).toEqual([
      ["Caller (indian, cafe, #1)", "indian", "cafe"],
      ["Caller (indian, traffic, #1)", "indian", "traffic"],
      ["Caller (british, traffic, #1)", "british", "traffic"],
    ]);
    expect(wanted[0]?.fields.interruptions).toEqual({ type: "low" });
  });

  test("takes simulations from the item, else from the defaults, else from the document", async () => {
    const wanted = await wantedFrom(
      `${HEAD}digital_humans: [{ name: A }, { name: B, simulation_ids: [8, 8] }]\n---\n${HEAD}defaults: { simulation_ids: [9] }\ndigital_humans: [{ name: A }]\n`,
    );
    expect(wanted.map(({ simulation_ids }) => simulation_ids)).toEqual([[7], [8], [9]]);
  });

  test("knows anchors, merge keys and documents of one", async () => {
    const wanted = await wantedFrom(
      `${HEAD}digital_humans:\n  - &base { name: A, accent: british }\n  - { <<: *base, name: B }\n---\nkind: DigitalHuman\ndigital_human: { name: C }\nsimulation_ids: [7]\n`,
    );
    expect(wanted.map(({ fields }) => fields)).toEqual([
      { name: "A", accent: "british" },
      { name: "B", accent: "british" },
      { name: "C" },
    ]);
  });

  test("reads rows: cells have the types of their fields, empty ones are left out", async () => {
    const rows = [
      "name,simulation_ids,creativity,allow_end_call_tool,hangup_phrases,speaks_first_config.mode,intent",
      '"A, again",7;8,0.3,true,bye;ciao,custom,',
      'B,7,,,"[""x;y""]",,42',
    ];
    expect(
      (await wantedFrom(rows.join("\n"), "m.csv")).map(({ fields, simulation_ids }) => [
        simulation_ids,
        fields,
      ]),
    ).toEqual([
      [
        [7, 8],
        {
          name: "A, again",
          creativity: 0.3,
          allow_end_call_tool: true,
          hangup_phrases: ["bye", "ciao"],
          speaks_first_config: { mode: "custom" },
        },
      ],
      [[7], { name: "B", hangup_phrases: ["x;y"], intent: "42" }],
    ]);
    const lines =
      '{"name":"A","simulation_ids":[7]}\n\n{"kind":"DigitalHumans","name":"B","simulation_ids":[7]}\n';
    expect((await wantedFrom(lines, "m.jsonl")).map(({ name }) => name)).toEqual(["A", "B"]);
  });
});
