/** What a parameter called `name` names: a thing, or the person who calls. */
import type { ToolParameter } from "./tool.ts";

const PEOPLE =
  "account attendee billing booker caller client contact customer driver guest holder member owner passenger " +
  "patient people person policyholder profile recipient sender shipping tenant traveller traveler user visitor who";
const isPerson = (name: string) => PEOPLE.split(" ").some((word) => name.toLowerCase().startsWith(word));
/** "Name of the pizza", "The product's name". */
const NAME_OF = /\bname of (?:the|a|an|each) ([\p{L}-]{3,20})|\b([\p{L}-]{3,20})(?:'s)? name\b/iu;
const NO_THING = /^(?:first|full|last|family|given|complete|legal|own|sur|their|your)$/i;

const FIRST_OR_LAST = /^(?:first|full|last|given|family|sur)_?name$/i;
const ANIMALS = /^(?:pet|dog|cat|animal|horse) name$/;
const ENDS_IN_NAME = /(?:_|[a-z](?=N))names?$/i;

/** Whether a parameter is the name of a person or a pet. No two of those are other words for the same one. */
export const namesSomeone = ({ name, thing }: { readonly name: string; readonly thing?: string }): boolean =>
  thing === undefined
    ? BARE.test(name) || FIRST_OR_LAST.test(name) || (ENDS_IN_NAME.test(name) && isPerson(name))
    : ANIMALS.test(thing);

/** Whether a name says nothing about what it names. */
export const isBareName = (name: string): boolean => BARE.test(name);

const BARE = /^(?:name|title)$/i;
/** `pet_name`, `productName` */
const FLAT =
  /^(pet|dog|cat|animal|horse|company|business|product|item|event|hotel|restaurant|drug|medication|model|brand|film|movie|show|course|plan|dish)_?name$/i;

/** `item name` for the `name` within `items`. Undefined if it is a person's. */
export function thingNamed({
  name,
  path,
  description = "",
}: Pick<ToolParameter, "name" | "path" | "description">): string | undefined {
  const flat = FLAT.exec(name)?.[1];
  if (flat !== undefined) return `${flat.toLowerCase()} name`;
  if (!BARE.test(name)) return undefined;
  const holder = path.findLast((step, place) => typeof step === "string" && place < path.length - 1);
  const [, of, own] = NAME_OF.exec(description.slice(0, 200)) ?? [];
  const thing = of ?? own ?? (holder === undefined ? undefined : singular(String(holder)));
  if (thing === undefined || NO_THING.test(thing)) return undefined;
  return isPerson(thing) || (holder !== undefined && isPerson(String(holder)))
    ? undefined
    : `${thing.replaceAll("_", " ").toLowerCase()} name`;
}

const singular = (word: string) => word.replace(/ies$/i, "y").replace(/(?<!s)s$/i, "");
