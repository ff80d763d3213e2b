/**
 * Numbers that a double cannot represent exactly: large ids, long fractions, huge exponents. Their digits are
 * kept from the answer to the output.
 */

/** Acts as a number in arithmetic, and as its digits in text. */
export class ExactNumber extends Number {
  readonly #digits: string;

  constructor(digits: string) {
    super(digits);
    this.#digits = digits;
  }

  override toString(): string {
    return this.#digits;
  }
}

/** A string, which is skipped, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Like JSON.parse, but numbers that a double would change become ExactNumbers. */
export function parseExactly(text: string): unknown {
  // A mark that cannot occur in the text.
  const mark = `number ${crypto.randomUUID()} `;
  let has_exact = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || isExact(token)) return token;
    has_exact = true;
    return `"${mark}${token}"`;
  });
  // The plain parser decides whether it is JSON at all.
  const value: unknown = JSON.parse(text);
  if (!has_exact) return value;
  return JSON.parse(marked, (_, item) =>
    typeof item === "string" && item.startsWith(mark) ? new ExactNumber(item.slice(mark.length)) : item,
  );
}

/** Like JSON.stringify, but an ExactNumber is written with its digits. */
export function stringifyExactly(value: unknown, indent?: number): string {
  const mark = `number ${crypto.randomUUID()} `;
  return (
    JSON.stringify(value, (_, item) => (item instanceof ExactNumber ? `${mark}${item}` : item), indent) ??
    "null"
  ).replace(new RegExp(`"${mark}([^"]*)"`, "g"), "$1");
}

const isExact = (written: string) => plain(written) === plain(String(Number(written)));

/**
 * The digits without leading and trailing zeros, and the power of ten of the last one. Equal for equal
 * values.
 */
function plain(written: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/(?<!0)0+$/, "");
  if (significant === "") return written.includes("Infinity") ? written : "0";
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
}
