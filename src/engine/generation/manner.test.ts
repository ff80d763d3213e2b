import { describe, expect, test } from "vitest";
import { manners } from "./manner.ts";

const keys = (
  count: number,
  ...args: Parameters<typeof manners> extends [number, ...infer Rest] ? Rest : never
) => manners(count, ...args).map((manner) => JSON.stringify(manner));

describe("manners", () => {
  test("never come twice within a request", () => {
    // 3 verbosities × 3 fluencies × 7 traits × 3 openings = 189 in one language.
    expect(new Set(keys(189, ["en"], "1")).size).toBe(189);
    expect(keys(190, ["en"], "1")[189]).toBe(keys(190, ["en"], "1")[0]);
  });

  test("begin with the plainest", () => {
    expect(manners(1, ["en", "es"], "7")).toEqual([
      { verbosity: "medium", fluency: "native", trait: null, opening: "goal", language: "en" },
    ]);
  });

  test("cover every pair of values within few callers", () => {
    // Traits and verbosities alone have 7 × 3 = 21 pairs, so 21 is the minimum.
    const made = manners(30, ["en"], "1");
    const pairs = (a: keyof (typeof made)[0], b: keyof (typeof made)[0]) =>
      new Set(made.map((manner) => `${manner[a]} ${manner[b]}`)).size;
    expect(pairs("trait", "verbosity")).toBe(21);
    expect(pairs("trait", "fluency")).toBe(21);
    expect(pairs("trait", "opening")).toBe(21);
    expect(pairs("verbosity", "fluency")).toBe(9);
  });

  test("are the same for a seed and differ between seeds", () => {
    expect(keys(20, ["en"], "a")).toEqual(keys(20, ["en"], "a"));
    expect(keys(20, ["en"], "a")).not.toEqual(keys(20, ["en"], "b"));
  });
});
