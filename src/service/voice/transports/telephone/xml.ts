/** The elements of a small XML document, read in one pass from left to right. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: Element | null;
  /** The names of the elements around it. */
  readonly inside: readonly string[];
  /** Its own text, without that of elements inside it. */
  text: string;
}

const CHARACTERS_MAXIMUM = 64 * 1024;
const ELEMENTS_MAXIMUM = 1000;
const DEPTH_MAXIMUM = 32;
const ATTRIBUTES_MAXIMUM = 50;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const TAG_NAME = /[\w:.-]{1,100}/y;
const ATTRIBUTE = /\s{1,1000}([\w:.-]{1,100})\s{0,1000}=\s{0,1000}(?:"([^"<]{0,10000})"|'([^'<]{0,10000})')/y;
const TAG_END = /\s{0,1000}(\/?)>/y;

/**
 * The elements in the order in which they begin. Empty if the document is larger than 64 KiB, nests too deeply, has too
 * many elements, or is not well-formed. A document type, which could define entities, is not read.
 */
export function elementsIn(xml: string): Element[] {
  if (xml.length > CHARACTERS_MAXIMUM) return [];
  const elements: Element[] = [];
  const open: Element[] = [];
  const addText = (text: string) => {
    const last = open.at(-1);
    if (last) last.text += text;
  };
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf("<", at);
    if (next < 0) break;
    if (next > at) addText(unescaped(xml.slice(at, next)));
    const skipped = SKIPPED.find(({ begins }) => xml.startsWith(begins, next));
    if (skipped) {
      const end = xml.indexOf(skipped.ends, next + skipped.begins.length);
      if (end < 0) return [];
      if (skipped.isText) addText(xml.slice(next + skipped.begins.length, end));
      at = end + skipped.ends.length;
      continue;
    }
    const isEnd = xml[next + 1] === "/";
    const [name] = match(TAG_NAME, xml, next + (isEnd ? 2 : 1)) ?? [];
    if (name === undefined) return [];
    at = next + (isEnd ? 2 : 1) + name.length;
    const attributes: Record<string, string> = Object.create(null);
    for (let count = 0; !isEnd; count++) {
      const attribute = match(ATTRIBUTE, xml, at);
      if (!attribute) break;
      const [whole, key = "", double, single] = attribute;
      if (count >= ATTRIBUTES_MAXIMUM || key in attributes) return [];
      attributes[key] = unescaped(double ?? single ?? "");
      at += whole.length;
    }
    const ends = match(TAG_END, xml, at);
    if (!ends) return [];
    at += ends[0].length;
    if (isEnd) {
      if (open.pop()?.name !== name) return [];
      continue;
    }
    const inside = open.map((one) => one.name);
    const element = { name, attributes: { ...attributes }, parent: open.at(-1) ?? null, inside, text: "" };
    elements.push(element);
    if (elements.length > ELEMENTS_MAXIMUM || open.length >= DEPTH_MAXIMUM) return [];
    if (ends[1] === "") open.push(element);
  }
  return open.length === 0 ? elements : [];
}

/** Parts without elements. */
const SKIPPED = [
  { begins: "<!--", ends: "-->", isText: false },
  { begins: "<![CDATA[", ends: "]]>", isText: true },
  { begins: "<?", ends: "?>", isText: false },
];

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Text with the five entities that XML has, and characters by number. Others stay as they are. */
const unescaped = (text: string) =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
