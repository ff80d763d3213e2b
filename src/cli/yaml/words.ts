/** Translates the parser's errors into the words of the author of a document. */

const INDENTED = "indented differently from the lines that it belongs to";
const BEHIND =
  "this comes after the end of a value; text that contains quotes or brackets must be quoted as a whole";

const COLON = 'text with ": " in it needs quotes';
/** A line that does not begin a key, because it is indented like the continuation of a text. */
const CONTINUED = `this line continues the text above it: a key must be indented less, and ${COLON}`;

const WORDS: ReadonlyMap<string, string> = new Map([
  [
    "deficient indentation",
    "not indented enough to belong to what is open above; is a closing quote or bracket missing?",
  ],
  ["bad indentation of a sequence entry", INDENTED],
  [
    "can not read a block mapping entry; a multiline key may not be an implicit key",
    'the key above has no value: ": " is missing',
  ],
  [
    "end of the stream or a document separator is expected",
    'this does not belong to anything above it: a list next to keys, a missing ": ", or an extra bracket',
  ],
  ["the stream contains non-printable characters", "a control character, which YAML does not allow"],
  [
    "cannot merge mappings; the provided source object is unacceptable",
    "<< takes the fields of a map, or of a list of maps",
  ],
]);

const UNCLOSED = /^unexpected end of the (?:stream|document) within a (?:(double|single) quoted scalar|flow)/;

/** Characters that cannot begin or continue a plain text. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  [":", COLON],
  ["-", "a list must begin on its own line"],
  ["@", "text that begins with @ needs quotes"],
  ["`", "text that begins with ` needs quotes"],
  ["%", "text that begins with % needs quotes"],
]);

export function inWords(reason: string, text: string, offset: number): string {
  if (reason.startsWith("nesting exceeded")) return "nested too deeply";
  const [unclosed, quotes] = UNCLOSED.exec(reason) ?? [];
  if (unclosed) return `the text ends here: a closing ${quotes ? `${quotes} quote` : "bracket"} is missing`;
  if (reason !== "bad indentation of a mapping entry") return WORDS.get(reason) ?? reason;
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  if (text.charAt(offset) === ":" && before.trim() !== "" && !/:\s|^\s*- /.test(before)) return CONTINUED;
  return before.trim() === "" ? INDENTED : (SIGNS.get(text.charAt(offset)) ?? BEHIND);
}
