/** What is said in generated dialogues, in each language. */
import { numberWords } from "../../numbers/number-words.ts";

export type Code = "en" | "de" | "es" | "fr";

/** The word of each number below 100 that has one of its own. */
export const NUMBERS: ReadonlyMap<Code, ReadonlyMap<string, string>> = new Map(
  (["en", "de", "es", "fr"] as const).map((language) => [
    language,
    new Map([...(numberWords(language) ?? [])].reverse().map(([word, figures]) => [figures, word])),
  ]),
);
export const MONTHS: Readonly<Record<Code, readonly string[]>> = {
  en: "January February March April May June July August September October November December".split(" "),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" "),
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
};
export const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
export const NAMES: Readonly<Record<Code, readonly (readonly [string, string, string])[]>> = {
  en: [
    ["Martha", "Collins", "Rollins"],
    ["Peter", "Hanley", "Hanbury"],
    ["Grace", "Thornton", "Horton"],
    ["Owen", "Barker", "Parker"],
  ],
  de: [
    ["Sabine", "Krüger", "Krieger"],
    ["Uwe", "Baumann", "Naumann"],
    ["Ines", "Fischer", "Tischer"],
    ["Lukas", "Wegner", "Wenger"],
  ],
  es: [
    ["Lucía", "Romero", "Moreno"],
    ["Javier", "Benítez", "Menéndez"],
    ["Marta", "Pascual", "Pascal"],
    ["Óscar", "Rubio", "Rubino"],
  ],
  fr: [
    ["Claire", "Fontaine", "Montaine"],
    ["Luc", "Marchand", "Marchal"],
    ["Élodie", "Lambert", "Humbert"],
    ["Rémi", "Carpentier", "Charpentier"],
  ],
};
export const STREETS: Readonly<Record<Code, readonly string[]>> = {
  en: ["Baker Street", "Willow Lane", "Station Road"],
  de: ["Goethestraße", "Lindenweg", "Marktplatz"],
  es: ["Calle Alcalá", "Calle Serrano", "Avenida Libertad"],
  fr: ["rue Voltaire", "rue Lecourbe", "avenue Foch"],
};
export const WORDS: Readonly<Record<Code, Readonly<Record<string, string>>>> = {
  en: {
    phone: "phone number",
    order_number: "order number",
    account_number: "account number",
    email: "e-mail address",
    date_of_birth: "date of birth",
    date: "date",
    amount: "amount",
    address: "address",
    name: "name",
  },
  de: {
    phone: "Telefonnummer",
    order_number: "Bestellnummer",
    account_number: "Kundennummer",
    email: "E-Mail-Adresse",
    date_of_birth: "Geburtsdatum",
    date: "Datum",
    amount: "Betrag",
    address: "Adresse",
    name: "Name",
  },
  es: {
    phone: "número de teléfono",
    order_number: "número de pedido",
    account_number: "número de cuenta",
    email: "correo",
    date_of_birth: "fecha de nacimiento",
    date: "fecha",
    amount: "importe",
    address: "dirección",
    name: "nombre",
  },
  fr: {
    phone: "numéro de téléphone",
    order_number: "numéro de commande",
    account_number: "numéro de compte",
    email: "adresse e-mail",
    date_of_birth: "date de naissance",
    date: "date",
    amount: "montant",
    address: "adresse",
    name: "nom",
  },
};
export const SAYS: Readonly<Record<Code, readonly string[]>> = {
  en: ["It's {}.", "{}.", "Sure, that's {}.", "That would be {}, please."],
  de: ["Das ist {}.", "{}.", "Ja, also {}.", "Gern: {}."],
  es: ["Es {}.", "{}.", "Claro, {}.", "Sí, es {}."],
  fr: ["C'est {}.", "{}.", "Oui, {}.", "Alors, c'est {}."],
};
export const ECHOES: Readonly<Record<Code, readonly string[]>> = {
  en: ["I have your {w} as {}, is that right?", "Thanks. Your {w} is {}.", "Let me repeat the {w}: {}."],
  de: ["Ihr {w} ist {}, richtig?", "Danke. {w}: {}.", "Ich wiederhole {w}: {}."],
  es: ["Su {w} es {}, ¿verdad?", "Gracias. {w}: {}.", "Repito su {w}: {}."],
  fr: ["Votre {w} est bien {} ?", "Merci. {w} : {}.", "Je répète votre {w} : {}."],
};
export const NEUTRAL: Readonly<Record<Code, readonly string[]>> = {
  en: [
    "One moment, please.",
    "Your ticket 90317 is open since 9:45.",
    "It costs $12.50 and takes 3 days.",
    "We open at 8 and close at 17:30.",
  ],
  de: [
    "Einen Moment bitte.",
    "Ihr Vorgang 90317 ist seit 9:45 offen.",
    "Das kostet 12,50 € und dauert 3 Tage.",
    "Wir öffnen um 8 Uhr.",
  ],
  es: [
    "Un momento, por favor.",
    "Su incidencia 90317 está abierta.",
    "Cuesta 12,50 € y tarda 3 días.",
    "Abrimos a las 8.",
  ],
  fr: [
    "Un instant, s'il vous plaît.",
    "Votre ticket 90317 est ouvert.",
    "Cela coûte 12,50 € et prend 3 jours.",
    "Nous ouvrons à 8 heures.",
  ],
};
export const ASKS: Readonly<Record<Code, string>> = {
  en: "What is your {w}?",
  de: "Wie ist Ihr {w}?",
  es: "¿Cuál es su {w}?",
  fr: "Quel est votre {w} ?",
};
export const SIGNS: Readonly<Record<Code, readonly [string, string]>> = {
  en: ["at", "dot"],
  de: ["at", "Punkt"],
  es: ["arroba", "punto"],
  fr: ["arobase", "point"],
};
export const DOUBLE: Readonly<Record<Code, string>> = {
  en: "double",
  de: "doppel",
  es: "doble",
  fr: "double",
};
export const NATO =
  "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu".split(
    " ",
  );
export const AS_IN: Readonly<Record<Code, string>> = { en: "as in", de: "wie", es: "de", fr: "comme" };
export const FALSE_LETTER: Readonly<Record<string, string>> = {
  B: "P",
  P: "B",
  D: "T",
  T: "D",
  M: "N",
  N: "M",
  F: "S",
  S: "F",
  K: "G",
  G: "K",
};
