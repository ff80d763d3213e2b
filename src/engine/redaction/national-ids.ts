import {
  isAadhaar,
  isChineseId,
  isCpf,
  isFrenchId,
  isGermanTaxId,
  isMyNumber,
  isSnils,
  isSpanishId,
  isTurkishId,
} from "./check-digits.ts";

interface NationalId {
  readonly name: string;
  /** How the number is written. Digits may be grouped by a space or the usual sign. */
  readonly pattern: RegExp;
  /** Receives the number without spaces and signs. Absent if its form is distinctive enough. */
  readonly isValid?: (text: string) => boolean;
}

/** Not a part of a longer number, such as that of a card. */
const THREE_FOURS = /(?<!\d{4} )\d{4}[- ]?\d{4}[- ]?\d{4}(?! \d{4})/;

/** Personal numbers of the countries in which the languages of digital humans are spoken. */
export const nationalIds: readonly NationalId[] = [
  { name: "social security number (US)", pattern: /(?!000|666|9)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}/ },
  {
    name: "national insurance number (GB)",
    pattern: /(?![DFIQUV])[A-Z](?![DFIQUVO])[A-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]/i,
  },
  {
    name: "DNI or NIE (ES)",
    pattern: /(?:(?:\d{8}|[XYZ]-?\d{7})-?|(?:\d{1,2}|[XYZ]-?\d)\.\d{3}\.\d{3}[ -]?)[A-Z]/i,
    isValid: isSpanishId,
  },
  { name: "CPF (BR)", pattern: /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/, isValid: isCpf },
  { name: "CURP (MX)", pattern: /[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d/i },
  {
    name: "numéro de sécurité sociale (FR)",
    pattern: /[12] ?\d{2} ?\d{2} ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/i,
    isValid: isFrenchId,
  },
  { name: "Steuer-ID (DE)", pattern: /\d{2} ?\d{3} ?\d{3} ?\d{3}/, isValid: isGermanTaxId },
  { name: "T.C. kimlik (TR)", pattern: /\d{11}/, isValid: isTurkishId },
  { name: "СНИЛС (RU)", pattern: /\d{3}-?\d{3}-?\d{3}[- ]?\d{2}/, isValid: isSnils },
  { name: "居民身份证 (CN)", pattern: /\d{17}[\dX]/i, isValid: isChineseId },
  { name: "身份證 (HK)", pattern: /[A-Z]{1,2}\d{6}\([\dA]\)/i },
  { name: "マイナンバー (JP)", pattern: THREE_FOURS, isValid: isMyNumber },
  { name: "Aadhaar (IN)", pattern: THREE_FOURS, isValid: isAadhaar },
  { name: "PAN (IN)", pattern: /[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]/i },
  { name: "رقم الهوية الإماراتية (AE)", pattern: /784-?\d{4}-?\d{7}-?\d/ },
];
