/** Menus whose alternatives have numbers: "Please choose: 1 tracking, 2 redirection, 3 a call back." Only in English. */
import { fold } from "../../transcript/fold.ts";

const MARK = /(?<![\p{L}\d.,:+#/-])([1-9])([.):]|(?<!\d [1-9])) (?=["“]?\p{L})/gu;
/** Without brackets, "1 adult, 2 children" are counts: a menu says what it is. */
const IS_MENU =
  /\b(?:choose|select|press|say|type|pick|options?|how (?:can|may) (?:i|we) help|what (?:do|would) you (?:need|like|want)|what (?:can|may) (?:i|we) do|what is it about)\b/;
/** Where an alternative ends. */
const END = /[?!;\n]|\.(?:\s|$)/;
const LEAST = 2;
const MOST_WORDS = 7;
const LONGEST = 2_000;

/** The alternatives without their numbers, as the agent writes them. Empty if the message has no such menu. */
export function numberedOptions(message: string): string[] {
  const text = message.slice(0, LONGEST);
  // Lists in lines are read with the sentence that introduces them.
  if (/\n\s{0,8}[1-9][.)] /.test(text)) return [];
  const marks = [...text.matchAll(MARK)];
  const first = marks.findIndex(([, digit]) => digit === "1");
  if (first < 0) return [];
  const run = marks.slice(first).filter(([, digit], place) => Number(digit) === place + 1);
  const isBracketed = run.every(([, , sign]) => sign !== "");
  if (run.length < LEAST || !(isBracketed || IS_MENU.test(fold(text)))) return [];
  const options = run.map(({ index, 0: mark }, place) => {
    const begin = index + mark.length;
    const [name = ""] = text.slice(begin, run[place + 1]?.index ?? text.length).split(END);
    return name
      .replace(/["“”]/g, "")
      .trim()
      .replace(/(?:,? (?:and|or))?[,\s]{0,3}$/, "");
  });
  return options.every((name) => name !== "" && name.split(" ").length <= MOST_WORDS) ? options : [];
}
