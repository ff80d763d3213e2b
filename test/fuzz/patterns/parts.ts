/** A regular expression taken apart, as far as crafting texts for it needs. */

export type Part =
  /** One character. `members` are some of those that match, from all classes that the pattern names. */
  | { readonly kind: "set"; readonly members: readonly string[] }
  | { readonly kind: "sequence"; readonly items: readonly Part[] }
  | { readonly kind: "choice"; readonly options: readonly Part[] }
  | { readonly kind: "repeat"; readonly item: Part; readonly min: number; readonly max: number }
  /** Something that takes no character: an edge, or a look-around. */
  | { readonly kind: "nothing"; readonly item?: Part };

/** Characters of every class that patterns name. */
const CHARACTERS = [
  ..."aAzZeExX059 \t\n\r.,;:!?-–—_'’\"/\\@#$%&*+=()[]{}<>|~^`",
  ..."éßıſñЖяअ中ー、。あق٣５€₹\u00a0\u00ad\u200b\u202e\u2028\0\x1b",
  "😀",
];
const MEMBERS = 4;

const GROUP = /^\(\?(?:<?[=!]|:|<\w+>|[a-z]*(?:-[a-z]+)?:)/;
const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<\w+>|.)/s;
const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/;
const EDGES = ["^", "$", "\\b", "\\B"];

/** Takes a pattern of JavaScript apart. */
export function partsOf({ source, flags }: RegExp): Part {
  const own = flags.replaceAll(/[gymd]/g, "");
  let at = 0;
  const whole = choice();
  if (at !== source.length) throw new Error(`/${source}/ could not be read at ${at}`);
  return whole;

  function choice(): Part {
    const options = [sequence()];
    while (source[at] === "|") {
      at++;
      options.push(sequence());
    }
    return options.length === 1 ? (options[0] as Part) : { kind: "choice", options };
  }

  function sequence(): Part {
    const items: Part[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") items.push(repeated(atom()));
    return { kind: "sequence", items };
  }

  function repeated(item: Part): Part {
    const [sign, min, comma, max] = QUANTIFIER.exec(source.slice(at, at + 20)) ?? [];
    if (!sign) return item;
    at += sign.length;
    if (min !== undefined)
      return { kind: "repeat", item, min: Number(min), max: comma ? Number(max || Infinity) : Number(min) };
    return { kind: "repeat", item, min: sign[0] === "+" ? 1 : 0, max: sign[0] === "?" ? 1 : Infinity };
  }

  function atom(): Part {
    const edge = EDGES.find((sign) => source.startsWith(sign, at));
    if (edge) {
      at += edge.length;
      return { kind: "nothing" };
    }
    if (source[at] === "(") {
      const [opening] = GROUP.exec(source.slice(at, at + 40)) ?? ["("];
      at += opening.length;
      const item = choice();
      if (source[at] !== ")") throw new Error(`/${source}/ has an open group at ${at}`);
      at++;
      return /^\(\?<?[=!]/.test(opening) ? { kind: "nothing", item } : item;
    }
    if (source[at] === "[") return members(set());
    const [escaped] = ESCAPE.exec(source.slice(at, at + 40)) ?? [];
    if (escaped && /^\\(?:[1-9]|k<)/.test(escaped)) {
      at += escaped.length;
      return { kind: "nothing" };
    }
    const one = escaped ?? String.fromCodePoint(source.codePointAt(at) ?? 0);
    at += one.length;
    return members(one);
  }

  function set(): string {
    const from = at;
    for (at++; source[at] !== "]"; at++) if (source[at] === "\\") at++;
    at++;
    return source.slice(from, at);
  }

  function members(one: string): Part {
    const test = new RegExp(`^${one}$`, own);
    const literal = [...one].length === 1 && one !== "." ? [one] : [];
    const written = [...one].filter((character) => test.test(character));
    const found = new Set([
      ...literal,
      ...written,
      ...CHARACTERS.filter((character) => test.test(character)),
    ]);
    // A character that is written by its number.
    if (found.size === 0 && one.startsWith("\\")) found.add(JSON.parse(`"${asJson(one)}"`));
    return { kind: "set", members: spread([...found], MEMBERS) };
  }
}

const asJson = (escaped: string) => {
  const hex = /^\\(?:x|u\{?)([0-9a-fA-F]+)\}?$/.exec(escaped)?.[1];
  return hex ? `\\u${hex.padStart(4, "0").slice(-4)}` : "x";
};

/** Some of the values, from all over the list. */
export function spread<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values];
  return Array.from(
    { length: count },
    (_, at) => values[Math.floor((at * (values.length - 1)) / (count - 1))] as T,
  );
}
