import { describe, expect, it } from "vitest";
import { matchesOf } from "./matches-of.ts";

describe("matchesOf", () => {
  it.each([
    [/\d+/g, "1, 22 and 333"],
    [/(?<key>\w)=(\d)/gu, "a=1 b=2"],
    [/x*/g, "axxb"],
    [/(?=b)/gu, "😀b😀b"],
    [/z/g, "nothing"],
  ])("finds what matchAll finds: %s in %j", (pattern, text) => {
    const matches = matchesOf(pattern, text);
    expect(matches).toEqual([...text.matchAll(pattern)]);
    expect(matchesOf(pattern, text)).toEqual(matches);
  });

  it("makes no copy of its pattern", () => {
    let made = 0;
    class Counted extends RegExp {
      constructor(pattern: RegExp | string, flags?: string) {
        super(pattern, flags);
        made++;
      }
    }
    const pattern = new Counted("\\d", "g");
    expect(matchesOf(pattern, "1 2")).toHaveLength(2);
    expect(made).toBe(1);
    expect([..."1 2".matchAll(pattern)]).toHaveLength(2);
    expect(made).toBe(2);
  });
});
