import type { TokenContent } from "./tokens.ts";

/** What was read at an offset, and the offset after it. */
export interface Lexed {
  content: TokenContent;
  end: number;
}

const ESCAPES: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** A string in double quotes, with the escapes of JSON. It must end on the line on which it starts. */
export function lexString(source: string, start: number): Lexed {
  let value = "";
  let bad: { message: string; at: number } | undefined;
  let at = start + 1;
  for (;;) {
    const character = source.charAt(at);
    if (character === '"') break;
    if (character === "" || character === "\n") return unclosed(source, start, "string", '"');
    if (character !== "\\") {
      value += character;
      at += 1;
      continue;
    }
    const escaped = readEscape(source, at);
    bad ??= escaped.value === undefined ? { message: badEscape(source, at), at } : undefined;
    value += escaped.value ?? "";
    at = escaped.end;
  }
  return { content: bad ? { kind: "invalid", ...bad } : { kind: "string", value }, end: at + 1 };
}

/** A pattern between slashes, and its flags. A slash inside a class (`[/]`) or after `\` doesn't close it. */
export function lexRegex(source: string, start: number): Lexed {
  let inClass = false;
  let at = start + 1;
  for (;;) {
    const character = source.charAt(at);
    if (character === "/" && !inClass) break;
    if (character === "" || character === "\n") return unclosed(source, start, "pattern", "/");
    if (character === "[") inClass = true;
    if (character === "]") inClass = false;
    at += character === "\\" && source.charAt(at + 1) !== "\n" ? 2 : 1;
  }
  let end = at + 1;
  while (/[A-Za-z]/.test(source.charAt(end))) end += 1;
  return {
    content: { kind: "regex", source: source.slice(start + 1, at), flags: source.slice(at + 1, end) },
    end,
  };
}

function readEscape(source: string, at: number): { value: string | undefined; end: number } {
  const letter = source.charAt(at + 1);
  const digits = source.slice(at + 2, at + 6);
  if (letter === "u" && /^[0-9A-Fa-f]{4}$/.test(digits)) {
    return { value: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 6 };
  }
  // After a backslash at the end of a line, the caller must still see the end of the line.
  if (letter === "" || letter === "\n") return { value: undefined, end: at + 1 };
  return { value: Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined, end: at + 2 };
}

function badEscape(source: string, at: number): string {
  const letter = source.charAt(at + 1);
  return `\`\\${letter}\` is not a valid escape; for a backslash write \`\\\\${letter}\``;
}

function unclosed(source: string, start: number, what: string, closing: string): Lexed {
  const newline = source.indexOf("\n", start);
  const end = newline === -1 ? source.length : newline;
  return {
    content: {
      kind: "invalid",
      message: `this ${what} is not closed with \`${closing}\` on its line`,
      at: start,
    },
    end,
  };
}
