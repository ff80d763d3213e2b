/** Dialogues with facts in spoken forms, some of them misheard at known places. The same seed gives the same dialogues. */
import type { Outcome } from "../../metrics/heard/heard-fact.ts";
import { type Rng, sfc32 } from "../../random.ts";
import {
  AS_IN,
  ASKS,
  type Code,
  DOUBLE,
  ECHOES,
  FALSE_LETTER,
  MONTHS,
  NAMES,
  NATO,
  NEUTRAL,
  NUMBERS,
  ORDINALS,
  SAYS,
  SIGNS,
  STREETS,
  WORDS,
} from "./dialogue-words.ts";
import type { Dialogue } from "./unseen-dialogues.ts";

/** A fact in the forms in which it is said and written, and the same misheard. */
interface Planted {
  readonly name: string;
  /** What the agent calls it. */
  readonly word: string;
  readonly value: string;
  readonly spoken: readonly string[];
  readonly written: readonly string[];
  readonly misheard: readonly string[];
}

export function generatedDialogues(count: number, seed: number): Dialogue[] {
  const random = sfc32(seed, 1, 2, 3);
  for (let warm = 0; warm < 20; warm++) random();
  return Array.from({ length: count }, (_, at) =>
    dialogue((["en", "de", "es", "fr"] as const)[at % 4] ?? "en", random),
  );
}

function dialogue(language: Code, random: Rng): Dialogue {
  const kinds = shuffled(
    [phone, code, account, email, birth, appointment, amount, address, person],
    random,
  ).slice(0, 2 + Math.floor(random() * 2));
  const facts = kinds.map((make) => make(language, random));
  const lines: string[] = [];
  const expected: Record<string, Outcome> = {};
  const passed: Record<string, string> = {};
  for (const fact of facts) {
    const word = WORDS[language][fact.word] ?? fact.word;
    const fill = (template: string, value = "") => template.replace("{w}", word).replace("{}", value);
    lines.push(
      `A: ${fill(ASKS[language])}`,
      `U: ${fill(pick(SAYS[language], random), pick(fact.spoken, random))}`,
    );
    const fate = random();
    const isWrong = fate < 0.35;
    const isUsed = fate < 0.85;
    expected[fact.name] = isWrong ? "wrong" : isUsed ? "right" : "never_used";
    if (random() < 0.4) lines.push(`A: ${pick(NEUTRAL[language], random)}`);
    if (!isUsed) continue;
    const heard = pick(isWrong ? fact.misheard : [...fact.written, ...fact.spoken], random);
    if (random() < 0.5) lines.push(`A: ${fill(pick(ECHOES[language], random), heard)}`);
    else passed[fact.name] = pick(isWrong ? fact.misheard : fact.written, random);
  }
  if (Object.keys(passed).length > 0) lines.push(`T: save ${JSON.stringify(passed)}`);
  lines.push(`A: ${pick(NEUTRAL[language], random)}`);
  return {
    language,
    facts: Object.fromEntries(facts.map(({ name, value }) => [name, value])),
    lines,
    expected,
  };
}

const pick = <T>(all: readonly T[], random: Rng): T => all[Math.floor(random() * all.length)] as T;

function shuffled<T>(all: readonly T[], random: Rng): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

const below = (most: number, random: Rng) => Math.floor(random() * most);
const digits = (count: number, random: Rng) =>
  Array.from({ length: count }, () => String(below(10, random))).join("");

/** A number below 100 in words. */
function words(value: number, language: Code): string {
  const known = NUMBERS.get(language)?.get(String(value));
  if (known) return known;
  const [tens, unit] = [words(value - (value % 10), language), words(value % 10, language)];
  return language === "es" ? `${tens} y ${unit}` : `${tens}-${unit}`;
}

const oneByOne = (value: string, language: Code) =>
  [...value].map((digit) => words(Number(digit), language)).join(" ");

function doubled(value: string, language: Code): string {
  return value
    .replace(/(\d)\1|\d/g, (found) =>
      found.length === 2
        ? `${DOUBLE[language]} ${words(Number(found[0]), language)} `
        : `${words(Number(found), language)} `,
    )
    .trim();
}

/** In pairs, unless a pair begins with a zero. */
const inPairs = (value: string, language: Code) =>
  (value.match(/0|\d{2}|\d/g) ?? []).map((part) => words(Number(part), language)).join(", ");

function otherDigits(value: string, random: Rng): string {
  const at = below(value.length - 1, random) + 1;
  const [before, digit, after] = [value.slice(0, at), Number(value[at]), value.slice(at + 1)];
  if (random() < 0.3 && value[at] !== value[at - 1])
    return value.slice(0, at - 1) + value[at] + value[at - 1] + after;
  return before + String((digit + 1 + below(8, random)) % 10) + after;
}

const grouped = (value: string) => value.replace(/(\d{3})(?=\d{3})/g, "$1 ");

function phone(language: Code, random: Rng): Planted {
  const value = `0${1 + below(9, random)}${digits(8, random)}`;
  const wrong = otherDigits(value, random);
  return {
    name: "phone",
    word: "phone",
    value,
    spoken: [oneByOne(value, language), doubled(value, language), inPairs(value, language)],
    written: [value, grouped(value)],
    misheard: [wrong, grouped(wrong)],
  };
}

function account(language: Code, random: Rng): Planted {
  const value = `${1 + below(9, random)}${digits(6, random)}`;
  const wrong = otherDigits(value, random);
  return {
    name: "account_number",
    word: "account_number",
    value,
    spoken: [oneByOne(value, language), doubled(value, language), inPairs(value, language)],
    written: [value],
    misheard: [wrong],
  };
}

function code(language: Code, random: Rng): Planted {
  const letters = [pick(Object.keys(FALSE_LETTER), random), pick(Object.keys(FALSE_LETTER), random)];
  const number = `${1 + below(9, random)}${digits(3, random)}`;
  const nato = letters.map((letter) => NATO[letter.charCodeAt(0) - 65]);
  const explained = letters.map((letter, at) => `${letter} ${AS_IN[language]} ${nato[at]}`);
  const wrongLetter = `${letters[0]}${FALSE_LETTER[letters[1] ?? ""]}-${number}`;
  return {
    name: "order_number",
    word: "order_number",
    value: `${letters.join("")}-${number}`,
    spoken: [
      `${letters.join(" ")} ${oneByOne(number, language)}`,
      `${nato.join(" ")} ${inPairs(number, language)}`,
      `${explained.join(", ")}, ${oneByOne(number, language)}`,
    ],
    written: [`${letters.join("")}-${number}`, `${letters.join("")}${number}`],
    misheard: [wrongLetter, `${letters.join("")}-${otherDigits(number, random)}`],
  };
}

function email(language: Code, random: Rng): Planted {
  const [first, last, other] = pick(NAMES[language], random);
  const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const [at, dot] = SIGNS[language];
  const [local, wrong] = [`${plain(first)}.${plain(last)}`, `${plain(first)}.${plain(other)}`];
  const aloud = (text: string) => `${text.replace(".", ` ${dot} `)} ${at} example ${dot} com`;
  return {
    name: "email",
    word: "email",
    value: `${local}@example.com`,
    spoken: [aloud(local)],
    written: [`${local}@example.com`],
    misheard: [`${wrong}@example.com`],
  };
}

function dayAloud(day: number, month: number, language: Code): string {
  const name = MONTHS[language][month - 1] ?? "";
  if (language === "en") return `the ${ORDINALS[day - 1]} of ${name}`;
  if (language === "de")
    return `am ${words(day, "de").replace(/^(eins|drei|sieben|acht)$/, (one) => ({ eins: "ers", drei: "drit", sieben: "sieb", acht: "ach" })[one] ?? one)}${day < 20 ? "ten" : "sten"} ${name}`;
  if (language === "es") return `el ${words(day, "es")} de ${name}`;
  return `le ${day === 1 ? "premier" : words(day, "fr")} ${name}`;
}

function dayWritten(day: number, month: number, language: Code): string {
  const name = MONTHS[language][month - 1] ?? "";
  if (language === "en") return `${name} ${day}`;
  if (language === "de") return `${day}. ${name}`;
  return language === "es" ? `${day} de ${name}` : `${day} ${name}`;
}

/** A date of birth without its year where it is said, because people leave that out too. */
function dated(name: string, year: number, language: Code, random: Rng): Planted {
  const [day, month] = [1 + below(20, random), 1 + below(12, random)];
  const other = day < 11 ? day + 10 : day - 10;
  const iso = (one: number) => `${year}-${String(month).padStart(2, "0")}-${String(one).padStart(2, "0")}`;
  return {
    name,
    word: name,
    value: iso(day),
    spoken: [dayAloud(day, month, language)],
    written: [iso(day), dayWritten(day, month, language)],
    misheard: [iso(other), dayWritten(other, month, language), dayAloud(other, month, language)],
  };
}

const birth = (language: Code, random: Rng) =>
  dated("date_of_birth", 1950 + below(50, random), language, random);
const appointment = (language: Code, random: Rng) => dated("date", 2026, language, random);

function amount(language: Code, random: Rng): Planted {
  const tens = 2 + below(8, random);
  const [value, wrong] = [tens * 10, tens + 10];
  const [sign, word] = language === "en" ? ["$", "dollars"] : ["€", language === "de" ? "Euro" : "euros"];
  const show = (one: number) => (language === "en" ? `${sign}${one}` : `${one} ${sign}`);
  return {
    name: "amount",
    word: "amount",
    value: show(value),
    spoken: [`${words(value, language)} ${word}`],
    written: [show(value), `${value} ${word}`],
    misheard: [show(wrong), `${wrong} ${word}`, show(value + 10)],
  };
}

function address(language: Code, random: Rng): Planted {
  const street = pick(STREETS[language], random);
  const number = 11 + below(80, random);
  const place = (house: string) =>
    language === "en" || language === "fr" ? `${house} ${street}` : `${street} ${house}`;
  const other = number > 20 ? number - 10 : number + 10;
  return {
    name: "address",
    word: "address",
    value: place(String(number)) + (language === "en" ? "" : ", 10115 Centro"),
    spoken: [place(words(number, language))],
    written: [place(String(number))],
    misheard: [place(String(other))],
  };
}

function person(language: Code, random: Rng): Planted {
  const [first, last, other] = pick(NAMES[language], random);
  return {
    name: "name",
    word: "name",
    value: `${first} ${last}`,
    spoken: [`${first} ${last}`],
    written: [`${first} ${last}`, last],
    misheard: [`${first} ${other}`, other],
  };
}
