import { fold, mentions } from "../../transcript/fold.ts";
import { findValues } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { words } from "../words.ts";
import type { Heard } from "./hear.ts";

/** A message with fewer words and no value gives no information. */
const MIN_WORDS = 5;

/** Whether a message of the agent gives information, and the goal is to get information. */
export function tellsWhatIsAsked(heard: Heard, goal: string, language: Language): boolean {
  if (!wantsInformation(goal, language)) return false;
  const asksBack = heard.questions.length > 0 && !heard.more;
  if (asksBack || heard.offers_help || heard.hold) return false;
  if (findValues(heard.text, language).length > 0) return true;
  const acknowledges = mentions(fold(heard.text), language.cues.acknowledgement);
  return !acknowledges && words(heard.text, language.code).length >= MIN_WORDS;
}

function wantsInformation(goal: string, language: Language): boolean {
  return /[?？؟]$/.test(goal) || mentions(fold(goal), language.cues.informational);
}
