import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RESPONSE_TYPES } from "../../contract/values.ts";
import { mistakes } from "./mistakes.fixture.ts";

const reference = readFileSync(new URL("../../../docs/rule-language.md", import.meta.url), "utf8");
const blocks = Array.from(
  reference.matchAll(/^```(\w+) ?(\w*)\n([\s\S]*?)^```$/gm),
  ([, kind, type, text = ""]) => ({
    kind,
    response_type: RESPONSE_TYPES.find((name) => name === type) ?? "pass_fail",
    text,
  }),
);

function blocksOf(kind: string) {
  return blocks.filter((block) => block.kind === kind);
}

describe("the reference of the rule language", () => {
  it("has examples of each kind, and no others", () => {
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(
      new Set(["console", "rules", "conditions", "mistakes", "found"]),
    );
  });

  it("has rules of each response type", () => {
    expect(new Set(blocksOf("rules").map(({ response_type }) => response_type))).toEqual(
      // The rules of a tool_call metric are the names of its tools.
      new Set(RESPONSE_TYPES.filter((type) => type !== "tool_call")),
    );
  });

  it.each(blocksOf("rules"))("$response_type: $text", ({ response_type, text }) => {
    expect(mistakes(text, { response_type, allow_not_applicable: true })).toEqual([]);
  });

  it.each(blocksOf("conditions").flatMap(({ text }) => text.trim().split("\n")))("%s", (condition) => {
    expect(mistakes(`@rules\npass when ${condition}`)).toEqual([]);
  });

  it("shows the mistakes that are found", () => {
    const found = blocksOf("mistakes").map(({ text, response_type }) =>
      mistakes(text, { response_type }).join("\n"),
    );
    expect(found).toEqual(blocksOf("found").map(({ text }) => text.trim()));
  });
});
