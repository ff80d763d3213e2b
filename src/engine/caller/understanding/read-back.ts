/** What a call has instead of what the agent read back just before, and the caller agreed to. */
import { clean, fold } from "../../transcript/fold.ts";
import type { ErrandFact } from "../errand.ts";
import { numberOf } from "../facts/rivals.ts";
import { findValues, squeezed } from "../facts/values.ts";
import { hear } from "../hearing/hear.ts";
import { menuIn } from "../hearing/menu.ts";
import type { Language } from "../language.ts";
import { certainlyDiffer } from "./differ.ts";
import { isSaid, type Said, wordsOfCaller } from "./understood.ts";

/** A longer answer may be more than a yes. */
const LONGEST_YES = 8;

/**
 * Whether a call has another value than the agent read back in its last words before the call. It has to be beyond doubt: the agent said
 * the right value and not the other one, the caller answered with a yes and no value, and has never said the other one either.
 * @param wanted what the caller wants, or has taken instead
 * @param said what the call has
 * @param before where the call was made among the messages
 */
export function isAgainstReadBack(
  transcript: readonly Said[],
  { wanted, said }: { readonly wanted: string; readonly said: string },
  fact: Pick<ErrandFact, "name" | "options" | "type" | "format">,
  language: Language,
  before: number | null | undefined,
): boolean {
  if (before === null || before === undefined) return false;
  const heard = transcript.slice(0, Math.ceil(before));
  const at = heard.findLastIndex(({ role }) => role === "AGENT");
  const readBack = heard[at]?.utterance ?? "";
  const answer = wordsOfCaller(heard.slice(at + 1));
  return (
    isBareYes(answer, language) &&
    saysFor(fact, readBack, wanted, language) &&
    !isSaid(readBack, said, language) &&
    !isSaid(wordsOfCaller(heard), said, language) &&
    (certainlyDiffer(wanted, said, fact, language) || isOfferedBeside(heard, wanted, said, language))
  );
}

const SHORTEST_WORD = 3;

/** Whether a text says a value of this fact. A number has to be followed by what it counts: "1 kid" says nothing of dogs. */
function saysFor(
  { name }: Pick<ErrandFact, "name">,
  text: string,
  value: string,
  language: Language,
): boolean {
  const number = numberOf(value);
  if (number === undefined) return isSaid(text, value, language);
  const counted = fold(name)
    .split(/[^a-z]+/)
    .filter((word) => word.length > SHORTEST_WORD);
  const words = fold(text).split(/[^\p{L}\p{N}]+/u);
  return words.some(
    (word, at) =>
      numberOf(word) === number &&
      counted.some((one) =>
        (words[at + 1] ?? "").startsWith(one.slice(0, Math.max(SHORTEST_WORD, one.length - 2))),
      ),
  );
}

const CORRECTS = /\b(?:no|not|change|instead|rather|should|wrong|other)\b/i;

/**
 * What the agent said before the caller's yes. "Sorry, I missed that. Is everything right?" asks about what came before.
 * @param at the position of its last words before the yes
 */
export function wordsReadBack(heard: readonly Said[], at: number, language: Language): string {
  const last = clean(heard[at]?.utterance ?? "");
  const [before, between] = [heard[at - 2], heard[at - 1]];
  const { check, proceed } = hear(last, language);
  const isAskedAgain = !/\d/.test(last) && (check || proceed);
  return isAskedAgain && before?.role === "AGENT" && between && !CORRECTS.test(between.utterance)
    ? `${clean(before.utterance)} ${last}`
    : last;
}

/** Whether an answer is a yes, and no value. */
export function isBareYes(answer: string, language: Language): boolean {
  const words = squeezed(answer);
  const { phrases } = language;
  return (
    answer.split(/\s+/).length <= LONGEST_YES &&
    findValues(answer, language).length === 0 &&
    !/\p{N}/u.test(answer) &&
    [...phrases.yes, ...phrases.go_ahead].some((phrase) => words.includes(squeezed(phrase)))
  );
}

/** Whether the agent has offered both as alternatives, so that they are not two names of one thing. */
function isOfferedBeside(heard: readonly Said[], wanted: string, said: string, language: Language): boolean {
  return heard.some(({ role, utterance }) => {
    if (role !== "AGENT") return false;
    const options = menuIn(hear(utterance, language), language)?.options.map(squeezed) ?? [];
    return [wanted, said].every((value) => options.includes(squeezed(value)));
  });
}
