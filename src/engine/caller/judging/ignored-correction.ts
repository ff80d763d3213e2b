/** Corrections that an agent says it has taken, and has not: it reads the same back as before. */
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { DENIES } from "../../words/denies.ts";
import type { Errand } from "../errand.ts";
import { hear } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import { isSaid, SAYS_NO, type Said } from "../understanding/understood.ts";

/** One may have been misheard. */
const TIMES = 2;
/** Shorter sentences read nothing back. */
const SHORTEST = 25;
const LONGEST = 2_000;
/** "Here's what I have for you so far: " */
const LONGEST_LEAD = 40;
const MOST_TURNS = 200;

const TAKES_IT =
  /\b(?:chang\w{1,3}|alter\w{0,3}|amend\w{0,3}|correct\w{0,3}|updat\w{1,3}|adjust\w{0,3}|noted|certainly|of course|sure|got it|very well|no problem|right you are|as you wish|will do|done)\b/i;
const TAKES_IT_NOT =
  /\b(?:sorry|afraid|unfortunately|pardon|again|repeat|understand|understood|catch|follow|clear|which|what|only|but)\b|\?/i;

/**
 * What the agent said to a correction that it did not make, in words: the caller said no and its own value to what was read back, the agent
 * took that and read the same sentence back, and so once more. Undefined if it ever said that there is none.
 * @param earlier what the caller wanted before it changed its mind
 */
export function ignoredCorrection(
  { facts }: Pick<Errand, "facts">,
  { facts: earlier }: Pick<Errand, "facts">,
  transcript: readonly Said[],
  language: Language,
): string | undefined {
  const turns = transcript.slice(-MOST_TURNS).map(({ role, utterance }) => ({
    role,
    utterance: clean(utterance).slice(0, LONGEST),
  }));
  const taken = turns.flatMap((before, place) => {
    const [said, after] = [turns[place + 1], turns[place + 2]];
    if (before.role !== "AGENT" || said?.role !== "USER" || after?.role !== "AGENT") return [];
    const claim = SAYS_NO.test(said.utterance)
      ? claimBefore(before.utterance, after.utterance, language)
      : undefined;
    return claim === undefined ? [] : [{ claim, said: said.utterance, after: after.utterance }];
  });
  // Few conversations have any, and only then is it worth looking for the facts.
  if (taken.length < TIMES) return undefined;
  const first = turns.findIndex(({ role, utterance }) => role === "USER" && SAYS_NO.test(utterance));
  for (const [at, { value, options = [] }] of facts.entries()) {
    if (typeof value === "boolean") continue;
    const says = (text: string) => isSaid(text, String(value), language);
    const found = taken.filter(({ said, after }) => says(said) && !says(after));
    const last = found.at(-1);
    if (!last || found.length < TIMES) continue;
    const isDenied = turns.some(
      ({ role, utterance }) =>
        role === "AGENT" && sentences(utterance).some((one) => says(one) && DENIES.test(one)),
    );
    // What the caller has never spoken of is for the agent to settle.
    const own = [value, earlier[at]?.value ?? value, ...options];
    const isSpokenOf = turns
      .slice(0, first)
      .some(
        ({ role, utterance }) =>
          role === "USER" && own.some((one) => isSaid(utterance, String(one).replaceAll("_", " "), language)),
      );
    if (!isDenied && isSpokenOf)
      return `the agent answered ${JSON.stringify(last.claim)} to ${JSON.stringify(last.said)} and read the same back, ${found.length} times`;
  }
  return undefined;
}

/**
 * The words with which the agent takes a correction, before it reads the same sentence back and asks for a yes. The sentence may begin in
 * other words: "Let me sum up: …", "So that's …".
 */
function claimBefore(before: string, after: string, language: Language): string | undefined {
  const readBack = sentences(before).toSorted((a, b) => b.length - a.length)[0] ?? "";
  const said = sentences(after);
  const leads = said.map((sentence) => leadOf(readBack, sentence));
  const place = leads.findIndex((lead) => lead !== undefined);
  if (place < 0) return undefined;
  const claim = place > 0 ? said.slice(0, place).join(" ") : (leads[0] ?? "");
  if (!TAKES_IT.test(claim) || TAKES_IT_NOT.test(claim)) return undefined;
  const { check, proceed } = hear(after, language);
  return check || proceed ? claim : undefined;
}

/** How a sentence begins that then says the same as another to its end. Undefined if it does not, or if a figure differs. */
function leadOf(one: string, other: string): string | undefined {
  const [words, own] = [one.split(" "), other.split(" ")];
  let same = 0;
  while (same < Math.min(words.length, own.length) && words.at(-1 - same) === own.at(-1 - same)) same += 1;
  const tail = own.slice(own.length - same).join(" ");
  const leads = [words, own].map((all) => all.slice(0, all.length - same).join(" "));
  const isLead = leads.every((lead) => lead.length <= LONGEST_LEAD && !/\d/.test(lead));
  return tail.length >= SHORTEST && isLead ? leads[1] : undefined;
}
