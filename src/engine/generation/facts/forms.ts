/** How numbers of orders, policies, and the like look, as texts show: "References look like MR-20815". */

const LINES = 5_000;
const LONGEST_LINE = 500;
/** Letters and digits, in up to four parts. */
const CODE =
  /(?<![\p{L}\p{N}#-])#?(?=[A-Z\d-]{0,20}\d)[A-Z]{0,6}\d{0,12}(?:[-/][A-Z\d]{1,12}){0,3}(?![\p{L}\p{N}])/gu;
const SHOWN =
  /\b(?:e\.g\.?|i\.e\.?|for example|for instance|such as|like|looks? like|form(?:at)?(?: of| is)?|starts? with|example)\b/i;
const DIGITS =
  /\b(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[- ](digits?|letters?|characters?)\b/i;
/** "References look like …": a sentence about a form names nothing that exists. */
export const ABOUT_FORM =
  /\b(?:looks? like|form(?:at)?(?: of| is)?|e\.g|for example|for instance|such as|start(?:s|ing)? with|begin(?:s|ning)? with|[- ]digits?)\b/i;

/**
 * The form of what a parameter takes: an example of it, or else its length ("8 digits").
 * @param names what texts may call it, the most exact first
 */
export function formOf(names: readonly string[], description: string, text: string): string | undefined {
  const own = exampleIn(description) ?? lengthIn(description);
  if (own !== undefined) return own;
  const lines = text.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u, LINES).map((line) => line.slice(0, LONGEST_LINE));
  for (const name of names) {
    const about = lines.filter((line) => line.toLowerCase().includes(name));
    for (const read of [exampleIn, lengthIn])
      for (const line of about) {
        const form = read(line);
        if (form !== undefined) return form;
      }
  }
  return undefined;
}

function exampleIn(line: string): string | undefined {
  const codes = (line.slice(0, LONGEST_LINE).match(CODE) ?? []).filter((code) => /\d/.test(code));
  const shown = SHOWN.exec(line)?.index;
  return codes.find((code) => {
    const isMixed = /[A-Z#]/.test(code) && /\d{2}/.test(code);
    return isMixed || (shown !== undefined && /^\d{4,}$/.test(code) && line.lastIndexOf(code) > shown);
  });
}

function lengthIn(line: string): string | undefined {
  const [, count, unit] = DIGITS.exec(line.slice(0, LONGEST_LINE)) ?? [];
  return count === undefined || unit === undefined
    ? undefined
    : `${count.toLowerCase()} ${unit.toLowerCase().replace(/s?$/, "s")}`;
}
