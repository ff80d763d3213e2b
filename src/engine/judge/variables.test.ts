import { describe, expect, it } from "vitest";
import { referToVariables } from "./variables.ts";

describe("referToVariables", () => {
  it("replaces a key by a reference and gives its value apart", () => {
    expect(
      referToVariables("Is {{ name }} ({{tier}}) called {{name}}?", { name: "Ann", tier: 1, other: 2 }),
    ).toEqual({
      text: 'Is variables["name"] (variables["tier"]) called variables["name"]?',
      variables: { name: "Ann", tier: 1 },
      missing: [],
    });
  });

  it.each([[{}], [null], [undefined]])("names keys without a value: %j", (metadata) => {
    expect(referToVariables("{{name}} {{constructor}}", metadata)).toMatchObject({
      variables: {},
      missing: ["name", "constructor"],
    });
  });

  it("leaves other braces unchanged", () => {
    expect(referToVariables('{"a": {}} {{}} {b}', {})).toMatchObject({
      text: '{"a": {}} {{}} {b}',
      missing: [],
    });
  });

  it("keeps a value of null", () => {
    expect(referToVariables("{{name}}", { name: null })).toMatchObject({
      variables: { name: null },
      missing: [],
    });
  });
});
