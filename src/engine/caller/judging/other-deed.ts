/** A deed that takes something away, where the agent had read another one back: a refund for a change. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { stemOf } from "../../words/english.ts";
import { speaksOfTakingAway } from "../../words/takes-away.ts";
import { wordsOfName } from "../../words/tool-words.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { isBareYes, wordsReadBack } from "../understanding/read-back.ts";
import { type Said, wordsOfCaller } from "../understanding/understood.ts";

const LONGEST = 2_000;
const MOST_TURNS = 400;
const TAKES_AWAY = /^(?:cancel|delete|refund|remove|terminate|void)$/;

/**
 * The agent's read-back and its deed, in words. Undefined unless the tool takes something away, it is all that the agent did, and nobody had
 * spoken of that: the agent read the errand's own deed back and got a yes, and nothing else.
 * @param tool the errand's own tool, which was never called
 * @param made all calls that did not fail
 */
export function otherDeed(
  tool: string,
  made: readonly MadeCall[],
  transcript: readonly Said[],
  language: Language,
): string | undefined {
  const [only, ...others] = made.filter(({ name }) => seemsEffectful(name));
  if (language.code !== "en" || !only || others.length > 0 || transcript.length > MOST_TURNS)
    return undefined;
  const [own = ""] = wordsOfName(tool);
  const [verb = ""] = wordsOfName(only.name);
  if (!TAKES_AWAY.test(verb) || TAKES_AWAY.test(own) || typeof only.arrival !== "number") return undefined;
  // It may be the first half of a move.
  if (made.at(-1) !== only) return undefined;
  const heard = transcript.slice(0, Math.ceil(only.arrival));
  const at = heard.findLastIndex(({ role }) => role === "AGENT");
  const readBack = wordsReadBack(heard, at, language).slice(0, LONGEST);
  if (!isBareYes(wordsOfCaller(heard.slice(at + 1)), language)) return undefined;
  const words = readBack.toLowerCase().match(/[a-z]{3,20}/g) ?? [];
  if (!words.some((word) => stemOf(word) === stemOf(own))) return undefined;
  // What the agent can do, "a change or a refund", proposes nothing.
  const isSpokenOf = transcript.some(({ role, utterance }) =>
    sentences(clean(utterance).slice(0, LONGEST)).some(
      (one) => speaksOfTakingAway(one) && !(role === "AGENT" && /\bor\b/i.test(one)),
    ),
  );
  return isSpokenOf
    ? undefined
    : `${only.name} was called after a yes to ${JSON.stringify(readBack)}, and ${tool} never was`;
}
