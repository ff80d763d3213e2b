/**
 * Every regular expression in src/, with texts that are crafted from it: its time must not grow faster than the text.
 * `npm run fuzz` also tries each text with 10,000 characters, instead of only the slowest.
 */
import { afterAll, describe, expect, test } from "vitest";
import { constructed, literalsOf, patternsIn } from "./patterns/collect.ts";
import { growthOf } from "./patterns/growth.ts";

const { files, literals, constructions } = literalsOf();
const LONG_RUN = process.env["FUZZ_RUNS"] !== undefined;

const made = await constructed(constructions);
const [languages, attacks, policies] = await Promise.all([
  import("texts:languages"),
  import("texts:attacks"),
  import("texts:policies"),
]);
const texts = patternsIn({ languages, attacks, policies }, "texts");

/** Patterns that are made while the program runs, by how they are written: examples of them. */
const WHILE_RUNNING: Readonly<Record<string, readonly RegExp[]>> = {
  'alone ? `(?<![\\\\w-])(?:${forms.join("|")})(?![\\\\w-])` : forms.join("|"), "g"': [
    /(?<![\w-])(?:pk_1|pk%1)(?![\w-])/g,
    /pk_12345678|pk%5f12345678/g,
  ],
  '`<${tag}\\\\b[^<>]*>([^<]{1,${TEXT_MAXIMUM}})`, "i"': [/<message\b[^<>]*>([^<]{1,500})/i],
  '`"${mark}([^"]*)"`, "g"': [/"number 3f0a-11 ([^"]*)"/g],
  "`\\\\b${field}\\\\b`": [/\bpreview\b/],
  "body, flags": [],
  '`^${source}$`, flags.replace("m", "")': [],
  '`(?<![A-Za-z0-9])${escaped(secret)}(?![A-Za-z0-9])`, "i"': [
    /(?<![A-Za-z0-9])ab\.\.ab\.ab(?![A-Za-z0-9])/i,
  ],
  '`\\\\b${word}\\\\b`, "i"': [/\bcancel\b/i],
  "whole, flags": [],
  "`<${name}>([^<]*)<`": [/<Message>([^<]*)</],
  '`^${endpoint.path.replaceAll(/\\{\\w+\\}/g, "[^/]+")}$`': [/^\/v1\/agents\/[^/]+\/versions\/[^/]+$/],
};
const examples = Object.entries(WHILE_RUNNING).flatMap(([place, patterns]) =>
  patterns.map((pattern) => ({ place, pattern })),
);
const all = [...literals, ...made, ...texts, ...examples];
const different = [...new Map(all.map((one) => [String(one.pattern), one])).values()];

test("all modules are read, and every construction of a pattern is seen", () => {
  expect(files).toBeGreaterThan(1000);
  expect(literals.length).toBeGreaterThan(500);
  expect(texts.length).toBeGreaterThan(50);
  const seen = new Set(made.map(({ place }) => place));
  const others = constructions.filter(({ place }) => !seen.has(place)).map(({ written }) => written);
  expect(others.toSorted()).toEqual(Object.keys(WHILE_RUNNING).toSorted());
});

test("no pattern is written with more than 200 characters", () => {
  const long = literals.filter(({ pattern }) => pattern.source.length > 200);
  expect(long.map(({ place, pattern }) => `${place}: ${pattern.source.length}`)).toEqual([]);
});

describe("no time grows faster than the text", () => {
  const counts = { texts: 0, growth: 0, worst: "" };
  afterAll(() => {
    const { texts: tried, growth, worst } = counts;
    // For the people who run it: linear growth from 10,000 to 100,000 characters is 10.
    console.log(
      `${different.length} patterns, ${tried} texts; time grew at most ${growth.toFixed(1)} times: ${worst}`,
    );
  });
  const SERIES = 100;
  const series = Array.from({ length: Math.ceil(different.length / SERIES) }, (_, at) => at * SERIES);
  test.each(series)("patterns from %i", (from) => {
    const faults = different.slice(from, from + SERIES).flatMap(({ place, pattern }) => {
      const { fault, texts: tried, growth } = growthOf(pattern, LONG_RUN ? 10_000 : 1000);
      counts.texts += tried;
      if (growth > counts.growth) Object.assign(counts, { growth, worst: `${place} ${pattern}` });
      return fault ? [`${place} ${pattern}: ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });
});
