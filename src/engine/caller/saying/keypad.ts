/**
 * Which keys a caller presses when a machine asks for keys. English only, because the machines in people's
 * tests speak English.
 */
import { clean, fold } from "../../transcript/fold.ts";
import { findAnswers } from "./answer.ts";
import { concerns } from "./pursue-goal.ts";
import type { Reply, Turn } from "./reply.ts";

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const NAMES: Readonly<Record<string, string>> = { star: "*", asterisk: "*", pound: "#", hash: "#" };
const KEY = `(?:the )?(?:number |key )?(\\d|[*#]|${[...DIGITS, ...Object.keys(NAMES)].join("|")})(?: key)?`;
const PRESS = "(?:press|dial|push|hit|select|choose)";
/** "Press 1 for sales", "to cancel an order press two" */
const KEY_FIRST = new RegExp(
  `\\b${PRESS} ${KEY}\\b\\s*(?:,\\s*)?(?:for|to|if)\\s+([^\\s.,;!?][^.,;!?]*)`,
  "g",
);
const KEY_LAST = new RegExp(
  `\\b(?:for|to|if)\\s+([^\\s.,;!?][^.,;!?]{0,100}?)\\s{0,3}(?:,\\s{0,3})?(?:please )?${PRESS} ${KEY}`,
  "g",
);
const PERSON = /\b(?:agent|operator|representative|someone|person|advisor|other|else|everything)\b/;
/** "Enter your account number, followed by the pound key" */
const ENTER = /\b(?:enter|key in|type in|punch in|use your keypad|on your keypad)\b/;
const POUND = /\b(?:pound|hash)\b|#/;

const keyOf = (name: string): string => {
  const digit = DIGITS.indexOf(name);
  return digit < 0 ? (NAMES[name] ?? name) : String(digit);
};

interface Choice {
  readonly key: string;
  readonly about: string;
}

function choicesIn(text: string): Choice[] {
  const first = [...text.matchAll(KEY_FIRST)].map(([, key = "", about = ""]) => ({ key: keyOf(key), about }));
  if (first.length > 0) return first;
  return [...text.matchAll(KEY_LAST)].map(([, about = "", key = ""]) => ({ key: keyOf(key), about }));
}

/**
 * The keys that a message asks for: the menu choice that is about the caller's goal, otherwise the one that
 * leads to a person, or the digits to enter. Undefined if the message does not ask for keys, or if the caller
 * does not know which to press.
 */
export function pressed(turn: Turn): Reply | undefined {
  const { caller, state, heard } = turn;
  if (!caller.presses_keys || turn.language.code !== "en") return undefined;
  const text = fold(clean(heard.text));
  const choices = choicesIn(text);
  const goal = caller.goals[state.goal] ?? "";
  const choice =
    choices.find(({ about }) => concerns(about, goal, turn)) ??
    choices.find(({ about }) => PERSON.test(about));
  if (choice) return { rule: "keypad", say: choice.key, keys: true };
  if (!ENTER.test(text) || heard.asks.length === 0) return undefined;
  const { answers, facts } = findAnswers(heard.asks, heard.questions.join(" "), caller, state);
  const digits = answers.length === 1 ? (answers[0]?.text ?? "").replace(/[\s().+/-]/g, "") : "";
  if (!/^\d+$/.test(digits)) return undefined;
  return {
    rule: "keypad",
    say: POUND.test(text) ? `${digits}#` : digits,
    keys: true,
    update: { told: [...new Set([...state.told, ...facts])] },
  };
}
