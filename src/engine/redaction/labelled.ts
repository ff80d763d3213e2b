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

const MONTH = "\\p{L}{3,10}\\.?";
const DAY = "\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?";
const DATE = `(?:\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2} ?[./-] ?\\d{1,2} ?[./-] ?\\d{2,4}|(?:the )?${DAY}(?: of| de)? ${MONTH},?(?: of| de| del)? \\d{4}|${MONTH} ${DAY},? \\d{4})`;
const BORN =
  "\\b(?:born(?: on)?|date of birth(?: is)?|birthday is|birth date(?: is)?|dob|geboren am|bin am|geburtsdatum(?: ist)?(?: der)?|nac[ií](?: el)?|fecha de nacimiento(?: es)?(?: el)?|née?(?: le)?|date de naissance(?: est)?(?: le)?):? ";

const LIVES =
  "\\b(?:I live (?:at|on|in)|my (?:home |postal |delivery |billing )?address is|deliver (?:it )?to|ich wohne (?:in|an|am)(?: der| dem)?|(?:meine|die) (?:liefer|rechnungs)?adresse (?:ist|lautet)|vivo en|mi direcci[oó]n es|j['’]habite(?: au| à)?|mon adresse est):? ";
/** Up to the end of the clause, if there is a number in it. */
const PLACE =
  "(?=[^.;!?\\n]{0,60}\\d)[^.;!?\\n]{3,80}?(?=[.;!?\\n]|$| (?:and (?:I|my)|und (?:ich|mein)|y (?:mi|me|quiero)|et (?:je|mon))\\b)";

const LABELLED: readonly Labelled[] = [
  { kind: "date_of_birth", pattern: new RegExp(`(${BORN})${DATE}`, "giu") },
  { kind: "address", pattern: new RegExp(`(${LIVES})${PLACE}`, "giu") },
  { kind: "person_name", pattern: new RegExp(`(${NAMED})${NAME}`, "gu") },
];

/** The text, with announced data masked. */
export function redactLabelled(text: string, masks: Readonly<Record<Labelled["kind"], string>>): string {
  return LABELLED.reduce(
    (redacted, { kind, pattern }) => redacted.replace(pattern, `$1${masks[kind]}`),
    text,
  );
}
