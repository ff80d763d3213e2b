/**
 * Makes text from a service, a file or a webhook harmless: it must not move the cursor, change the window's
 * title, write to the clipboard or reverse the reading direction.
 */

/**
 * CSI, OSC, DCS, SOS, PM and APC sequences with their payload, in their 7-bit and 8-bit forms, and single
 * escapes. A payload ends with its line, so that one that never ends cannot hide what others said after it.
 */
const SEQUENCES = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[\\x30-\\x3f]*[\\x20-\\x2f]*[\\x40-\\x7e]?",
    "(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?",
    "\\x1b[\\x20-\\x2f]*[\\x30-\\x7e]?",
  ].join("|"),
  "g",
);

/** C0 except tab and newline, DEL, C1, line and paragraph separators, and the characters that control bidirectional text. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Whether the text contains anything that controls a terminal. */
export const hasControls = (text: string): boolean => text.search(CONTROLS) !== -1;

/** The first character that controls a terminal, except in Windows line endings. */
export const firstControl = (text: string): string | undefined =>
  text.replaceAll("\r\n", "\n").match(CONTROLS)?.[0];

/**
 * Commands that a CI server obeys in the log of a job: `::error::…` at the start of a line (GitHub), and
 * `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere.
 */
const CI_COMMANDS = /:(?<=^[^\S\n]*:)(?=:[a-z][\w-]*(?: [^\n]*)?::)|#(?=#(?:vso|teamcity)?\[)/gim;

/** Whether the text contains anything that a CI server would obey in a job's log. */
export const hasCommands = (text: string): boolean => text.search(CI_COMMANDS) !== -1;

/**
 * Text without anything that controls a terminal. A space breaks up commands that a CI server would obey.
 * Tabs and newlines stay.
 */
export function sanitize(text: string): string {
  return text.replace(SEQUENCES, "").replace(CONTROLS, "").replace(CI_COMMANDS, "$& ");
}

/** The same on one line: line breaks and tabs become spaces. */
export function sanitizeLine(text: string): string {
  return sanitize(text.replace(/\r\n|[\r\n\t]/g, " "));
}

/**
 * JSON text in which everything that a terminal or a CI server would obey is escaped. It is harmless on a
 * screen and in a log, and still the same JSON.
 */
export function escapeControls(json: string): string {
  return json.replace(
    /#(?=#(?:vso|teamcity)?\[)|[\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gi,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
