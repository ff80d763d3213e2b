import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandHelp, completions, parseCommand } from "./commands.ts";

describe("a line", () => {
  test.each([
    ["Hello", { act: "say", text: "Hello", end_turn: true }],
    ["//etc/passwd is a file", { act: "say", text: "/etc/passwd is a file", end_turn: true }],
    ["/stack  One moment ", { act: "say", text: "One moment", end_turn: false }],
    ["/flush", { act: "flush" }],
    ["/end", { act: "end", text: "" }],
    ["/end Good bye", { act: "end", text: "Good bye" }],
    ["/save a b.txt", { act: "save", file: "a b.txt" }],
    ["/tool ping", { act: "tool", name: "ping", parameters: null, output: null }],
    ['/tool find {"day":"Tue"}', { act: "tool", name: "find", parameters: { day: "Tue" }, output: null }],
    ["/tool find => none left", { act: "tool", name: "find", parameters: null, output: "none left" }],
    ["/tool find {} => [1, 2]", { act: "tool", name: "find", parameters: {}, output: [1, 2] }],
    ["/tool find {} => null", { act: "tool", name: "find", parameters: {}, output: null }],
    ["/tool find {} => false", { act: "tool", name: "find", parameters: {}, output: false }],
    [
      '/tool find {"a":"x => y"} => {"b":"=>"}',
      { act: "tool", name: "find", parameters: { a: "x => y" }, output: { b: "=>" } },
    ],
  ])("is read as a message or a command: %s", (line, action) => {
    expect(parseCommand(line)).toEqual(action);
  });

  test.each([
    ["/sav x", "unknown command /sav; did you mean save?"],
    ["/", "unknown command /"],
    ["/constructor", "unknown command /constructor"],
    ["/stack", "/stack needs an argument"],
    ["/tool find {day}", "the parameters of find are not a valid JSON object: {day}"],
    ["/tool find [1]", "the parameters of find are not a valid JSON object: [1]"],
  ])("%s is refused", (line, message) => {
    expect(() => parseCommand(line)).toThrow(message);
  });

  test("any parameters and output come back as they were typed", () => {
    const json = fc.jsonValue();
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), json, (parameters, output) => {
        const typed = JSON.stringify({ parameters, output });
        const wanted = JSON.parse(typed);
        const line = `/tool t ${JSON.stringify(parameters)} => ${JSON.stringify(output)}`;
        expect(parseCommand(line)).toEqual({ act: "tool", name: "t", ...wanted });
      }),
    );
  });
});

test("commands and names of tools are completed, words are not", () => {
  expect(completions("/s", [])).toEqual(["/stack", "/save"]);
  expect(completions("/tool f", ["find_slot", "free", "book"])).toEqual(["/tool find_slot ", "/tool free "]);
  expect(completions("/tool find_slot {", ["find_slot"])).toEqual([]);
  expect(completions("", [])).toEqual([]);
  expect(completions("Hello", [])).toEqual([]);
});

test("the help names every command that there is", () => {
  const named = [...commandHelp().matchAll(/^ {2}\/(\w+)/gm)].map(([, name]) => name);
  expect(named.map((name) => `/${name}`).sort()).toEqual(completions("/", []).sort());
});
