import { matchesOf } from "../transcript/matches-of.ts";
import { bankAccounts } from "./bank-accounts.ts";
import { isLuhn } from "./check-digits.ts";
import { groupedDigits } from "./groups.ts";
import { redactLabelled } from "./labelled.ts";
import { nationalIds } from "./national-ids.ts";
import { type Around, CONTEXT_CHARACTERS, isCounting, isOtherNumber, isPhone, PHONE_FORM } from "./phone.ts";
import { spokenNumbers } from "./spoken-numbers.ts";

/** The replacements for masked data. */
export const MASKS = {
  email_address: "[email address]",
  bank_account: "[bank account]",
  card_number: "[card number]",
  national_id: "[national id]",
  phone_number: "[phone number]",
  person_name: "[name]",
  address: "[address]",
  date_of_birth: "[date of birth]",
} as const;

/** Not preceded by a letter or digit, and not inside a longer number or word. */
const START = "(?<![\\p{L}\\p{N}_]|\\p{N}[.,:/-])";
const END = "(?![\\p{L}\\p{N}_]|[.,:/-]\\p{N})";
const bounded = (pattern: string) => new RegExp(`${START}(?:${pattern})${END}`, "giu");

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/giu;
const CARD = bounded("\\d(?:[ .,\u2010-\u2013-]{0,2}\\d){12,18}");
const PHONE = bounded(PHONE_FORM);
const IDS = nationalIds.map(({ pattern, isValid }) => ({ pattern: bounded(pattern.source), isValid }));
/** A social security number without separators looks like any other number, so the words before it decide. */
const PLAIN_SSN = bounded("(?!000|666|9)\\d{3}(?!00)\\d{2}(?!0000)\\d{4}");

/**
 * Replaces digits of other scripts (Arabic-Indic, Devanagari, full width …) with plain ones of the same
 * length, so that positions stay valid.
 */
function withPlainDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const value = digitValue(digit);
    // Digits beyond the basic plane are two units long.
    return digit.length === 1 ? String(value) : digit;
  });
}

/** Each block of ten decimal digits begins with its zero. */
function digitValue(digit: string): number {
  let value = 0;
  let code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code--;
    value++;
  }
  return value;
}

/**
 * The text with these masked: e-mail addresses, bank accounts (IBAN), card numbers (Luhn), national ids, and
 * phone numbers, in figures or in words in English, German, Spanish, and French. Names, addresses, and dates
 * of birth are masked if words announce them. Data spread over several texts is not found. Dates, times,
 * amounts, and the numbers of orders stay.
 */
export function redactText(text: string): string {
  let redacted = redactLabelled(redactSpoken(text), MASKS);
  if (!/\p{Nd}|@/u.test(redacted)) return redacted;
  redacted = redacted.replace(EMAIL, MASKS.email_address);
  redacted = replaced(redacted, bankAccounts(withPlainDigits(redacted)), MASKS.bank_account);
  redacted = mask(redacted, CARD, MASKS.card_number, isCard);
  redacted = maskGroups(redacted, MASKS.card_number, 13, isCard);
  for (const { pattern, isValid } of IDS)
    redacted = mask(
      redacted,
      pattern,
      MASKS.national_id,
      (candidate) => isValid?.(candidate.replaceAll(/[ .()-]/g, "")) ?? true,
    );
  redacted = mask(redacted, PHONE, MASKS.phone_number, isPhone);
  redacted = maskGroups(redacted, MASKS.phone_number, 7, isPhone);
  return mask(redacted, PLAIN_SSN, MASKS.national_id, (_, around) => !isOtherNumber(around));
}

function redactSpoken(text: string): string {
  const spoken = spokenNumbers(text).flatMap(({ digits, digit_by_digit, ...place }) => {
    if (isCounting(digits)) return [];
    if (isLong(digits) ? !isCard(digits) && digits.length > 15 : !digit_by_digit && digits.length < 8)
      return [];
    return [{ ...place, masked: isCard(digits) && isLong(digits) ? MASKS.card_number : MASKS.phone_number }];
  });
  return replaced(text, spoken);
}

/** Masks numbers whose groups have words or pauses between them. */
function maskGroups(text: string, masked: string, least: number, isMeant: IsMeant): string {
  const plain = withPlainDigits(text);
  const cards = groupedDigits(plain, least, ({ start, end, digits }) =>
    isMeant(digits, around(plain, start, end)),
  );
  return replaced(text, cards, masked);
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly masked?: string;
}

/** The text with a mask at each of the places, which are in order. */
function replaced(text: string, places: readonly Place[], mask = ""): string {
  let result = "";
  let from = 0;
  for (const { start, end, masked = mask } of places) {
    result += text.slice(from, start) + masked;
    from = end;
  }
  return result + text.slice(from);
}

const around = (text: string, start: number, end: number): Around => ({
  before: text.slice(Math.max(0, start - CONTEXT_CHARACTERS), start),
  after: text.slice(end, end + CONTEXT_CHARACTERS),
});

type IsMeant = (found: string, around: Around) => boolean;

function mask(text: string, pattern: RegExp, masked: string, isMeant: IsMeant): string {
  const plain = withPlainDigits(text);
  const places = matchesOf(pattern, plain).map(({ 0: match, index: start }) => {
    const end = start + match.length;
    return isMeant(match, around(plain, start, end)) ? [{ start, end }] : [];
  });
  return replaced(text, places.flat(), masked);
}

/** As long as a card number. */
const isLong = (digits: string) => digits.length > 12;

function isCard(candidate: string): boolean {
  const digits = candidate.replaceAll(/\D/g, "");
  // The first digit is the industry: 2 to 6 are used for payment.
  return /^[2-6]/.test(digits) && isLuhn(digits);
}
