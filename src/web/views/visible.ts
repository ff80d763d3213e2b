/** Characters that are invisible, or change the text direction. Each is replaced with a visible sign. */
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * An untrusted text in a form that is safe to draw: control characters are visible, so nothing is hidden or
 * reversed.
 */
export const visible = (text: string): string =>
  text.toWellFormed().replaceAll("\r\n", "\n").replace(UNSEEN, signOf);

function signOf(character: string): string {
  const code = character.charCodeAt(0);
  // Unicode has pictures for the C0 characters and DEL.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}
