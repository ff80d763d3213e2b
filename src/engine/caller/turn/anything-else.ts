/** What a caller answers to "Anything else?" and to a goodbye before it knows whether it has what it wants. */
import { fold } from "../../transcript/fold.ts";
import { untoldFacts } from "../judging/deed.ts";
import { changingMind } from "../saying/mind.ts";
import { goalDone } from "../saying/pursue-goal.ts";
import type { Reply, Turn } from "../saying/reply.ts";
import type { CallerState } from "../state.ts";
import { joined } from "../words.ts";
import { takingAll, wrongIn } from "./alternatives.ts";

/** "Anything else, or is that everything?", which no yes answers. Only in English. */
const OR_ALL = /\bor (?:is|was|would|will) (?:that|this|it) (?:be )?(?:all|everything|it)\b/;

/** Says that it wants nothing else, where the agent asks for nothing but that. */
export function thatIsAll(turn: Turn): Reply | undefined {
  const { heard, voice, state } = turn;
  if (!state.opened || heard.asks.length > 0 || !OR_ALL.test(fold(heard.text))) return undefined;
  return wrongIn(turn).length > 0
    ? undefined
    : (changingMind(turn) ?? { rule: "decline", say: voice.phrase("no_more"), update: takingAll(turn) });
}

/**
 * The agent says goodbye, and a caller with an errand cannot tell whether it is done: it asks, once. A yes settles it.
 */
export function settled(turn: Turn): Reply | undefined {
  const { caller, heard, state, voice } = turn;
  const last = state.history.at(-1);
  const still = stillWanting(turn);
  if (still) return still;
  if (caller.errand && heard.more && !heard.closing && madeProgress(state) && isInTheMiddle(turn))
    return { rule: "decline", say: voice.phrase("no_more") };
  if (state.asked_done && last?.rule === "check" && heard.affirms && !heard.refusal)
    return goalDone(turn, "confirm_done");
  const isLeaving = (heard.closing || heard.more) && !heard.offers_help;
  if (!caller.errand || !isLeaving || state.asked_done || !madeProgress(state)) return undefined;
  const asks = voice.phrase("is_it_done");
  const say = heard.more ? joined([voice.phrase("no_more"), asks], caller.language) : asks;
  return { rule: "check", say, update: { asked_done: true } };
}

/**
 * Says its wish again, once, to an agent that offers more help although it has done nothing yet: no tool that changes something was
 * called, it has claimed no deed, and it has refused nothing. "Anything else?" of somebody who takes an order is not such an offer.
 */
function stillWanting(turn: Turn): Reply | undefined {
  const { caller, heard, state, voice } = turn;
  const intent = caller.goals[state.goal];
  if (!caller.errand || intent === undefined || turn.language.code !== "en" || !state.opened)
    return undefined;
  if (!heard.more || !OFFERS_MORE_HELP.test(fold(heard.text)) || state.wrote || heard.refusal)
    return undefined;
  // Without calls, a yes may have been what the agent acted upon.
  const mayBeDone = (state.calls ?? 0) === 0 && state.history.some(({ rule }) => rule === "go_ahead");
  const say = voice.phrase("not_yet", { intent });
  return mayBeDone || state.wish_again ? undefined : { rule: "goal", say, update: { wish_again: true } };
}

const OFFERS_MORE_HELP =
  /\b(?:i|we) (?:can|could|may|might) (?:do|help|assist)\b|\b(?:can|may|could|shall) (?:i|we) (?:\w+ ){0,2}(?:do|help|assist|be of)\b|\bhelp (?:you )?with\b/;

/** Whether the agent still has to ask for what the tool needs: "Anything else with that?" */
const isInTheMiddle = ({ caller, state }: Turn): boolean =>
  untoldFacts(
    caller,
    state.history.flatMap(({ say }) => (say ? [{ role: "USER", utterance: say }] : [])),
  ).length > 0;

/** Whether the agent has worked on the caller's wish: it was told something, or was told to go ahead. */
const madeProgress = ({ told, taken = [], history }: CallerState) =>
  told.length > 0 || taken.length > 0 || history.some(({ rule }) => rule === "go_ahead" || rule === "choice");
