/** What a message offers to choose from, however it is written: a menu, a list beside the question, lines with bullets. */
import { fold } from "../../transcript/fold.ts";
import type { Language } from "../language.ts";
import type { Heard } from "./hear.ts";
import { listBeside, menuIn, optionsIn } from "./menu.ts";

const BULLET = /^\s{0,8}(?:[-*•]|\d{1,2}[.)])\s{1,3}(\S.{0,150})$/;
const MOST_WORDS = 6;
const MOST_OPTIONS = 12;
const LONGEST = 4_000;
/** What a price list says after the name of a thing. */
const PRICED =
  / (?:(?:at|for|from) )?(?:[$€£] ?|(?:eur|usd|gbp|chf) )\d[\d.,]{0,8}(?: (?:a|an|per|each)(?: \w{1,12})?)?/gi;

/** The options of a message, as the agent writes them. */
export function offeredIn(heard: Heard, language: Language): string[] {
  if (language.code !== "en") return [];
  const menu = menuIn(heard, language)?.options ?? listBeside(heard, language);
  if (menu.length > 1) return menu;
  const stated = heard.statements.map(
    (one) =>
      heard.text
        .slice(0, LONGEST)
        .split(/(?<=[.!?])\s/)
        .find((part) => fold(part).includes(one.slice(0, 60))) ?? "",
  );
  const alternatives = stated
    .map((one) => optionsIn(one.replace(/[.!]$/, ""), language))
    .find((one) => one.length > 1);
  if (alternatives) return alternatives;
  const text = heard.text.slice(0, LONGEST);
  const bullets = text.split("\n").flatMap((line) => BULLET.exec(line)?.[1] ?? []);
  if (bullets.length > 1) return bullets.map(nameOf).filter(isShort).slice(0, MOST_OPTIONS);
  return listed(text);
}

/** "I have these: 9:00 (12 left), 10:30 (2 left). Which one?" */
function listed(text: string): string[] {
  for (const sentence of withoutAsides(text).split(/[!?\n]|\.(?=\s|$)/)) {
    const colon = sentence.indexOf(": ");
    if (colon < 0) continue;
    const items = sentence.slice(colon + 2).split(/, (?:and |or )?| (?:and|or) /);
    const names = items.map(nameOf);
    if (names.length > 1 && names.length <= MOST_OPTIONS && names.every(isShort) && !names.some(asks))
      return names;
  }
  return [];
}

const withoutAsides = (text: string) => text.replace(/ ?\([^()]{0,120}\)/g, "");

const nameOf = (item: string): string =>
  (
    withoutAsides(item)
      .replace(PRICED, "")
      .split(/: | [-–—] /)[0] ?? ""
  )
    .replace(/[.,;]{1,3}$/, "")
    .trim();

const asks = (name: string) => /\b(?:what|which|where|when|who|how|please)\b/i.test(name);

const isShort = (name: string): boolean =>
  name !== "" && name.split(" ").length <= MOST_WORDS && !/^(?:and|or)$/.test(fold(name));
