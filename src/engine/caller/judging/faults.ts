/** What an agent has certainly done wrong, in words, besides calling its tool with other values than the caller's. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import type { Errand } from "../errand.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { CallerState } from "../state.ts";
import type { Said } from "../understanding/understood.ts";
import { againstIdentity } from "./against-identity.ts";
import { otherLanguage } from "./against-language.ts";
import { againstOrders, type Order } from "./against-orders.ts";
import { againstPromises } from "./against-promises.ts";
import { againstResults } from "./against-results.ts";
import { untoldAmount } from "./against-told.ts";
import { askedAgain } from "./asked-again.ts";
import { askedInVain } from "./asked-in-vain.ts";
import { askedForEver, hungUp } from "./conduct.ts";
import { ignoredCorrection } from "./ignored-correction.ts";
import { againstPrices } from "./prompt-prices.ts";
import { askedAfter, calledBeforeYes, isDoneTwice } from "./proof.ts";
import type { Words } from "./words.ts";

/** What the agent is told to do and to say. */
export interface AgentWords {
  readonly prompt: string;
  readonly knowledge_base: string;
  /** What the prompt orders before calls of the errand's tool. */
  readonly orders?: readonly Order[];
}

interface Told extends Pick<CallerState, "history"> {
  readonly transcript: readonly Said[];
}

/**
 * What the agent did wrong without ever calling the tool.
 * @param errand what the caller wants by the end
 * @param earlier the same before it changed its mind
 */
export function faultBefore(
  errand: Errand,
  earlier: Errand,
  calls: readonly MadeCall[],
  words: Words,
  language: Language,
): string | undefined {
  const { tool } = errand;
  if (language.code !== "en" || !seemsEffectful(tool)) return undefined;
  const asked = askedForEver(words.transcript, language);
  if (asked !== undefined)
    return `the agent kept asking ${JSON.stringify(asked)}, got a yes each time, and never called ${tool}`;
  const vain = askedInVain(words.transcript, errand.facts, language);
  if (vain !== undefined)
    return `the agent asked ${JSON.stringify(vain.question)} ${vain.times} times in a row, although it got an answer, and never called ${tool}`;
  const again = askedAgain(calls, errand, words.transcript, language);
  if (again !== undefined) return again;
  const last = hungUp(words.transcript, calls, language);
  if (last !== undefined) return `the agent hung up without ${tool}, with the words ${JSON.stringify(last)}`;
  return (
    ignoredCorrection(errand, earlier, words.transcript, language) ?? saidWrongly(calls, words, language)
  );
}

/** What the agent did against its own texts and what its tools returned. */
export function ownFaults(
  own: readonly MadeCall[],
  calls: readonly MadeCall[],
  words: AgentWords & Told,
  language: Language,
): string | undefined {
  const [call] = own;
  return (
    (call && againstOrders(call, words.orders ?? [], calls, words, language)) ??
    saidWrongly(calls, words, language)
  );
}

/** What the agent said against what its tools returned, or against its prompt. */
export const saidWrongly = (
  calls: readonly MadeCall[],
  words: Words,
  language: Language,
): string | undefined =>
  againstResults(calls, words, language) ??
  againstPrices(calls, words, language) ??
  againstPromises(calls, words, language) ??
  againstIdentity(calls, words, language) ??
  (language.code === "en" ? (untoldAmount(calls, words) ?? otherLanguage(words)) : undefined);

/** What is wrong with a call of the tool itself. */
export function faultOf(
  own: readonly MadeCall[],
  calls: readonly MadeCall[],
  errand: Errand,
  earlier: Errand,
  transcript: readonly Said[],
  language: Language,
): string | undefined {
  const { tool } = errand;
  if (isDoneTwice(tool, own)) return `${tool} was called twice with the same values`;
  const demand = own
    .map((call) => calledBeforeYes(errand, call, transcript, language))
    .find((one) => one !== undefined);
  const [only, ...others] = own;
  const asked = only && others.length === 0 ? askedAfter(only, calls, transcript, language) : undefined;
  if (asked !== undefined) return `${tool} was called before the agent asked ${JSON.stringify(asked)}`;
  const again = askedAgain(calls, errand, transcript, language);
  if (again !== undefined) return again;
  const ignored =
    language.code === "en" ? ignoredCorrection(errand, earlier, transcript, language) : undefined;
  if (ignored !== undefined) return ignored;
  return demand === undefined
    ? undefined
    : `${tool} was called before the digital human had agreed to anything, and its definition says ${JSON.stringify(demand)}`;
}
