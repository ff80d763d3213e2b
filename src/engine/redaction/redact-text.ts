import { isLuhn } from "./check-digits.ts";
import { nationalIds } from "./national-ids.ts";

/** What stands where something was masked. */
export const MASKS = {
  email_address: "[email address]",
  card_number: "[card number]",
  national_id: "[national id]",
  phone_number: "[phone number]",
} as const;

/** Neither a letter or digit before, nor the middle of a longer number or word. */
const START = "(?<![\\p{L}\\p{N}_]|\\p{N}[.,:/-])";
const END = "(?![\\p{L}\\p{N}_]|[.,:/-]\\p{N})";
const bounded = (pattern: string) => new RegExp(`${START}(?:${pattern})${END}`, "giu");

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/giu;
const CARD = bounded("\\d(?:[ -]?\\d){12,18}");
const PHONE = bounded("\\+?\\(?\\d(?:[ ().\\u2010-\\u2013-]{0,3}\\d){6,14}");
const IDS = nationalIds.map(({ pattern, isValid }) => ({ pattern: bounded(pattern.source), isValid }));

/** Digits of other scripts (Arabic-Indic, Devanagari, full width …) have the same length, so that places stay. */
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
 * The text with e-mail addresses, card numbers (Luhn), national ids and phone numbers masked. What is written in words
 * ("four two four two"), or spread over several texts, is not found. Dates, times and amounts stay.
 */
export function redactText(text: string): string {
  if (!/\p{Nd}|@/u.test(text)) return text;
  let redacted = text.replace(EMAIL, MASKS.email_address);
  redacted = mask(redacted, CARD, MASKS.card_number, isCard);
  for (const { pattern, isValid } of IDS)
    redacted = mask(
      redacted,
      pattern,
      MASKS.national_id,
      (found) => isValid?.(found.replaceAll(/[ .()-]/g, "")) ?? true,
    );
  return mask(redacted, PHONE, MASKS.phone_number, isPhone);
}

function mask(text: string, pattern: RegExp, masked: string, isMeant: (found: string) => boolean): string {
  const plain = withPlainDigits(text);
  let result = "";
  let from = 0;
  for (const { 0: found, index } of plain.matchAll(pattern)) {
    if (!isMeant(found)) continue;
    result += text.slice(from, index) + masked;
    from = index + found.length;
  }
  return result + text.slice(from);
}

function isCard(found: string): boolean {
  const digits = found.replaceAll(/\D/g, "");
  // The first digit tells the industry: 2 to 6 are those of payment.
  return /^[2-6]/.test(digits) && isLuhn(digits);
}

const DATE = /^(?:\d{4}([-.]) ?\d{1,2}\1 ?\d{1,2}|\d{1,2}([-.]) ?\d{1,2}\2 ?\d{4})$/;
const DOTTED_NUMBER = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** An international or national number of 7 to 15 digits: with its sign, grouped, or ten or eleven digits on end. */
function isPhone(found: string): boolean {
  const text = found.trim();
  const digits = text.replaceAll(/\D/g, "").length;
  if (DATE.test(text) || DOTTED_NUMBER.test(text)) return false;
  if (text.startsWith("+")) return digits >= 7;
  if (/^\(?0/.test(text)) return digits >= 9;
  const isGrouped = /^\(?\d{1,4}(?:[ ().\u2010-\u2013-]+\d{2,4})+$/.test(text);
  if (isGrouped) return digits >= 7;
  // Ten digits that begin with 1 are no number of the North American plan, but the seconds of a date.
  return digits === 11 || /^[2-9]\d{9}$/.test(text);
}
