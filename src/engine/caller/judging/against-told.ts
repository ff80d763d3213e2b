/** What a prompt orders to tell of one value of a tool's parameter: "New clients are entered as "new" and must be told that … costs 120 euros". */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { clean } from "../../transcript/fold.ts";
import type { MadeCall } from "../made-call.ts";
import type { Said } from "../understanding/understood.ts";
import { moneyIn, speaksOfMoney } from "./against-amounts.ts";
import { LONGEST_ORDER, promptSentences } from "./prompt-sentences.ts";

const LONGEST = 2_000;
const TELL =
  /\b(?:must be told|must hear|(?:always )?tell (?:them|the (?:caller|customer|client|guest)s?)|say that)\b/i;
const OF_A_CASE = /\b(?:if|unless|except|may|might|could|only|asked?|or)\b/i;
const LITERAL = /["“`]([^"“”`]{2,30})["”`]/g;

/**
 * The call and the order, in words. Undefined unless the call has the very value that the order quotes, and the agent never spoke of money
 * before it.
 */
export function untoldAmount(
  calls: readonly MadeCall[],
  { prompt, transcript }: { readonly prompt: string; readonly transcript: readonly Said[] },
): string | undefined {
  const ordered = new Map(
    promptSentences(prompt)
      .filter(
        (one) =>
          one.length <= LONGEST_ORDER && TELL.test(one) && moneyIn(one).length === 1 && !OF_A_CASE.test(one),
      )
      .flatMap((order) => [...order.matchAll(LITERAL)].map(([, value = ""]) => [value, order] as const)),
  );
  if (ordered.size === 0) return undefined;
  const told = transcript.findIndex(
    ({ role, utterance }) => role === "AGENT" && speaksOfMoney(clean(utterance).slice(0, LONGEST)),
  );
  for (const { name, parameters, arrival } of calls) {
    if (!seemsEffectful(name) || typeof arrival !== "number") continue;
    if (told >= 0 && told < Math.ceil(arrival)) continue;
    for (const [key, value] of Object.entries(parameters ?? {})) {
      const order = typeof value === "string" ? ordered.get(value) : undefined;
      if (order !== undefined)
        return `${name} was called with the ${key.replaceAll("_", " ")} ${JSON.stringify(value)} before the agent spoke of any cost, and the prompt says ${JSON.stringify(order)}`;
    }
  }
  return undefined;
}
