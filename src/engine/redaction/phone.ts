/** The text around digits, which helps to tell what they are. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** How many characters before and after digits to look at. */
export const CONTEXT_CHARACTERS = 32;

/**
 * Digits with any separators, the way phone numbers are written and said. A `/` is allowed only after an area
 * code.
 */
export const PHONE_FORM = "\\+?\\(?\\d(?:(?:[ ().\\u2010-\\u2013-]{0,3}|, ?| ?\\/ ?)\\d){6,14}";

/** The words before say that a phone number follows. */
const ANNOUNCING = [
  "phone|tel(?:ephone)?|mobile|cell|fax|whatsapp|call(?: me| us)?(?: back)?(?: at| on)?|reach(?: me| us)? (?:at|on)",
  "handy|telefon|rufnummer|erreichbar",
  "tel[eé]fono|m[oó]vil|celular|llam\\p{L}{0,20}",
  "t[eé]l[eé]phone|portable|rappel\\p{L}{0,20}|joindre",
].join("|");
const ANNOUNCED = new RegExp(`\\b(?:${ANNOUNCING})\\b[^.?!\\n]{0,20}$`, "iu");
/** The words before name something else that has a number. */
const NUMBERED = [
  "order|case|ticket|invoice|reference|ref|booking|reservation|tracking|parcel|article|item|serial|version|part|room",
  "flight|customer|account|contract|policy|transaction|timestamp|id",
  "(?:bestell|auftrag|rechnung|kunden|vertrag|vorgang|sendung)\\p{L}{0,20}",
  "pedido|factura|referencia|reserva|cliente|contrato",
  "commande|facture|r[eé]f[eé]rence|dossier|colis|contrat",
].join("|");
const OTHER_NUMBER = new RegExp(
  `(?:\\b(?:${NUMBERED})\\b|#|№)(?:[ .:#]|number|no|nr|nummer|num[eé]ro|n[uú]mero|is|ist|es|est|was|n°|de|del){0,12}$`,
  "iu",
);
const CURRENCY_BEFORE = /(?:[$€£¥₹]|\b(?:usd|eur|gbp|mxn|cop|clp)) ?$/i;
const AMOUNT_AFTER =
  /^ ?(?:[$€£¥₹%]|(?:usd|eur|gbp|mxn|euros?|dollars?|pesos?|pounds?|pfund|livres?|cents?|million\p{L}*|miles?|units?|st[uü]ck|kilom\p{L}*|km|kg|bytes?|rows?|habitantes|einwohner|inhabitants|people)\b)/iu;

/**
 * How numbers without a trunk prefix or country code are grouped: North America, Spain, and seven local
 * digits.
 */
const GROUPINGS = ["3-3-4", "1-3-3-4", "3-4", "3-3-3", "3-2-2-2"];
const DATE = /^(?:\d{4}([-.]) ?\d{1,2}\1 ?\d{1,2}|\d{1,2}([-.]) ?\d{1,2}\2 ?\d{4})$/;
const DOTTED_NUMBER = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Whether the digits are the number, or the amount, of something other than a phone or a person. */
export const isOtherNumber = ({ before, after }: Around): boolean =>
  OTHER_NUMBER.test(before) || CURRENCY_BEFORE.test(before) || AMOUNT_AFTER.test(after);

/**
 * Whether digits are a phone number of 7 to 15 digits: with a country code or a trunk prefix, grouped like a
 * phone number, said digit by digit, nine to eleven digits without separators that begin like one, or
 * announced by the words before.
 */
export function isPhone(candidate: string, around: Around): boolean {
  const text = candidate.trim();
  const digits = text.replaceAll(/\D/g, "");
  if (DATE.test(text) || DOTTED_NUMBER.test(text)) return false;
  if (text.startsWith("+")) return digits.length >= 7;
  if (isOtherNumber(around)) return false;
  if (ANNOUNCED.test(around.before) && !/^\d{1,2}[.:,]\d{2}$/.test(text)) return digits.length >= 7;
  if (/^\(?0/.test(text)) return digits.length >= 9;
  const groups = text.split(/[ ().,\u2010-\u2013/-]+/).filter(Boolean);
  if (groups.length === 1) return /^(?:[2-9]\d{9}|[679]\d{8}|\d{11})$/.test(digits);
  if (groups.every((group) => group.length === 1)) return digits.length >= 7 && !isCounting(digits);
  return GROUPINGS.includes(groups.map((group) => group.length).join("-"));
}

/** Counting up or down: 1 2 3 4 5 6 7. */
export function isCounting(digits: string): boolean {
  const steps = Array.from(digits.slice(1), (digit, at) => Number(digit) - Number(digits[at]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
