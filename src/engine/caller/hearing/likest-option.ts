/** Which of several options texts speak of: "tracking" before "missing parcel" where both are named. */
import { stemOf } from "../../words/english.ts";
import type { Language } from "../language.ts";
import { words } from "../words.ts";

const LEAST_LETTERS = 4;
/** No option and no wish is longer. */
const LONGEST = 2000;
/** Options and wishes have these in common without meaning the same. */
const COMMON = new Set(
  (
    "about already also another anything back from have just like more need other some something that them then there " +
    "this thing wants want what which with would your"
  ).split(" "),
);

/** The option of whose own words, which no other has, the largest share is in the texts. Undefined if none is, or two are alike. */
export function likest(
  options: readonly string[],
  texts: readonly string[],
  language: Language,
): string | undefined {
  const said = new Set(texts.flatMap((text) => stemsOf(text, language)));
  const stems = options.map((option) => [...new Set(stemsOf(option, language))]);
  const owners = new Map<string, number>();
  for (const stem of stems.flat()) owners.set(stem, (owners.get(stem) ?? 0) + 1);
  const ranked = options
    .map((option, place) => {
      const own = (stems[place] ?? []).filter((stem) => owners.get(stem) === 1);
      return { option, share: own.filter((stem) => said.has(stem)).length / Math.max(1, own.length) };
    })
    .toSorted((a, b) => b.share - a.share);
  const [best, next] = ranked;
  return best && best.share > (next?.share ?? 0) ? best.option : undefined;
}

/** "track" and "tracking" are one. */
const stemsOf = (text: string, language: Language): string[] =>
  words(text.slice(0, LONGEST).replaceAll("-", " "), language.code)
    .filter(
      (word) => word.length >= LEAST_LETTERS && !COMMON.has(word) && !language.small_words.includes(word),
    )
    .map(stemOf);
