import { expect, test } from "vitest";
import { ACCENTS, LANGUAGES } from "../values.ts";
import { accentFaults } from "./accents.ts";

const acceptedBy = (language: (typeof LANGUAGES)[number] | null) =>
  ACCENTS.filter((accent) => accentFaults({ language, accent }).length === 0);

test.each([
  ["es", ["multilingual", "mexican", "spanish"]],
  ["pt", ["multilingual", "portuguese"]],
  ["ja", ["multilingual", "japanese"]],
  ["tr", ["multilingual", "turkish"]],
  ["hi", ["multilingual", "indian", "hindi"]],
  ["ar", ["multilingual", "arabic"]],
  ["ru", ["multilingual", "russian"]],
  ["zh", ["multilingual", "chinese"]],
  ["ml", ["multilingual", "indian"]],
  ["fr", ["multilingual", "french"]],
  ["yue", ["multilingual", "chinese"]],
  ["vi", ["multilingual"]],
  ["de", ["multilingual", "german"]],
] as const)("%s is spoken with its native accents and multilingual", (language, accents) => {
  expect(acceptedBy(language)).toEqual(accents);
});

test("English and an unnamed language are spoken with every accent", () => {
  expect(acceptedBy("en")).toEqual(ACCENTS);
  expect(acceptedBy(null)).toEqual(ACCENTS);
});

test("every language is valid without an accent", () => {
  for (const language of LANGUAGES) expect(accentFaults({ language, accent: null })).toEqual([]);
});
