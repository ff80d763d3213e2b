/** Characters that draw nothing, or turn the direction of what follows: each gets a sign of its own. */
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text of a stranger as it may be drawn: control characters are shown, so that nothing is hidden or reversed. */
export const visible = (text: string): string =>
  text.toWellFormed().replaceAll("\r\n", "\n").replace(UNSEEN, signOf);

function signOf(character: string): string {
  const code = character.charCodeAt(0);
  // Unicode has pictures of the C0 characters and of DEL.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
}
