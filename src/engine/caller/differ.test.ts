import { describe, expect, it } from "vitest";
import { certainlyDiffer } from "./differ.ts";
import { languageOf } from "./language.ts";

const ENGLISH = languageOf("en");

describe("a day that was agreed on, and the day of a call", () => {
  it.each([
    ["Saturday 5 December", "2026-12-12"],
    ["Saturday the 5th of December", "2026-12-12"],
    ["10 December", "2026-12-11"],
    ["Saturday", "2026-12-11"],
    ["2026-12-05", "2026-12-12"],
  ])("%s is not %s", (wanted, said) => {
    expect(certainlyDiffer(wanted, said, undefined, ENGLISH)).toBe(true);
  });

  it.each([
    ["Saturday 5 December", "2026-12-05"],
    ["Saturday the 5th of December", "2026-12-05"],
    ["5 December", "2026-12-05"],
    ["Saturday", "2026-12-12"],
    ["Saturday", "Saturday 12 December"],
    ["2026-12-05", "Saturday, 5 December"],
  ])("%s may be %s", (wanted, said) => {
    expect(certainlyDiffer(wanted, said, undefined, ENGLISH)).toBe(false);
  });
});
