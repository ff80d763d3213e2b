import type { LanguageCode } from "../../contract/values.ts";
import { type Fact, factsOf } from "../caller/facts/facts.ts";
import { findValues, type Value } from "../caller/facts/values.ts";
import { languageOf } from "../caller/language.ts";
import { clean, cueSpan, fold } from "../transcript/fold.ts";

const QUOTED = /["“„«]([^"“”„«»]+)["“”»]|(?<!\p{L})'([^']{2,80})'(?!\p{L})/gu;
const TOOL = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+/gu;
/** A capitalized word within a sentence. The first word and a lone "I" do not count as names. */
const NAME = /(?<=(?:[\p{L}\p{N},;]|\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.)\s)\p{Lu}[\p{L}\p{M}]+/gu;

/**
 * Whether a rewording keeps every number, date, e-mail address, tool, quotation, and name of a text, as
 * written.
 */
export function keepsValues(before: string, after: string, code: LanguageCode): boolean {
  const kept = new Set(valuesOf(after, code).map(written));
  const verbatim = [...quotationsIn(before), ...matches(before, TOOL), ...matches(before, NAME)];
  return (
    valuesOf(before, code).every((value) => kept.has(written(value))) &&
    verbatim.every((text) => holds(after, text))
  );
}

/**
 * Whether a rewording keeps the words that the text quotes from its source: the words that an agent must
 * never say.
 */
export function keepsQuoted(source: string, before: string, after: string): boolean {
  return quotationsIn(source).every((text) => !holds(before, text) || holds(after, text));
}

/**
 * Whether a caller understands the same about itself from a rewording. For example, its telephone number must
 * still be a telephone number, with the same value.
 */
export function keepsMeanings(before: string, after: string, code: LanguageCode): boolean {
  const read = meaningsOf(after, code);
  return meaningsOf(before, code).every(({ slot, value }) =>
    read.some((fact) => fact.slot === slot && line(fact.value) === line(value)),
  );
}

/** Whether a rewording states nothing about the caller that is not in the record. */
export function addsNothing(record: string, after: string, code: LanguageCode): boolean {
  const known = new Set(valuesOf(record, code).map(written));
  return (
    // A number in words may be a figure of speech. A number in digits is a statement.
    valuesOf(after, code).every(
      (value) => known.has(written(value)) || (value.kind === "number" && !/\d/.test(value.text)),
    ) &&
    meaningsOf(after, code).every(({ value }) => known.has(line(value)) || holds(record, value)) &&
    matches(after, TOOL).every((tool) => holds(record, tool))
  );
}

/**
 * The values that the language recognizes, and those that English does, because criteria and personas may be
 * in English.
 */
function valuesOf(text: string, code: LanguageCode): Value[] {
  const codes = code === "en" ? [code] : [code, "en" as const];
  return codes.flatMap((one) => findValues(clean(text), languageOf(one)));
}

const meaningsOf = (text: string, code: LanguageCode): Fact[] =>
  factsOf(text, languageOf(code)).filter(({ slot }) => slot !== null);

const matches = (text: string, pattern: RegExp): string[] => clean(text).match(pattern) ?? [];

/** Removes the punctuation at the end, which belongs to the surrounding sentence. */
const quotationsIn = (text: string): string[] =>
  Array.from(clean(text).matchAll(QUOTED), ([, double, single]) =>
    (double ?? single ?? "").replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, ""),
  );

const line = (text: string) => fold(text).replace(/\s+/g, " ").trim();

const written = ({ text }: Pick<Value, "text">) => line(text);

const holds = (text: string, part: string) => cueSpan(line(text), line(part)) !== undefined;
