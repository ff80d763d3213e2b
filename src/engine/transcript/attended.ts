import { sentences } from "./sentences.ts";

const BEGINNING = 3000;
const END = 1000;
/** Sentences. Nobody says more in so few characters. */
const FIRST = 75;
const LAST = 25;

/** What somebody takes in of a very long turn: its beginning, and its end, where the question is. */
export function attended(text: string): string {
  const part =
    text.length <= BEGINNING + END ? text : `${text.slice(0, BEGINNING)}\n${text.slice(-END)}`.toWellFormed();
  const said = sentences(part);
  if (said.length <= FIRST + LAST) return part;
  return [...said.slice(0, FIRST), ...said.slice(-LAST)].join("\n");
}
