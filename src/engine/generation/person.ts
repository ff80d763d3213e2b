import type { LanguageCode } from "../../contract/values.ts";
import { factsOf } from "../caller/facts/facts.ts";
import type { Language, Slot } from "../caller/language.ts";
import { languageOf } from "../caller/language.ts";
import { MONTH_NAMES } from "../numbers/calendar.ts";
import type { AgentTexts } from "../policies/agent-texts.ts";
import { type Country, countryOf, phoneAt } from "./countries.ts";
import { drawFor, shuffled } from "./draw.ts";
import type { Identifier } from "./identifiers.ts";

/** The words before a name, a telephone number, an email address, and an address in a record. */
type Labels = readonly [name: string, phone: string, email: string, address: string];

/** English records are written in sentences. */
const LABELS: Readonly<Record<Exclude<LanguageCode, "en">, Labels>> = {
  es: ["Nombre", "Teléfono", "Correo electrónico", "Dirección"],
  pt: ["Nome", "Telefone", "E-mail", "Endereço"],
  fr: ["Nom", "Téléphone", "Adresse e-mail", "Adresse"],
  de: ["Name", "Telefon", "E-Mail", "Adresse"],
  tr: ["Adı", "Telefon", "E-posta", "Adres"],
  ru: ["Имя", "Телефон", "Электронная почта", "Адрес"],
  vi: ["Họ tên", "Điện thoại", "Email", "Địa chỉ"],
  ar: ["الاسم الكامل", "الهاتف", "البريد الإلكتروني", "العنوان"],
  hi: ["नाम", "फ़ोन", "ईमेल", "मेरा पता"],
  ml: ["പേര്", "ഫോൺ", "ഇമെയിൽ", "വിലാസം"],
  ja: ["名前", "電話", "メールアドレス", "住所"],
  zh: ["姓名", "电话", "邮箱", "地址"],
  yue: ["姓名", "電話", "電郵", "地址"],
};

const FIRST = list(
  "Amira|Bela|Carla|Dana|Edgar|Farah|Goran|Hanna|Ivo|Jonas|Karim|Lena|Marek|Nadia|Oskar|Petra",
);
const LAST = list(
  "Adler|Brook|Castell|Dorn|Ekman|Fontane|Garner|Holt|Ilves|Janssen|Keller|Lindqvist|Moreau|Novak|Orlow|Prentice",
);
const STREETS = list(
  "Alder Lane|Beech Road|Cedar Street|Dale Avenue|Elm Court|Fern Way|Grove Street|Hill Road",
);
/** The second and third day of the week, which all languages list after Monday. */
const DAYS = list("Tuesday|Wednesday");
const OTHER_DAYS = list("Thursday|Friday");
/** Ages count from this year. */
const YEAR = 2026;
const TIMES = list("9:30|10:00|11:00|14:00");

/** An invented person, with everything that people know about themselves. */
export interface Person {
  name: string;
  phone: string;
  email: string;
  date_of_birth: string;
  address: string;
  day: string;
  time: string;
  age: string;
  /** The day and the time that the caller takes if the first ones are not available. */
  other_day: string;
  other_time: string;
  /** For how many people, and for how much money, if somebody asks. */
  party: string;
  amount: string;
  country: string;
  identifiers: readonly Identifier[];
}

/**
 * As many people as a request may need. No two share a name, a telephone number, or an address.
 * @param country where they live
 */
export function persons(
  seed: string,
  identifiers: readonly Identifier[] = [],
  country: Country = countryOf(""),
): (place: number) => Person {
  const pairs = FIRST.flatMap((first) => LAST.map((last) => ({ first, last })));
  const order = shuffled(pairs, drawFor(seed, "persons"));
  const blocks = new Map<number, readonly number[]>();
  const inBlock = (count: number) => {
    const all = Array.from({ length: count }, (_, number) => number);
    const block = blocks.get(count) ?? shuffled(all, drawFor(seed, "phone numbers"));
    blocks.set(count, block);
    return block;
  };
  return (place) => {
    const rng = drawFor(seed, `person ${place}`);
    const upTo = (count: number) => Math.floor(rng() * count);
    const born = { day: 1 + upTo(28), month: MONTH_NAMES[upTo(12)] ?? "", year: YEAR - 21 - upTo(55) };
    const { first, last } = order[place % order.length] ?? { first: "Dana", last: "Brook" };
    return {
      name: `${first} ${last}`,
      phone: phoneAt(place, country, inBlock),
      email: `${first}.${last}@example.com`.toLowerCase(),
      date_of_birth: `${born.day} ${born.month} ${born.year}`,
      age: String(YEAR - born.year),
      other_day: OTHER_DAYS[place % OTHER_DAYS.length] ?? "",
      other_time: "15:00",
      // No two callers live in the same house.
      address: `${1 + upTo(9) + 10 * ((place * 7) % 100)} ${STREETS[upTo(STREETS.length)] ?? ""}`,
      day: DAYS[place % DAYS.length] ?? "",
      time: TIMES[place % TIMES.length] ?? "",
      party: "2 people",
      amount: `40 ${country.money}`,
      country: country.name,
      identifiers,
    };
  };
}

const PARTS = [
  ["name", "name", "Your name is {value}."],
  ["phone", "phone", "Your phone number is {value}."],
  ["email", "email", "Your email address is {value}."],
  ["address", "address", "You live at {value}."],
  ["date_of_birth", "date_of_birth", "You were born on {value}."],
  ["age", "age", "You are {value} years old."],
  ["day", "date", "You would like {value}."],
  ["time", "time", "The time that suits you is {value}."],
  ["party", "quantity", "You are {value}."],
  ["amount", "amount", "The amount is {value}."],
] as const satisfies (readonly [keyof Person, Slot, string])[];

/**
 * Words in the texts of an agent that give its callers a wish of this kind. Everybody has a name, a telephone
 * number, and so on; nobody wants a Tuesday from a shop where nothing has a day.
 */
const WISHES = {
  day: /\b(?:day|date|appointments?|book\w*|reserv\w*|schedul\w*|slots?|visits?|weekday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
  time: /\b(?:time|book\w*|hours|slots?|appointments?|reserv\w*|schedul\w*|o'clock)\b/i,
  party: /\b(?:people|persons|guests?|party|adults|travell?ers|passengers|seats|tables?)\b/i,
  amount: /\b(?:amount|money|transfers?|budget|payments?|refunds?)\b/i,
} as const;

/**
 * What a digital human knows about itself, for its `role_description`: sentences in English, in other
 * languages lines with labels in that language. Leaves out what `said` has already, and what nothing in the
 * agent's texts is about.
 */
export function describePerson(
  person: Person,
  said: string,
  code: LanguageCode,
  agent: Pick<AgentTexts, "prompt" | "knowledge_base" | "agent_description" | "goals">,
): string {
  const language = languageOf(code);
  const known = new Set(factsOf(said, language).map(({ slot }) => slot));
  const texts = [agent.prompt, agent.knowledge_base, agent.agent_description, ...agent.goals, said].join(
    "\n",
  );
  const isWish = (key: string): key is keyof typeof WISHES => Object.hasOwn(WISHES, key);
  const isAsked = (key: string) => !isWish(key) || WISHES[key].test(texts);
  const parts = PARTS.filter(([key, slot]) => !known.has(slot) && isAsked(key));
  const identifiers = person.identifiers.filter(({ slot }) => !known.has(slot));
  if (code === "en")
    return [
      ...parts.map(([key, , words]) => words.replace("{value}", () => person[key])),
      ...identifiers.map(({ slot, value }) => `Your ${slot.replace("_", " ")} is ${value}.`),
      // A caller that has already named a day or a time insists on it.
      ...(known.has("date") || known.has("time") || !isAsked("day") ? [] : [secondChoiceOf(person)]),
    ].join(" ");
  const labels = LABELS[code];
  const day = language.dates.days[DAYS.indexOf(person.day) + 1];
  return [
    ...PARTS.slice(0, labels.length).flatMap(([key], place) =>
      parts.some(([asked]) => asked === key) ? [`${labels[place]}: ${person[key]}`] : [],
    ),
    ...identifiers.map(({ slot, value }) => `${labelOf(slot, language)}: ${value}`),
    ...(known.has("date") || day === undefined || !isAsked("day") ? [] : [day]),
  ].join("\n");
}

/** `readSecondChoice` of the caller parses this sentence. */
const secondChoiceOf = ({ other_day, other_time }: Person) =>
  `If that isn't possible, you would take ${other_day} at ${other_time}.`;

const labelOf = (slot: Slot, { slots }: Language) => slots[slot].near?.[0] ?? slots[slot].ask[0];

function list(line: string): readonly string[] {
  return line.split("|");
}
