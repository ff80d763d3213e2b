import { describe, expect, test } from "vitest";
import { DigitalHumanCreate, UpdateDigitalHuman } from "../../../contract/schemas/digital-human.ts";
import { assignment, path } from "./assignment.ts";
import { applyChanges } from "./changes.ts";

const set = (...texts: string[]) => ({ set: texts.map((text) => assignment.parse(text)) });
const made = (base: unknown, ...texts: string[]) =>
  applyChanges(UpdateDigitalHuman, base, set(...texts)).body;
const faults = (...texts: string[]) => applyChanges(UpdateDigitalHuman, {}, set(...texts)).faults;

describe("--set takes the type of the field", () => {
  test.each([
    ["name=5", { name: "5" }],
    ["name=true", { name: "true" }],
    ["name=null", { name: "null" }],
    ["name=", { name: "" }],
    ["intent=a=b", { intent: "a=b" }],
    ["creativity=0.3", { creativity: 0.3 }],
    ["creativity=1e-1", { creativity: 0.1 }],
    ["silence_timeout=15", { silence_timeout: 15 }],
    ["accent=british", { accent: "british" }],
    ["allow_end_call_tool=false", { allow_end_call_tool: false }],
    ['hangup_phrases=["bye","5"]', { hangup_phrases: ["bye", "5"] }],
    ["hangup_phrases=[]", { hangup_phrases: [] }],
    ['interruptions={"type":"none","extra":1}', { interruptions: { type: "none", extra: 1 } }],
    ["rtc_metadata.room.size=3", { rtc_metadata: { room: { size: 3 } } }],
    ["rtc_metadata.room=blue", { rtc_metadata: { room: "blue" } }],
    ["speaks_first_config.speaks_first=true", { speaks_first_config: { speaks_first: true } }],
  ])("%s", (text, body) => {
    expect(applyChanges(UpdateDigitalHuman, {}, set(text))).toEqual({ body, faults: [] });
  });
});

describe("--set adds to existing objects", () => {
  const traits = [{ trait_name: "vip", value: true }, { trait_name: "city" }];

  test("a place in a list, and its end", () => {
    expect(made({ traits }, "traits.1.value=Rome", "traits.2.trait_name=age")).toEqual({
      traits: [
        { trait_name: "vip", value: true },
        { trait_name: "city", value: "Rome" },
        { trait_name: "age" },
      ],
    });
  });

  test("the last one counts, and the base stays as it was", () => {
    const base = { traits, name: "A" };
    expect(made(base, "name=B", "name=C")).toEqual({ traits, name: "C" });
    expect(base.name).toBe("A");
  });

  test("a field named __proto__ reaches no prototype", () => {
    expect(made({}, "rtc_metadata.__proto__.polluted=1")).toEqual({
      rtc_metadata: { ["__proto__"]: { polluted: 1 } },
    });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});

describe("--set refuses, naming the flag and what it expected", () => {
  test.each([
    ["creativty=1", 'unknown field "creativty"; did you mean creativity?'],
    ["zzz=1", 'unknown field "zzz"'],
    ["name.first=A", 'unknown field "first"'],
    ["traits.0.trait_nam=A", 'unknown field "trait_nam"; did you mean trait_name?'],
    ["workflow_path_index=1", 'unknown field "workflow_path_index"'],
    ["creativity=hot", 'must be a number, not "hot"'],
    ["creativity=", 'must be a number, not ""'],
    ["creativity=Infinity", 'must be a number, not "Infinity"'],
    ["creativity=2.1", "must be at most 2"],
    ["silence_timeout=14", "must be at least 15"],
    ["silence_timeout=15.5", "must be an integer"],
    ["allow_silence_tool=yes", 'must be true or false, not "yes"'],
    ["gender=mal", "must be one of male, female; did you mean male?"],
    ["hangup_phrases=bye", 'must be JSON: a list such as ["a","b"]'],
    ['hangup_phrases="bye"', "must be an array"],
    ["hangup_phrases=[1]", "0: must be a string"],
    ["interruptions=none", 'must be JSON: an object such as {"key":"value"}'],
    ["traits=[{}]", "0.trait_name: field required"],
    ["traits=null", "to send null, use --unset"],
    ["traits.1.value=A", "index 1 is beyond the end of the list; the next one is 0"],
    ["traits.first.value=A", '"first" is not a valid list index; the first is 0'],
  ])("%s", (text, message) => {
    expect(faults(text)).toEqual([{ where: `--set ${text.slice(0, text.indexOf("="))}`, message }]);
  });

  test("all of them at once, and leaves them out", () => {
    const { body, faults } = applyChanges(
      DigitalHumanCreate,
      {},
      set("creativity=9", "name=A", "accent=x", "workflow_path_index=1"),
    );
    expect(body).toEqual({ name: "A", workflow_path_index: 1 });
    expect(faults.map(({ where }) => where)).toEqual(["--set creativity", "--set accent"]);
  });
});

describe("--unset", () => {
  const unset = (...paths: string[]) =>
    applyChanges(
      UpdateDigitalHuman,
      { name: "A" },
      { set: [], unset: paths.map((text) => path.parse(text)) },
    );

  test("replaces existing values with null", () => {
    expect(unset("accent", "name", "rtc_metadata.room")).toEqual({
      body: { accent: null, name: null, rtc_metadata: { room: null } },
      faults: [],
    });
  });

  test("refuses a field that cannot be null, and one that there is not", () => {
    expect(unset("generation", "acent").faults).toEqual([
      { where: "--unset generation", message: "cannot be null" },
      { where: "--unset acent", message: 'unknown field "acent"; did you mean accent?' },
    ]);
  });
});

test.each(["creativity", "=1", ".a=1", "a..b=1", ""])("%j is not an assignment", (text) => {
  expect(() => assignment.parse(text)).toThrow(/^must be/);
});
