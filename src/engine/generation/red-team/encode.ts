/** Ways to disguise a text. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = { base64, hex, rot13, reversed };

export function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

export function hex(text: string): string {
  return Buffer.from(text, "utf8").toString("hex");
}

/** Latin letters moved by thirteen places. */
export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

export function reversed(text: string): string {
  return [...text].reverse().join("");
}

/** A line with its `{base64:…}` and similar parts encoded. */
export function withEncodings(line: string): string {
  const pieces = line.split("}");
  const last = pieces.pop() ?? "";
  const encoded = pieces.map((piece) => {
    const [whole = "", name = "", text = ""] = /\{(base64|hex|rot13|reversed):(.*)$/s.exec(piece) ?? [];
    const code = ENCODERS[name]?.(text);
    return code === undefined ? `${piece}}` : piece.slice(0, -whole.length) + code;
  });
  return encoded.join("") + last;
}

/**
 * The pieces that the Base64 of any longer text contains if the text contains this one. There are three,
 * because a text can begin at three positions within a group of three bytes. Leaves out the characters that
 * depend on the neighbours.
 */
export function base64Pieces(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  return [0, 1, 2].map((lead) => {
    const encoded = Buffer.concat([Buffer.alloc(lead), bytes])
      .toString("base64")
      .replace(/={1,2}$/, "");
    const from = lead === 0 ? 0 : lead + 1;
    const whole = Math.floor(((lead + bytes.length) * 8) / 6);
    return encoded.slice(from, whole);
  });
}
