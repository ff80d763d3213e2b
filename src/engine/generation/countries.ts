/** What a country gives its people: a telephone number that nobody has, its name, and its money. */

export interface Country {
  readonly name: string;
  /** As the language of the field says a sum of it. */
  readonly money: string;
  /** Blocks of numbers that the country keeps free for fiction, with `#` for each digit that varies. */
  readonly numbers: readonly string[];
  /** What an agent's texts say where people have such numbers. */
  readonly sign: RegExp;
}

const UNITED_STATES: Country = {
  name: "United States",
  money: "dollars",
  // Every area code keeps 555-0100 to 555-0199 free.
  numbers: Array.from({ length: 500 }, (_, area) => `+1 ${415 + area} 555 01##`),
  sign: /(?<!\+)\$ ?\d|\bUSD\b|\bU\.?S\.?A\b|\bZIP\b|\bzip ?codes?\b|\+1[ (-]|\(\d{3}\) ?\d{3}-\d{4}/g,
};

const COUNTRIES: readonly Country[] = [
  {
    name: "United Kingdom",
    money: "pounds",
    // Ofcom, "Telephone numbers for use in TV and radio drama programmes": mobile, and London.
    numbers: ["07700 900###", "020 7946 0###"],
    sign: /£|\bGBP\b|\bU\.?K\b|\bUnited Kingdom\b|\+44|(?<![\d+])0(?:7\d{3} ?\d{3} ?\d{3}|1\d{2,3} \d{3} \d{3,4}|20 \d{4} \d{4})(?!\d)|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/g,
  },
  {
    name: "France",
    money: "euros",
    // ARCEP, decision 2018-0881: numbers for audiovisual works.
    numbers: ["06 39 98 ## ##"],
    sign: /\bFrance\b|\+33|(?<![\d+])0[1-9](?: \d\d){4}(?! ?\d)/g,
  },
  {
    name: "Germany",
    money: "euros",
    // Bundesnetzagentur, "Rufnummern für Medienproduktionen": mobile, and Berlin.
    numbers: ["0171 39200##", "030 23125###"],
    sign: /\bGermany\b|\bDeutschland\b|\+49|\bPLZ\b|\bPostleitzahl\b/g,
  },
  UNITED_STATES,
];

const LONGEST_TEXT = 50_000;

/** The country that texts show most often. The United States if they show none, or two alike. */
export function countryOf(text: string): Country {
  const signs = COUNTRIES.map((country) => ({
    country,
    count: [...text.slice(0, LONGEST_TEXT).matchAll(country.sign)].length,
  })).sort((one, other) => other.count - one.count);
  const [first, second] = signs;
  return first === undefined || first.count === 0 || first.count === second?.count
    ? UNITED_STATES
    : first.country;
}

/**
 * The telephone number of a place among all callers. Who finds none left in one country has one of the United States.
 * @param inBlock the places of a block in the order in which they are given out
 */
export function phoneAt(
  place: number,
  country: Country,
  inBlock: (count: number) => readonly number[],
): string {
  const blocks = [...country.numbers, ...UNITED_STATES.numbers];
  let left = place;
  for (const block of blocks) {
    const digits = block.match(/#/g)?.length ?? 0;
    const count = 10 ** digits;
    if (left < count) return filled(block, String(inBlock(count)[left]).padStart(digits, "0"));
    left -= count;
  }
  return filled(blocks.at(-1) ?? "", "00");
}

function filled(block: string, digits: string): string {
  const left = [...digits];
  return block.replace(/#/g, () => left.shift() ?? "");
}
