import { isIban, isLuhn } from "./check-digits.ts";
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
const IBAN = bounded("[A-Z]{2}\\d{2}(?:[ -]?[A-Z0-9]){11,30}");
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
  redacted = mask(redacted, IBAN, MASKS.bank_account, (found) => isIban(found.replaceAll(/[ -]/g, "")));
  redacted = mask(redacted, CARD, MASKS.card_number, isCard);
  for (const { pattern, isValid } of IDS)
    redacted = mask(
      redacted,
      pattern,
      MASKS.national_id,
      (found) => isValid?.(found.replaceAll(/[ .()-]/g, "")) ?? true,
    );
  redacted = mask(redacted, PHONE, MASKS.phone_number, isPhone);
  return mask(redacted, PLAIN_SSN, MASKS.national_id, (_, around) => !isOtherNumber(around));
}

function redactSpoken(text: string): string {
  let result = "";
  let from = 0;
  for (const { start, end, digits, digit_by_digit } of spokenNumbers(text)) {
    if (isCounting(digits)) continue;
    const isLong = digits.length > 12;
    if (isLong ? !isCard(digits) && digits.length > 15 : !digit_by_digit && digits.length < 8) continue;
    const masked = isCard(digits) && isLong ? MASKS.card_number : MASKS.phone_number;
    result += text.slice(from, start) + masked;
    from = end;
  }
  return result + text.slice(from);
}

type IsMeant = (found: string, around: Around) => boolean;

function mask(text: string, pattern: RegExp, masked: string, isMeant: IsMeant): string {
  const plain = withPlainDigits(text);
  let result = "";
  let from = 0;
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    const end = index + found.length;
    const before = plain.slice(Math.max(0, index - CONTEXT_CHARACTERS), index);
    if (!isMeant(found, { before, after: plain.slice(end, end + CONTEXT_CHARACTERS) })) continue;
    result += text.slice(from, index) + masked;
    from = end;
  }
  return result + text.slice(from);
}

function isCard(found: string): boolean {
  const digits = found.replaceAll(/\D/g, "");
  // The first digit is the industry: 2 to 6 are used for payment.
  return /^[2-6]/.test(digits) && isLuhn(digits);
}
