import { fold } from "../../transcript/fold.ts";

const YES = new Set(
  "yes yeah yep yup sure okay ok correct right agreed agree accept accepted alright absolutely definitely perfect fine great please deal exactly certainly confirmed lovely wonderful grand brilliant excellent sí si claro vale ja gerne oui".split(
    " ",
  ),
);
const PHRASES = [
  "go ahead",
  "do it",
  "of course",
  "sounds good",
  "that works",
  "book it",
  "please do",
  "i confirm",
  "works for me",
  "i can do that",
  "fair enough",
  "uh huh",
  "all right",
  "all good",
  "thats good",
  "good with me",
];
const NOT = new Set(
  "not no never dont cant cannot wont isnt arent doesnt nothing if unless until before when once".split(" "),
);
/** Idioms that contain a negation but deny nothing. */
const IDIOMS = ["no problem", "dont mind", "dont worry", "cant wait", "why not", "no worries"];

/**
 * Whether an answer is a yes. "That's not right", "Are you sure?", and "Yes, but not today" as a question are
 * not: what comes after a denial or a condition in the same part of a sentence doesn't count.
 */
export function saysYes(text: string): boolean {
  const sentences = fold(text)
    .replaceAll("'", "")
    .match(/[^.!?;\n]+[.!?;\n]?/g);
  return (sentences ?? []).some((sentence) => {
    const isQuestion = sentence.endsWith("?");
    return sentence.split(/[,:–—]/).some((part, place, parts) => {
      // "Yes, when can you come?" agrees; "Sure?" asks.
      if (isQuestion && (place > 0 || parts.length < 2)) return false;
      return agrees(part);
    });
  });
}

function agrees(part: string): boolean {
  const words = part.match(/[\p{L}\p{N}]+/gu) ?? [];
  const text = IDIOMS.reduce((said, idiom) => said.replace(idiom, " "), words.join(" "));
  const phrase = PHRASES.find((one) => ` ${text} `.includes(` ${one} `));
  const all = text.split(" ").filter(Boolean);
  const yes = phrase ? all.indexOf(phrase.split(" ")[0] ?? "") : all.findIndex((word) => YES.has(word));
  return yes >= 0 && !all.slice(0, yes).some((word) => NOT.has(word));
}
