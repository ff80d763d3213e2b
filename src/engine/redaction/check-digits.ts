/**
 * Checksums that distinguish registered numbers from other digits. Spaces and signs must be removed first.
 */

const digitsOf = (text: string) => Array.from(text, Number);
const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);

/** ISO/IEC 7812-1, payment cards: every second digit from the right is doubled. */
export function isLuhn(text: string): boolean {
  const sum = digitsOf(text).reduceRight((total, digit, at) => {
    const doubled = (text.length - at) % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Brazil, CPF: two digits modulo 11. A number of eleven equal digits is invalid. */
export function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || new Set(digits).size === 1) return false;
  return [9, 10].every((place) => {
    const sum = weighted(
      digits,
      Array.from({ length: place }, (_, at) => place + 1 - at),
    );
    return ((sum * 10) % 11) % 10 === digits[place];
  });
}

/** China, GB 11643 (ISO 7064 MOD 11-2). The last character may be X. */
export function isChineseId(text: string): boolean {
  const sum = weighted(digitsOf(text.slice(0, 17)), [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return "10X98765432"[sum % 11] === text[17]?.toUpperCase();
}

/** Türkiye, T.C. kimlik numarası. */
export function isTurkishId(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const tenth = (weighted(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]) + 100) % 10;
  const eleventh = weighted(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10;
  return digits[9] === tenth && digits[10] === eleventh;
}

/** Germany, steuerliche Identifikationsnummer (ISO 7064 MOD 11,10). */
export function isGermanTaxId(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const product = digits.slice(0, 10).reduce((rest, digit) => {
    const sum = (digit + rest) % 10 || 10;
    return (sum * 2) % 11;
  }, 10);
  return (11 - product) % 10 === digits[10];
}

/** Spain, DNI and NIE: the letter is the number modulo 23. */
export function isSpanishId(text: string): boolean {
  const number = Number(
    text.slice(0, -1).toUpperCase().replace("X", "0").replace("Y", "1").replace("Z", "2"),
  );
  return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23] === text.at(-1)?.toUpperCase();
}

/**
 * France, numéro de sécurité sociale: the key is 97 minus the remainder modulo 97. Corsica's 2A and 2B count
 * as 19 and 18.
 */
export function isFrenchId(text: string): boolean {
  const number = text.slice(0, 13).toUpperCase().replace("2A", "19").replace("2B", "18");
  return 97 - Number(BigInt(number) % 97n) === Number(text.slice(13));
}

const VERHOEFF_PRODUCT = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const VERHOEFF_PERMUTATION = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** India, Aadhaar: Verhoeff's check digit; never begins with 0 or 1. */
export function isAadhaar(text: string): boolean {
  if (text.length !== 12 || /^[01]/.test(text)) return false;
  const rest = digitsOf(text)
    .reverse()
    .reduce(
      (sum, digit, at) => Number(VERHOEFF_PRODUCT[sum]?.[Number(VERHOEFF_PERMUTATION[at % 8]?.[digit])]),
      0,
    );
  return rest === 0;
}

/** Russia, СНИЛС: the check number is the weighted sum modulo 101. 100 counts as 0. */
export function isSnils(text: string): boolean {
  const sum = weighted(digitsOf(text), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
  return (sum % 101) % 100 === Number(text.slice(9));
}

/** Japan, マイナンバー: a digit modulo 11. */
export function isMyNumber(text: string): boolean {
  const digits = digitsOf(text);
  const rest = weighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return digits.length === 12 && (rest <= 1 ? 0 : 11 - rest) === digits[11];
}

/** ISO 13616, bank accounts: letters count as two digits, and the remainder modulo 97 is 1. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/i.test(text)) return false;
  const moved = (text.slice(4) + text.slice(0, 4)).toUpperCase();
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
