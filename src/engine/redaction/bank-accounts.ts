import { isIban } from "./check-digits.ts";

/** How many characters an account number (IBAN) has in each country: the registry of ISO 13616. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 " +
    "FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 " +
    "LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 " +
    "RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const BEGINNING = /(?<![\p{L}\p{N}_])([A-Z]{2})[ -]?[0-9]{2}/giu;
/** The longest number, with a sign after each character. */
const LONGEST = 2 * 33;

/** Where the account numbers of a text are. The country says how long a number is, whatever follows it. */
export function bankAccounts(text: string): { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(BEGINNING), ({ 1: country = "", index: start }) => {
    const length = LENGTHS.get(country.toUpperCase());
    const account = length && written(text.slice(start, start + LONGEST), length);
    if (!account || !isIban(account.number)) return [];
    const end = start + account.size;
    return /^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2)) ? [] : [{ start, end }];
  }).flat();
}

/** The first letters and digits of a text, and how much of it they take with the signs between them. */
function written(text: string, length: number): { number: string; size: number } | undefined {
  let number = "";
  for (let at = 0, gap = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (/[A-Z0-9]/i.test(character)) {
      number += character;
      gap = 0;
    } else if (!/[ .-]/.test(character) || ++gap > 1) return undefined;
    if (number.length === length) return { number, size: at + 1 };
  }
  return undefined;
}
