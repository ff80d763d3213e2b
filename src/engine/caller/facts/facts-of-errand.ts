import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { isErrorOutput } from "../../metrics/tools/failed-call.ts";
import { isBareName } from "../../tools/thing-name.ts";
import type { DigitalHuman } from "../digital-human.ts";
import type { Errand } from "../errand.ts";
import type { Language } from "../language.ts";
import { type Fact, labelled, SLOT_OF_KIND } from "./facts.ts";
import { momentOf, spokenDate, spokenMonth, spokenTime } from "./moments.ts";
import { findValues } from "./values.ts";

/**
 * The facts of a record, with what the errand's tool says about each: by which other names it is asked for, and what else it
 * could be.
 */
export function withErrand(facts: readonly Fact[], errand: Errand | undefined, language: Language): Fact[] {
  if (!errand) return [...facts];
  const known: Fact[] = [];
  for (const { name, thing, value, items, words, description, options } of errand.facts) {
    if (typeof value === "boolean") continue;
    const inWords = (option: string | number) =>
      nameOfCode(String(option), description) ?? asSpoken(String(option), options);
    const spoken =
      options && !items
        ? inWords(value as string | number)
        : (spokenMonth(String(value), language) ?? String(value));
    const [kind] = findValues(spoken, language);
    const named = labelled(thing ?? name, spoken, language);
    const fact = {
      ...named,
      slot:
        thing !== undefined
          ? isBareName(name)
            ? ("product" as const)
            : null
          : (named.slot ?? (kind?.text === spoken ? SLOT_OF_KIND[kind.kind] : undefined) ?? null),
    };
    const more = {
      names: words.filter((word) => word !== fact.label),
      ...(description !== undefined && { description }),
      ...(options && { options: options.map(inWords) }),
    };
    known.push({ ...fact, ...more });
  }
  // What the errand says about a thing is exact; what the record's sentences say about it may be another form of it ("the weekend").
  const things = errand.facts.flatMap(({ name, path = [], thing }) =>
    thing === undefined ? [] : [name, path.join(".")].map((one) => labelled(one, "", language).label),
  );
  const others = facts.filter(
    (fact) =>
      !things.includes(fact.label) &&
      !known.some(
        (other) =>
          other.label === fact.label || (fact.label === "" && fact.slot !== null && other.slot === fact.slot),
      ),
  );
  return [...known, ...others];
}

/** A fact as a person says it: a date and a time in figures become words. */
export function saidAloud(fact: Fact, language: Language): Fact[] {
  const moment = fact.sentence === "" && fact.label !== "" ? momentOf(fact.value) : undefined;
  if (!moment) return [fact];
  const { date, time } = moment;
  return [
    ...(date === undefined
      ? []
      : [
          {
            ...fact,
            slot: fact.slot ?? ("date" as const),
            value: spokenDate(date, fact.label, language),
            date,
          },
        ]),
    ...(time === undefined ? [] : [{ ...fact, slot: "time" as const, value: spokenTime(time, language) }]),
  ];
}

const CODE = /^[A-Z\d]{1,5}$/;

/** What a code stands for in the description of its parameter: "LIS Lisbon Airport, OPO Porto Centre". Only its names are said. */
function nameOfCode(code: string, description: string | undefined): string | undefined {
  if (!CODE.test(code) || description === undefined) return undefined;
  const parts = description.slice(0, 1_000).split(/[,;.()]/);
  const named = parts
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${code} `) || part.startsWith(`${code}=`));
  const name = named?.slice(code.length).replace(/^[ =:–-]{1,4}/, "");
  return name !== undefined && /^\p{Lu}/u.test(name) ? name : undefined;
}

/** `extra_large` is said as "extra large". */
const asSpoken = (value: string, options: readonly (string | number)[] | undefined): string =>
  options ? (halfDay(value, options) ?? value.replaceAll("_", " ")) : value;

/** A window of `am` or `pm` is a morning or an afternoon. */
function halfDay(value: string, options: readonly (string | number)[]): string | undefined {
  const isHalf = ["am", "pm"].every((half) =>
    options.some((option) => String(option).toLowerCase() === half),
  );
  return isHalf ? { am: "morning", pm: "afternoon" }[value.toLowerCase()] : undefined;
}

/** The tools that have to be called until the caller has what it wants. */
export function deedsOf(errand: Errand | undefined, expected: DigitalHuman["expected_tool_calls"]): string[] {
  if (errand) return [errand.tool];
  const changing = (expected ?? []).filter(
    ({ name, output }) => seemsEffectful(name) && !isErrorOutput(output, true),
  );
  return changing.map(({ name }) => name);
}
