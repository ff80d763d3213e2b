/** What a prompt orders to tell of one value of a tool's parameter: "New clients are entered as "new" and must be told that … costs 120 euros". */
import { seemsEffectful } from "../metrics/tools/effectful.ts";
import { clean } from "../transcript/fold.ts";
import { sentences } from "../transcript/sentences.ts";
import { moneyIn, speaksOfMoney } from "./against-amounts.ts";
import type { MadeCall } from "./made-call.ts";
import type { Said } from "./understood.ts";

const LONGEST_PROMPT = 60_000;
const MOST_SENTENCES = 600;
const LONGEST_SENTENCE = 300;
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
  if (prompt.length > LONGEST_PROMPT) return undefined;
  const orders = sentences(clean(prompt))
    .slice(0, MOST_SENTENCES)
    .filter(
      (one) =>
        one.length <= LONGEST_SENTENCE && TELL.test(one) && moneyIn(one).length === 1 && !OF_A_CASE.test(one),
    )
    .map((order) => ({ order, values: [...order.matchAll(LITERAL)].map(([, value]) => value) }));
  for (const { name, parameters, arrival } of calls) {
    if (!seemsEffectful(name) || typeof arrival !== "number") continue;
    const given = Object.entries(parameters ?? {});
    for (const { order, values } of orders) {
      const [key, value] = given.find(([, one]) => typeof one === "string" && values.includes(one)) ?? [];
      const isTold = transcript
        .slice(0, Math.ceil(arrival))
        .some(({ role, utterance }) => role === "AGENT" && speaksOfMoney(clean(utterance).slice(0, LONGEST)));
      if (key !== undefined && !isTold)
        return `${name} was called with the ${key.replaceAll("_", " ")} ${JSON.stringify(value)} before the agent spoke of any cost, and the prompt says ${JSON.stringify(order)}`;
    }
  }
  return undefined;
}
