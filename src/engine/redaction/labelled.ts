/**
 * What a person says about themselves after words that announce it: name, address, date of birth. It is found
 * only after such words, and only in English, German, Spanish, and French.
 */

interface Labelled {
  readonly kind: "person_name" | "address" | "date_of_birth";
  /** The first group is kept. The rest is masked. */
  readonly pattern: RegExp;
}

const CAPITALIZED =
  "\\p{Lu}[\\p{L}'’-]*(?:(?: (?:de|del|la|von|van|der|le|du|bin|al|di|da|dos))* (?:\\p{Lu}[\\p{L}'’-]+|\\p{Lu}\\.)){0,3}";
/**
 * Two lower-case words without another meaning, because speech recognition may write names without capitals.
 */
const SMALL =
  "(?!(?:not|on|the|a|an|in|at|correct|wrong|right|spelled|listed|under|missing|falsch|nicht|richtig|auf|mal|incorrecto|correcto|el|la|en|mal|pas|le|un|une|sur)\\b)\\p{Ll}[\\p{L}'’-]+(?: (?!(?:and|i|my|is|und|ich|mein|y|mi|et|je|mon|from|calling|with|von|aus|desde|de|about|because)\\b)\\p{Ll}[\\p{L}'’-]+)?";
const NAME = `(?:${CAPITALIZED}|${SMALL})`;
const NAMED =
  "\\b(?:[Mm]y (?:full |last |first |sur)?name(?: is|['’]s)|[Mm]ein(?: voller)? (?:Name|Vorname|Nachname) ist|[Ii]ch heiße|[Mm]e llamo|[Mm]i (?:nombre|apellido)(?: completo)? es|[Jj]e m['’]appelle|[Mm]on (?:nom|prénom) est):? ";

/** After these words, only something that looks like a full name is one: "I'm Priya Raman", but "I'm German". */
const IS =
  "\\b(?:I['’]m|I am|[Ss]oy|[Jj]e suis) (?:(?:Mrs?|Ms|Miss|Dr)\\.? )?(?=\\p{Lu}[\\p{L}'’-]{0,40} (?:(?:de|del|la|von|van|der|le|du|bin|al|di|da|dos) ){0,3}\\p{Lu})";
const SPEAKS = "\\b(?:[Hh]ier spricht|[Ll]e habla) (?:(?:Herr|Frau|Dr\\.|Doktor|[Ss]eñora?) )?";
const THE_NAME = "\\b(?:[Tt]he name(?: is|['’]s)|[Dd]er Name ist) ";
const THIS_IS = "\\b[Tt]his is (?:(?:Mrs?|Ms|Miss|Dr)\\.? )?";
/** Not a name before "speaking": "This is who is calling". */
const NO_NAME =
  "(?!(?:my|your|his|her|our|their|its|who|what|why|how|just|only|still|already|now|so|all|about|really|me|it|he|she|some\\p{L}*|any\\p{L}*|no|die|der|das|ein|eine|ihr|ihre|su|sus|tu)\\b)";
const SPEAKING = "(?= (?:speaking|calling|here)\\b)";

const MONTH = "\\p{L}{3,10}\\.?";
const DAY = "\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?";
const DATE = `(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2} ?[./-] ?\\d{1,2} ?[./-] ?\\d{2,4}|(?:the )?${DAY}(?: of| de)? ${MONTH},?(?: of| de| del)? \\d{4}|${MONTH} ${DAY},? \\d{4})`;
/** What announces a date of birth, and nothing else. */
const BIRTH =
  "\\b(?:born(?: on| in)?|date of birth(?: is|['’]s)?|birthday(?: is|['’]s)|birth date(?: is)?|dob|geboren(?: wurde ich)? am|geburtsdatum(?: ist)?|geburtstag ist):? ";
const BORN =
  "\\b(?:born(?: on)?|date of birth(?: is)?|birthday is|birth date(?: is)?|dob|geboren am|bin am|geburtsdatum(?: ist)?(?: der)?|nac[ií](?: el)?|fecha de nacimiento(?: es)?(?: el)?|née?(?: le)?|date de naissance(?: est)?(?: le)?):? ";

const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|" +
  "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|januar|jänner|februar|märz|mai|juni|juli|oktober|dezember";
const UNITS = "one|two|three|four|five|six|seven|eight|nine";
const TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety";
/** A word of a date in English or German, with one of its parts in figures perhaps. */
const DATE_WORD = [
  MONTHS,
  "hundred|thousand|oh",
  `(?:(?:${TENS})-?)?(?:${UNITS})`,
  `${TENS}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen`,
  "(?:(?:twenty|thirty)-?)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)",
  "tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth",
  "(?:ers|zwei|drit|vier|fünf|sechs|sieb|sieben|ach|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn)ten?",
  "(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|drei(?:ß|ss)ig)sten?",
  "(?:neunzehnhundert|zweitausend)(?:und)?\\p{L}{0,25}",
  "(?:\\p{L}{3,8}und)?(?:zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)",
  "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn",
  "\\d{1,4}(?:st|nd|rd|th|\\.)?",
].join("|");
/** A date with a word for the month or the year: "the third of March nineteen eighty-five". */
const WHOLE_WORD = `(?:${DATE_WORD})(?![\\p{L}\\p{N}-])`;
const DATE_IN_WORDS = `(?:(?:the|der|in) )?${WHOLE_WORD}(?:,? (?:(?:the|of|and|in|der|des) ){0,2}${WHOLE_WORD}){1,11}`;

const LIVES =
  "\\b(?:I live (?:at|on|in)|my (?:home |postal |delivery |billing )?address is|deliver (?:it )?to|ich wohne (?:in|an|am)(?: der| dem)?|(?:meine|die) (?:liefer|rechnungs)?adresse (?:ist|lautet)|vivo en|mi direcci[oó]n es|j['’]habite(?: au| à)?|mon adresse est):? ";
/** Up to the end of the clause, if there is a number in it. */
const PLACE =
  "(?=[^.;!?\\n]{0,60}\\d)[^.;!?\\n]{3,80}?(?=[.;!?\\n]|$| (?:and (?:I|my)|und (?:ich|mein)|y (?:mi|me|quiero)|et (?:je|mon))\\b)";

const LABELLED: readonly Labelled[] = [
  { kind: "date_of_birth", pattern: new RegExp(`(${BORN})${DATE}`, "giu") },
  { kind: "date_of_birth", pattern: new RegExp(`(${BIRTH})${DATE_IN_WORDS}`, "giu") },
  {
    kind: "date_of_birth",
    pattern: new RegExp(`(\\bbin (?:ich )?am )${DATE_IN_WORDS}(?=,? geboren)`, "giu"),
  },
  { kind: "address", pattern: new RegExp(`(${LIVES})${PLACE}`, "giu") },
  { kind: "person_name", pattern: new RegExp(`(${NAMED})${NAME}`, "gu") },
  { kind: "person_name", pattern: new RegExp(`(${IS}|${THE_NAME})${CAPITALIZED}`, "gu") },
  { kind: "person_name", pattern: new RegExp(`(${SPEAKS})${NO_NAME}${NAME}`, "gu") },
  { kind: "person_name", pattern: new RegExp(`(${THIS_IS})${NO_NAME}${NAME}${SPEAKING}`, "gu") },
];

/** The text, with announced data masked. */
export function redactLabelled(text: string, masks: Readonly<Record<Labelled["kind"], string>>): string {
  return LABELLED.reduce(
    (redacted, { kind, pattern }) => redacted.replace(pattern, `$1${masks[kind]}`),
    text,
  );
}
