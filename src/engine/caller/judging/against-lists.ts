/** What the calls of an errand have instead of a list that the caller has said: an item less, or another one. */
import { sentences } from "../../transcript/sentences.ts";
import { DENIES } from "../../words/denies.ts";
import type { ErrandFact } from "../errand.ts";
import { numberOf } from "../facts/rivals.ts";
import { holdsValue, squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { Contradiction } from "../state.ts";
import { certainlyDiffer } from "../understanding/differ.ts";
import { isSaid, type Said, wordsOfCaller } from "../understanding/understood.ts";

export interface ListContradiction extends Contradiction {
  readonly why?: "not_said" | "unclear" | "agreed" | "said_both";
}

/** The agent may have told that there is none, or that it takes something else. */
const WITHOUT_IT = /\b(?:instead|only|out of|sold out|sorry|too many|unavailable|without)\b/i;

/**
 * How the items of all calls differ from the caller's, in whatever order. Undefined if no difference is certain.
 * @param given the items of all the calls, since the agent may have made a call for each
 */
export function listAgainst(
  fact: ErrandFact,
  given: readonly string[],
  transcript: readonly Said[],
  language: Language,
): ListContradiction | undefined {
  const items = (fact.items ?? []).map(String);
  if (given.length === 0 || items.length === 0) return undefined;
  const differ = (one: string, other: string) => certainlyDiffer(one, other, fact, language);
  const missing = items.filter((item) =>
    given.every(
      (one) =>
        differ(item, one) ||
        (!isAlike(item, one) && items.some((other) => other !== item && isAlike(other, one))),
    ),
  );
  const added = given.filter((one) => items.every((item) => differ(item, one)));
  if (missing.length + added.length === 0) return undefined;
  const contradiction = {
    label: fact.name,
    wanted: String(fact.value),
    said: [...new Set(given)].join(", "),
  };
  const words = wordsOfCaller(transcript);
  const of = (text: string) => (one: string) => isSaid(text, one.replaceAll("_", " "), language);
  if (!missing.every(of(words))) return { ...contradiction, why: "not_said" };
  if (added.some(of(words))) return { ...contradiction, why: "said_both" };
  const told = transcript.flatMap(({ role, utterance }) => (role === "AGENT" ? [utterance] : []));
  if (added.some(of(told.join("\n")))) return { ...contradiction, why: "agreed" };
  // Only what the agent has said back, and has not taken back, it has understood.
  const about = told.flatMap((text) => sentences(text)).filter((sentence) => missing.some(of(sentence)));
  const isRefused =
    told.some((text) => WITHOUT_IT.test(text)) || about.some((sentence) => DENIES.test(sentence));
  return missing.every(of(about.join("\n"))) && !isRefused
    ? contradiction
    : { ...contradiction, why: "unclear" };
}

const isAlike = (one: string, other: string): boolean =>
  squeezed(one) === squeezed(other) ||
  (numberOf(one) === undefined && (holdsValue(one, other) || holdsValue(other, one)));
