/** Number words from 0 to 99 in English, German, Spanish and French. */

const list = (text: string) => text.split(" ");

/** Words for 0 to 19 in order, followed by synonyms. */
const UNITS: readonly string[][] = [
  list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  list(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
  ),
  list(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
  ),
  list(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
  ),
];
const OTHERS: Readonly<Record<string, string>> = {
  oh: "0",
  o: "0",
  zwo: "2",
  ein: "1",
  une: "1",
  un: "1",
  una: "1",
  zeroes: "0",
  dieciseis: "16",
  zwoelf: "12",
  fuenf: "5",
  fuenfzehn: "15",
};
/** Words for 20, 30 … 90. */
const TENS: readonly string[][] = [
  list("twenty thirty forty fifty sixty seventy eighty ninety"),
  list("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"),
  list("veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa"),
  list("vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix"),
];

/** In the order of `UNITS` and `TENS`. */
export const LANGUAGES_WITH_NUMBERS = ["en", "de", "es", "fr"] as const;
const ONLY_IN: Readonly<Record<string, (typeof LANGUAGES_WITH_NUMBERS)[number]>> = {
  oh: "en",
  o: "en",
  zeroes: "en",
  zwo: "de",
  ein: "de",
  zwoelf: "de",
  fuenf: "de",
  fuenfzehn: "de",
  une: "fr",
  un: "fr",
  una: "es",
  dieciseis: "es",
};

/** English words from zero to nineteen, and for the tens. */
export const ENGLISH_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...(UNITS[0] ?? []).map((word, value): [string, number] => [word, value]),
  ...(TENS[0] ?? []).map((word, place): [string, number] => [word, (place + 2) * 10]),
]);

/** The number words of a language from 0 to 99, in figures. Undefined for languages that have none here. */
export function numberWords(language: string): ReadonlyMap<string, string> | undefined {
  const at = (LANGUAGES_WITH_NUMBERS as readonly string[]).indexOf(language);
  if (at < 0) return undefined;
  return new Map([
    ...(UNITS[at] ?? []).map((word, value): [string, string] => [word, String(value)]),
    ...(TENS[at] ?? []).map((word, place): [string, string] => [word, String((place + 2) * 10)]),
    ...Object.entries(OTHERS).filter(([word]) => ONLY_IN[word] === language),
    ...(compounds()[language] ?? []),
  ]);
}

function compounds(): Readonly<Record<string, [string, string][]>> {
  const german = TENS[1]?.flatMap((tens, at) =>
    list("ein zwei drei vier fünf sechs sieben acht neun").map((unit, one): [string, string] => [
      `${unit}und${tens}`,
      String((at + 2) * 10 + one + 1),
    ]),
  );
  const spanish = list("uno dós trés cuatro cinco séis siete ocho nueve").map(
    (unit, one): [string, string] => [`veinti${unit}`, String(21 + one)],
  );
  const french = TENS[3]?.flatMap((tens, at) => {
    const base = [20, 30, 40, 50, 60, 60, 80, 80][at] ?? 0;
    const plus = tens.endsWith("dix") ? 10 : 0;
    return list("un deux trois quatre cinq six sept huit neuf").map((unit, one): [string, string] => {
      const word = plus ? tens.replace(/dix$/, UNITS[3]?.[11 + one] ?? "") : `${tens}-${unit}`;
      return [word, String(base + plus + one + 1)];
    });
  });
  return { de: german ?? [], es: spanish, fr: [...(french ?? []), ["quatre-vingts", "80"]] };
}
