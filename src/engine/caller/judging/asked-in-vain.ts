/** The question that an agent keeps asking in the same words although it gets an answer each time, and never comes any further. */
import { clean, fold, mentions } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { stemOf } from "../../words/english.ts";
import type { ErrandFact } from "../errand.ts";
import type { Language } from "../language.ts";
import { isSaid, isSaidApart, type Said } from "../understanding/understood.ts";
import { isAlsoOther } from "./asked-again.ts";

/** An agent may mishear twice. */
const LEAST_TIMES = 4;
const LEAST_ANSWERS = 3;
const LONGEST = 400;
const LONGEST_BESIDE = 80;
const MOST_TURNS = 400;

/** What a message says besides the question may be why the answer does not do. */
const MAY_SAY_WHY = [
  /\d|\b(?:must|should|need|only|between|least|most|valid|format|like|such|gone|taken|full|booked|closed|no)\b/i,
  /\b(?:(?:un)?available|left|instead|cannot|match|find|found|exist|possible|too|old|young)\b/i,
  /\bnot (?!(?:sure|quite|with|following)\b)|\b(?:ca|wo|is|are|do)n['’]t\b(?! (?:get|understand|follow|catch|quite))/i,
];

/** "Your full name?" is not answered by every name. */
const WANTS_MORE =
  /\b(?:full|first|last|both|exact|complete|correct|valid|other|another|different|else|next|working|again)\b/i;

/** The question, and how often it was asked in a row. Undefined if an answer may not have been one. */
export function askedInVain(
  transcript: readonly Said[],
  facts: readonly ErrandFact[],
  language: Language,
): { readonly question: string; readonly times: number } | undefined {
  if (transcript.length > MOST_TURNS) return undefined;
  let [last, times, answers] = ["", 0, 0];
  for (const [place, { role, utterance }] of transcript.entries()) {
    if (role !== "AGENT") continue;
    const question = questionOf(utterance);
    if (question === undefined || question !== last) [last, times, answers] = [question ?? "", 0, 0];
    if (question === undefined) continue;
    times += 1;
    if (times >= LEAST_TIMES && answers >= LEAST_ANSWERS) return { question, times };
    const answer = transcript[place + 1];
    if (answer?.role === "USER" && isAnswer(question, answer.utterance, facts, language)) answers += 1;
  }
  return undefined;
}

/** The one question of a message that ends in it, and says nothing else of account. */
function questionOf(utterance: string): string | undefined {
  const all = sentences(clean(utterance).slice(0, LONGEST));
  const question = all.at(-1);
  const beside = all.slice(0, -1);
  const isPlain = beside.every(
    (one) => !one.endsWith("?") && one.length <= LONGEST_BESIDE && !MAY_SAY_WHY.some((why) => why.test(one)),
  );
  return question?.endsWith("?") && isPlain && !WANTS_MORE.test(question) ? question : undefined;
}

function isAnswer(
  question: string,
  answer: string,
  facts: readonly ErrandFact[],
  language: Language,
): boolean {
  const options = optionsIn(question);
  if (options.length > 1) return options.filter((one) => mentions(fold(answer), [one])).length === 1;
  return facts.some(
    (fact) =>
      typeof fact.value !== "boolean" &&
      !isAlsoOther(fact, facts) &&
      asksFor(question, fact) &&
      isSaid(answer, fact.value, language) &&
      isSaidApart(answer, String(fact.value), language),
  );
}

const LIST = /: ([^:?]{3,90}) or ([^:?,]{2,40})\?$/;

/** "Where shall we pick you up: school, station or home?" */
function optionsIn(question: string): string[] {
  const [, first = "", last = ""] = LIST.exec(question) ?? [];
  return [...first.split(","), last].map((one) => fold(one).trim()).filter((one) => one.length > 1);
}

const AGE = /^(?:\w{1,20}_)?age$/;
const OF_PEOPLE =
  /^(?:adults|children|guests|people|persons|players|party_size|number_of_(?:guests|people|persons))$/;
const HOW_MANY_PEOPLE = /^(?:and |so )?how many (?:are you|of you|people|persons|guests|will you be)\b/i;

/** Whether a question certainly asks for a fact: it has all words of its name, or is the usual one for its kind. */
function asksFor(question: string, { name }: ErrandFact): boolean {
  if (AGE.test(name)) return /\bhow old\b/i.test(question);
  if (OF_PEOPLE.test(name) && HOW_MANY_PEOPLE.test(question)) return true;
  const own = fold(name).match(/[a-z]{3,20}/g) ?? [];
  const asked = new Set((fold(question).match(/[a-z]{3,20}/g) ?? []).map(stemOf));
  return own.length > 0 && own.every((word) => asked.has(stemOf(word)));
}
