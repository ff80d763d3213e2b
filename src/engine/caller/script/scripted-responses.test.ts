import { describe, expect, it } from "vitest";
import type { ScriptedResponse } from "../digital-human.ts";
import { matchScript, readScript } from "./scripted-responses.ts";

const phrase = (fields: ScriptedResponse): ScriptedResponse => ({
  match_type: "exact",
  match_phrase: "order number",
  response_type: "phrase",
  response_value: "A-123",
  occurrence_mode: "always",
  ...fields,
});

/** How the responses answer each message: the position of the one that answers, and how it matched. */
function answers(responses: ScriptedResponse[], messages: string[]) {
  const { rules } = readScript(responses);
  let counts: number[] = [];
  return messages.map((message) => {
    const step = matchScript(rules, counts, message, "en");
    counts = step.counts;
    return step.found ? `${step.found.rule.index} ${step.found.match}` : null;
  });
}

describe("match_type", () => {
  it("exact finds the words in a row, whole or contained", () => {
    expect(
      answers([phrase({})], ["Order number?", "Your order number, please.", "number of the order"]),
    ).toEqual(["0 whole", "0 contained", null]);
  });

  it("contains finds the letters wherever they are", () => {
    const contains = phrase({ match_type: "contains", match_phrase: "order num" });
    expect(answers([contains], ["Reorder numbers", "ORDER NUM", "order: num"])).toEqual([
      "0 contained",
      "0 whole",
      null,
    ]);
  });

  it("regex finds a pattern", () => {
    const regex = phrase({ match_type: "regex", match_phrase: "order (number|id)" });
    expect(answers([regex], ["Your ORDER ID?", "Your order?"])).toEqual(["0 contained", null]);
  });

  it("any takes every message", () => {
    expect(answers([phrase({ match_type: "any", match_phrase: "" })], ["Hello", "?"])).toEqual([
      "0 whole",
      "0 whole",
    ]);
  });

  it("lets the first response that matches answer", () => {
    const responses = [phrase({ match_phrase: "number" }), phrase({}), phrase({ match_type: "any" })];
    expect(answers(responses, ["order number", "hello"])).toEqual(["0 contained", "2 whole"]);
  });
});

describe("occurrence_mode", () => {
  const messages = ["order number", "hello", "order number", "order number"];

  it.each([
    ["always", undefined, ["0 whole", null, "0 whole", "0 whole"]],
    ["once", undefined, ["0 whole", null, null, null]],
    ["first_n", 2, ["0 whole", null, "0 whole", null]],
    ["nth", 2, [null, null, "0 whole", null]],
  ])("%s %s", (occurrence_mode, occurrence_n, expected) => {
    expect(answers([phrase({ occurrence_mode, occurrence_n })], messages)).toEqual(expected);
  });

  it("counts matches also where an earlier response answers", () => {
    const responses = [
      phrase({ occurrence_mode: "once" }),
      phrase({ occurrence_mode: "nth", occurrence_n: 2 }),
    ];
    expect(answers(responses, messages)).toEqual(["0 whole", null, "1 whole", null]);
  });
});

describe("readScript", () => {
  it("uses exact, always, and phrase by default", () => {
    expect(readScript([{ match_phrase: "hi", response_value: "hello" }]).rules).toEqual([
      {
        index: 0,
        match_type: "exact",
        match_phrase: "hi",
        occurrence_mode: "always",
        occurrence_n: 0,
        say: "hello",
        silence_ms: 0,
      },
    ]);
  });

  it("reads silences in seconds, with and without something to say after them", () => {
    const { rules } = readScript([
      phrase({ response_type: "silence", response_value: "", silence_duration: 7 }),
      phrase({ silence_duration: 1.5 }),
    ]);
    expect(rules.map(({ say, silence_ms }) => ({ say, silence_ms }))).toEqual([
      { say: null, silence_ms: 7000 },
      { say: "A-123", silence_ms: 1500 },
    ]);
  });

  it.each([
    [{ match_type: "fuzzy" }, 'unknown match_type "fuzzy"'],
    [{ occurrence_mode: "sometimes" }, 'unknown occurrence_mode "sometimes"'],
    [{ response_type: "morse" }, 'unknown response_type "morse"'],
    [{ response_type: "dtmf", response_value: "one" }, "response_value is not a sequence of telephone keys"],
    [{ match_type: "context", match_phrase: "…" }, "match_phrase has no words"],
    [{ match_type: "regex", match_phrase: "(" }, "this is not a valid pattern: unterminated group"],
    [{ match_phrase: " ?" }, "match_phrase has no words"],
    [{ occurrence_mode: "nth" }, "nth needs an occurrence_n of 1 or more"],
    [{ occurrence_mode: "first_n", occurrence_n: 0.5 }, "first_n needs an occurrence_n of 1 or more"],
    [{ response_value: " " }, "response_value is empty"],
    [{ response_type: "silence" }, "silence needs a silence_duration"],
    [{ silence_duration: -1 }, "silence_duration is negative"],
  ])("has %j inactive", (fields, reason) => {
    expect(readScript([phrase({}), phrase(fields)])).toMatchObject({
      rules: [{ index: 0 }],
      inactive: [{ index: 1, reason }],
    });
  });
});

describe("the steps of a message", () => {
  const costly = phrase({
    match_type: "regex",
    match_phrase: String.raw`(?:\w{1,18} ?){1,18}\d{40}`,
  });
  const message = `${"we met for a while ".repeat(800)} order number`;

  it("are shared by all rules: those that are left are not matched", () => {
    expect(answers([phrase({}), costly], [message])).toEqual(["0 contained"]);
    expect(answers([costly, phrase({})], [message])).toEqual([null]);
  });

  it("suffice for hundreds of rules on what agents say", () => {
    const rules = Array.from({ length: 300 }, () =>
      phrase({ match_type: "regex", match_phrase: "ref[a-z]+ \\d+" }),
    );
    expect(answers([...rules, phrase({})], ["Could you give me your order number? ".repeat(10)])).toEqual([
      "300 contained",
    ]);
  });
});
