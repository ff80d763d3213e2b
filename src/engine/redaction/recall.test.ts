/**
 * How much personal data is found, and how much other data is masked by mistake: over 500 forms of each, in
 * four languages.
 */
import { expect, test } from "vitest";
import { turnRng } from "../random.ts";
import { isLuhn } from "./check-digits.ts";
import { redactText } from "./redact-text.ts";

const random = turnRng("redaction", "", 0);
const at = (length: number) => Math.floor(random() * length);
const pick = <T>(items: readonly T[]): T => items[at(items.length)] as T;
/** `#` is any digit, `@` one from 2 to 9. */
const digits = (form: string) =>
  form.replaceAll("#", () => String(at(10))).replaceAll("@", () => String(2 + at(8)));
const grouped = (text: string, size: number, separator: string) =>
  Array.from({ length: text.length / size }, (_, part) => text.slice(part * size, (part + 1) * size)).join(
    separator,
  );

function card(): string {
  for (;;) {
    const number = pick(["4", "51", "37", "6011"]).padEnd(16, "#");
    const drawn = digits(number);
    if (isLuhn(drawn)) return grouped(drawn, 4, pick(["", " ", "-", ".", ", ", "  "]));
  }
}

const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  en: "zero one two three four five six seven eight nine".split(" "),
  de: "null eins zwei drei vier fünf sechs sieben acht neun".split(" "),
  es: "cero uno dos tres cuatro cinco seis siete ocho nueve".split(" "),
  fr: "zéro un deux trois quatre cinq six sept huit neuf".split(" "),
};
type Language = "en" | "de" | "es" | "fr";
const LANGUAGES: readonly Language[] = ["en", "de", "es", "fr"];
const said = (language: Language, number: string) =>
  Array.from(number.replaceAll(/\D/g, ""), (digit) => NUMBERS[language]?.[Number(digit)]).join(
    pick([" ", ", "]),
  );

const PHONES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "(@##) @##-####",
    "@##-@##-####",
    "@##.@##.####",
    "+1 @## @## ####",
    "@##@######",
    "020 #### ####",
    "@ # # @ # # # # # #",
    "@##, @##, ####",
  ],
  de: [
    "01@#/#######",
    "030/######",
    "+49 1@# #######",
    "089 ########",
    "0@## / ## ## ###",
    "01@########",
    "0049 1@# #######",
  ],
  es: ["6########", "9## ### ###", "+34 6## ### ###", "6## ## ## ##", "6##-###-###", "+52 55 #### ####"],
  fr: ["06 ## ## ## ##", "06########", "+33 6 ## ## ## ##", "01.##.##.##.##", "07-##-##-##-##"],
};
const FRAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ["It's {}.", "You can use {} for that, thanks.", "{}", "Sure: {}, okay?"],
  de: ["Das ist {}.", "Nehmen Sie {} bitte.", "{}", "Gerne: {}, ja?"],
  es: ["Es {}.", "Puede usar {} para eso.", "{}", "Claro: {}, ¿vale?"],
  fr: ["C'est {}.", "Prenez {} s'il vous plaît.", "{}", "Oui : {}, d'accord ?"],
};
const NAMES = ["Dana Reyes", "Jürgen Müller", "María de la Cruz", "Zoé Lefèvre", "Priya", "dana reyes"];
const DATES = [
  "1985-03-12",
  "12/03/1985",
  "3.4.1979",
  "12. März 1985",
  "3 de mayo de 1990",
  "12 mars 1985",
  "March 3rd, 1985",
];
const LABELLED: Readonly<Record<Language, readonly (() => [label: string, personal: string])[]>> = {
  en: [
    () => ["my name is ", pick(NAMES)],
    () => ["I was born on ", pick(DATES)],
    () => ["my address is ", `${digits("##")} Oak Street, Leeds`],
  ],
  de: [
    () => ["ich heiße ", pick(NAMES)],
    () => ["geboren am ", pick(DATES)],
    () => ["ich wohne in der ", `Lindenstraße ${digits("##")}`],
  ],
  es: [
    () => ["me llamo ", pick(NAMES)],
    () => ["nací el ", pick(DATES)],
    () => ["vivo en ", `la calle Mayor ${digits("##")}`],
  ],
  fr: [
    () => ["je m'appelle ", pick(NAMES)],
    () => ["née le ", pick(DATES)],
    () => ["j'habite au ", `${digits("##")} rue de la Paix`],
  ],
};

function personal(language: Language): { text: string; secret: string } {
  const framed = (secret: string) => ({ text: pick(FRAMES[language]).replace("{}", () => secret), secret });
  switch (at(7)) {
    case 0:
    case 1:
      return framed(digits(pick(PHONES[language])));
    case 2:
      return framed(card());
    case 3:
      return framed(said(language, digits(pick(["@#########", "0##########", "6########"]))));
    case 4:
      return framed(said(language, card()));
    case 5: {
      const [label, secret] = pick(LABELLED[language])();
      return { text: `${label}${secret}.`, secret };
    }
    default:
      return framed(
        pick([
          () => `${pick(["dana", "j.perez", "zoe_l"])}@${pick(["example.com", "mail.example.org"])}`,
          () => "DE89 3704 0044 0532 0130 00",
          () => `${pick(["123", "536", "078"])}-${digits("@1")}-${digits("@###")}`,
          () => "12345678Z",
        ])(),
      );
  }
}

const CLEAN: readonly (() => string)[] = [
  () => `order ${digits("@########")}`,
  () => `Bestellnummer ${digits("@########")}`,
  () => `pedido ${digits("#######")}`,
  () => `la commande ${digits("@#####")}`,
  () => `invoice 20${digits("##-0@-00##")}`,
  () => `ticket ${digits("45##-12##-56##")}`,
  () => `${digits("1@.###.###")} pesos`,
  () => `${digits("$@,###,###.##")}`,
  () => `${digits("@ ###")},50 euros`,
  () => `on 20${digits("2#-0@-1#")} at 1${digits("#")}:30`,
  () => `am ${digits("1#.0@.20##")} um 14:00`,
  () => `the version ${digits("@.1#.##")}`,
  () => `flight LH ${digits("@##")} at gate ${digits("@")}`,
  () => "one two three go",
  () => "eins, zwei oder drei Personen",
  () => "dos o tres veces",
  () => "un deux trois",
  () => "my name is on the invoice",
  () => "mein Name ist falsch geschrieben",
  () => "I was born in spring",
  () => "I live in a small town",
  () => `room ${digits("@##")}, ${digits("@")} nights`,
  () => `${digits("4242 4242 4242 424@")}`.replace(/\d$/, (last) => (last === "2" ? "3" : last)),
  () => `from 10.0.${digits("@.1#")}`,
  () => `timestamp 17${digits("########")}`,
  () => "it costs nineteen ninety-nine",
  () => "seven of nineteen passed",
  () => `tracking ${digits("@###########")}`,
];

test("at least 95 of 100 forms of personal data are masked completely", () => {
  const missed: string[] = [];
  for (let time = 0; time < 500; time += 1) {
    const { text, secret } = personal(pick(LANGUAGES));
    if (redactText(text).includes(secret) || secretPart(redactText(text), secret))
      missed.push(`${text} → ${redactText(text)}`);
  }
  expect(missed.length / 500, missed.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.05);
});

/** Whether four consecutive digits of a secret are still there. */
function secretPart(redacted: string, secret: string): boolean {
  const left = secret.replaceAll(/\D/g, "");
  return left.length >= 7 && /\d{4}/.test(redacted.replaceAll(/[ .,-]/g, ""));
}

test("at least 97 of 100 texts without anything personal stay as they are", () => {
  const taken: string[] = [];
  for (let time = 0; time < 500; time += 1) {
    const text = pick(CLEAN)();
    if (redactText(text) !== text) taken.push(`${text} → ${redactText(text)}`);
  }
  expect(taken.length / 500, taken.slice(0, 20).join("\n")).toBeLessThanOrEqual(0.03);
});
