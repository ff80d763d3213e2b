/** Where a caller lives: one house, in one town, with one postcode, whatever it is asked for. */
import { drawFor, shuffled } from "../draw.ts";
import type { Caller, Sources } from "./sources.ts";

/** A postcode that the texts name, in the form of their country. */
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) \d[A-Z]{2}\b/;
const INWARD = ["4DY", "5BQ", "6QF", "7HH", "2JD", "1YZ"];
/** "Postcodes DE1, DE21 and DE22" */
const AREA = /\b[Pp]ost ?codes?:? \**(?:(?:are|in|of) )?([A-Z]{1,2}\d{1,2}[A-Z]?)\b/;
/** "Any BS1–BS16 postcode", "postcodes S1 to S20" */
const AREAS = /\b([A-Z]{1,2})(\d{1,2}) ?(?:-|–|to) ?\1(\d{1,2})\b/;
/** "HX postcodes only", "postcodes beginning with HX". A postcode of an area has a number, and these are there everywhere. */
const LETTERS = [
  /\b([A-Z]{2}|[B-HJ-Z])(?: post ?codes\b| post ?code (?:area|district)s?\b)/,
  /\b[Pp]ost ?codes? (?:area )?(?:in|beginning with|starting with|that (?:begin|start) with) \**([A-Z]{1,2})\b(?!\d)/,
];
const COUNTRIES = /^(?:EU|GB|NI|UK|US)$/;
const DISTRICTS = [1, 2, 3, 4];
/** How far apart the word and the areas may be. */
const NEAR = 40;
const UK_HOMES = [
  ["LS1 4DY", "Leeds"],
  ["M2 5BQ", "Manchester"],
  ["BS1 6QF", "Bristol"],
  ["YO1 7HH", "York"],
  ["OX1 2JD", "Oxford"],
  ["EH1 1YZ", "Edinburgh"],
] as const;
const ZIPS = ["94103", "60614", "02139", "98109", "78704", "80203"];
const TOWNS = ["Springfield", "Riverton", "Lakewood", "Fairview", "Georgetown", "Milford"];
const LONGEST_TEXT = 50_000;

/** The same one of several whenever somebody asks the caller. */
export function ownOf<T>(items: readonly T[], { seed }: Sources, { place }: Caller): T | undefined {
  return shuffled(items, drawFor(seed, "home"))[place % Math.max(1, items.length)];
}

/**
 * The postcode of a caller: in an area that the texts name, or else in the form that the word has at home.
 * @param description of the field, which may show one
 */
export function postcodeFor(words: string, description: string, sources: Sources, caller: Caller): string {
  const shown = POSTCODE.exec(description.toUpperCase())?.[0];
  if (shown !== undefined) return shown;
  const area = areaIn(sources, caller);
  if (area !== undefined) return `${area} ${ownOf(INWARD, sources, caller) ?? ""}`;
  return /\bpost ?code\b/.test(words)
    ? (ownOf(UK_HOMES, sources, caller)?.[0] ?? "")
    : (ownOf(ZIPS, sources, caller) ?? "");
}

function areaIn(sources: Sources, caller: Caller): string | undefined {
  const text = sources.text.slice(0, LONGEST_TEXT);
  const [range = "", letters = "", first, last] = AREAS.exec(text) ?? [];
  const at = range === "" ? 0 : text.indexOf(range);
  const isOfPostcodes = /post ?code/i.test(text.slice(Math.max(0, at - NEAR), at + range.length + NEAR));
  const count = Number(last) - Number(first) + 1;
  if (range !== "" && isOfPostcodes && count > 0) {
    const areas = Array.from({ length: count }, (_, step) => `${letters}${Number(first) + step}`);
    return ownOf(areas, sources, caller);
  }
  const area = AREA.exec(text)?.[1];
  if (area !== undefined) return area;
  const named = LETTERS.flatMap((form) => form.exec(text)?.[1] ?? []).find((one) => !COUNTRIES.test(one));
  return named === undefined ? POSTCODE.exec(text)?.[1] : `${named}${ownOf(DISTRICTS, sources, caller) ?? 1}`;
}

/** "Bristol BS6 6LA" */
const TOWN = /(?<![\p{L}])(\p{Lu}\p{Ll}{2,20}),? [A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/u;

/** The town of a caller: that of the postcode. */
export function townFor(sources: Sources, caller: Caller): string {
  const town = TOWN.exec(sources.text.slice(0, LONGEST_TEXT))?.[1];
  const isBritish = areaIn(sources, caller) === undefined && caller.person.country === "United Kingdom";
  return town ?? ownOf<string>(isBritish ? UK_HOMES.map(([, name]) => name) : TOWNS, sources, caller) ?? "";
}
