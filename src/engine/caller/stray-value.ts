/** What a deed has that nobody has said: the agent had asked its tools about another value, and the caller agreed to what they returned. */
import { seemsEffectful } from "../metrics/tools/effectful.ts";
import type { Language } from "./language.ts";
import type { MadeCall } from "./made-call.ts";
import { momentOf } from "./moments.ts";
import { isBareYes } from "./read-back.ts";
import type { Contradiction } from "./state.ts";
import { isSaid, type Said } from "./understood.ts";
import { squeezed } from "./values.ts";

const MOST_CALLS = 200;
const SHORTEST = 3;
const RELATIVE =
  /\b(?:today|tonight|tomorrow|next|following|day after|in (?:an?|one|two|three|\d{1,2}) \w{1,6})\b/i;

/**
 * A parameter that had one value in all earlier calls, and has another one in this deed, which neither the caller nor the agent nor any
 * tool has ever said. The caller's last words were a yes and nothing else.
 * @param earlier what the agent has called before
 */
export function strayValue(
  call: MadeCall,
  earlier: readonly MadeCall[],
  transcript: readonly Said[],
  language: Language,
): Contradiction | undefined {
  if (typeof call.arrival !== "number" || !seemsEffectful(call.name)) return undefined;
  const heard = transcript.slice(0, Math.ceil(call.arrival));
  const answer = heard.at(-1);
  if (answer?.role !== "USER" || !isBareYes(answer.utterance, language)) return undefined;
  const words = heard.map(({ utterance }) => utterance).join("\n");
  const results = squeezed(JSON.stringify(earlier.slice(0, MOST_CALLS).map(({ output }) => output ?? null)));
  for (const [label, value] of Object.entries(call.parameters ?? {})) {
    if (!isTelling(value)) continue;
    const said = String(value);
    const before = new Set(
      earlier.slice(0, MOST_CALLS).flatMap(({ parameters }) => {
        const one = parameters && Object.hasOwn(parameters, label) ? parameters[label] : undefined;
        return isTelling(one) ? [String(one)] : [];
      }),
    );
    const [wanted, ...others] = before;
    if (wanted === undefined || others.length > 0 || isAlike(wanted, said)) continue;
    // "Tomorrow" is a day as well.
    if (momentOf(said) && (RELATIVE.test(words) || !isSaid(words, wanted, language))) continue;
    const isHeard = isSaid(words, said.replaceAll("_", " "), language) || results.includes(squeezed(said));
    if (!isHeard) return { label: label.replaceAll("_", " "), wanted, said };
  }
  return undefined;
}

/** A number alone may be counted in another way. */
const isTelling = (value: unknown): value is string => typeof value === "string" && value.length >= SHORTEST;

/** Whether two values may mean the same: "Tuesday" and 2026-03-03, "BRK 77" and "BRK77". */
function isAlike(wanted: string, said: string): boolean {
  const [left, right] = [squeezed(wanted), squeezed(said)];
  const isDated = [wanted, said].map((one) => momentOf(one) !== undefined);
  return left.includes(right) || right.includes(left) || isDated[0] !== isDated[1];
}
