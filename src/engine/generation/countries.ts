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

/** A block of a thousand numbers for each digit. */
const thousands = (block: (thousand: number) => string) => Array.from({ length: 10 }, (_, at) => block(at));

const UNITED_STATES: Country = {
  name: "United States",
  money: "dollars",
  // Every area code keeps 555-0100 to 555-0199 free.
  numbers: Array.from({ length: 500 }, (_, area) => `+1 ${415 + area} 555 01##`),
  sign: /(?<!\+)\$ ?\d|\bUSD\b|\bU\.?S\.?A\b|\bZIP\b|\bzip ?codes?\b|\+1[ (-]|\(\d{3}\) ?\d{3}-\d{4}/g,
};

const COUNTRIES: readonly Country[] = [
  {
    name: "Australia",
    money: "dollars",
    // ACMA, "Phone numbers for use in TV shows, films and creative works": Sydney.
    numbers: thousands((thousand) => `(02) 5550 ${thousand}###`),
    sign: /\bA\$ ?\d|\bAUD\b|\bAustralian?\b|\+61|(?<![\d+])04\d\d ?\d{3} ?\d{3}(?!\d)|\b(?:NSW|QLD|VIC|TAS) \d{4}\b/g,
  },
  {
    name: "Canada",
    money: "dollars",
    // As in the United States, in the area codes of Toronto, Quebec, Manitoba, Alberta, and British Columbia.
    numbers: [289, 367, 204, 403, 250].map((area) => `+1 ${area} 555 01##`),
    sign: /\bC(?:A|AD)?\$ ?\d|\bCAD\b|\bCanad(?:a|ian)\b|\b[A-Z]\d[A-Z] \d[A-Z]\d\b/g,
  },
  {
    name: "Ireland",
    money: "euros",
    // ComReg, National Numbering Conventions: for drama.
    numbers: thousands((thousand) => `020 910 ${thousand}###`),
    sign: /\b(?<!Northern )Ireland\b|\+353|\bEircodes?\b|(?<![\d+])08[35-9] ?\d{3} ?\d{4}(?!\d)/g,
  },
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
