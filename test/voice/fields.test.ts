/** Every field of a digital human has an effect in a call, and docs/voice.md names it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/digital-human.ts";
import { prepareCaller } from "../../src/engine/caller/caller.ts";

const GUIDE = readFileSync(resolve(import.meta.dirname, "../../docs/voice.md"), "utf8");
const [, TABLE = ""] =
  /## What each field of a digital human does in a call\n([\s\S]*?)\n## /.exec(GUIDE) ?? [];
const ROWS = TABLE.split("\n").flatMap((line) => {
  const [, first = "", effect = ""] = line.split("|");
  const fields = [...first.matchAll(/`(\w+)`/g)].map(([, field = ""]) => field);
  return fields.map((field) => ({ field, effect: effect.trim() }));
});
/** A value with an effect, for each field that `unused_fields` may list in a text run or in a call. */
const ASKING: Readonly<Record<string, unknown>> = {
  accent: "british",
  gender: "female",
  background_noise: "cafe",
  background_noise_volume: 0.3,
  background_noise_file: "office.wav",
  voice_speed: "fast",
  audio_quality: "low",
  endpointing_delay: 3,
  interruptions: { type: "high" },
  allow_dtmf_tool: false,
};

/** A text that the rules cannot read, for each field that is free text or free turns. */
const UNREADABLE: Readonly<Record<string, unknown>> = {
  hangup_instructions: "Hang up when bored.",
  allow_silence_tool: true,
  silence_tool_instructions: "Say nothing for a while.",
  enriched_playback: [{ any: "thing" }],
};

const unused = (fields: object, on_line: boolean) =>
  prepareCaller({ ...fields }, { on_line }).report.unused_offline;

test("the guide names every field of the contract once, and no other", () => {
  expect(ROWS.map(({ field }) => field).sort()).toEqual(Object.keys(DigitalHumanCreate.shape).sort());
});

test("no field is without effect in a call", () => {
  expect(unused({ ...ASKING, allow_end_call_tool: false }, true)).toEqual([]);
  expect(ROWS.filter(({ effect }) => effect.startsWith("no effect"))).toEqual([]);
});

test("a call lists the parts that it cannot read", () => {
  const { allow_silence_tool: _, ...fields } = UNREADABLE;
  expect(unused(UNREADABLE, true).sort()).toEqual(Object.keys(fields).sort());
});

test("a text run lists those of the voice as well", () => {
  expect(unused(ASKING, false).sort()).toEqual(Object.keys(ASKING).sort());
});

test("what the guide says is held by a test is held by one of that name", () => {
  const [, held = ""] = /\| Promise \|.*\n([\s\S]*?)\n\n/.exec(GUIDE) ?? [];
  const tests = [...held.matchAll(/`((?:src|test)\/[\w./-]+)`: `([^`]+)`/g)];
  expect(tests.length).toBeGreaterThanOrEqual(held.split("\n").length - 1);
  for (const [, file = "", name = ""] of tests)
    expect(readFileSync(resolve(import.meta.dirname, "../..", file), "utf8")).toContain(name);
});

describe("interruptions that can never happen are listed", () => {
  test.each([
    { type: "contextual", contextual_prompt: "Be rude at the right moment." },
    { type: "contextual" },
    { type: "keywords", keyword_responses: [] },
    { type: "whenever" },
  ])("%j", (interruptions) => {
    expect(unused({ interruptions }, true)).toEqual(["interruptions"]);
  });
  test.each([
    { type: "contextual", contextual_prompt: "Interrupt the agent when it asks for your name." },
    { type: "keywords", keyword_responses: [{ keyword: "moment", response: "No." }] },
    { type: "low" },
    { type: "none" },
  ])("but not %j", (interruptions) => {
    expect(unused({ interruptions }, true)).toEqual([]);
  });
});
