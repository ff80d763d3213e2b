/**
 * How a caller with an errand continues where its first answer does not help: as a person would, it tries the next thing that may be
 * meant, and says nothing twice. Only in English.
 */
import { fold } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import type { Fact } from "../facts/facts.ts";
import { findValues } from "../facts/values.ts";
import { offeredIn } from "../hearing/offered.ts";
import type { Language } from "../language.ts";
import { isPersonal } from "../saying/answer.ts";
import { asksToSpell } from "../saying/form-asked.ts";
import { isForeignChoice } from "../saying/misunderstood.ts";
import { ended, type Reply, type Turn } from "../saying/reply.ts";
import { TIMES_UNKNOWN, timesUnknown, wantsUnknown, withoutRepeating } from "../saying/unknown-values.ts";
import {
  canAnswer,
  errandFacts,
  kindOf,
  kindsAsked,
  ofSoManyDigits,
  SAYS_NOTHING,
  sentenceOf,
  untold,
} from "../saying/volunteer.ts";
import type { CallerState } from "../state.ts";
import { isLost, saysLimit } from "../understanding/denied.ts";
import { bareLetters } from "../words.ts";
import { NO_FACT, yieldingTo } from "./instead.ts";
import { asksSomething, factsIn, isSaid } from "./said-before.ts";

/** A fact is said again this often before the caller tries something else. */
const TIMES_TO_REPEAT = 2;

/** The facts as they are by now: after it has changed its mind, and with what it has taken instead of its wishes. */
export function withChanges(
  before: Caller,
  { changed = [], mind_changed }: Pick<CallerState, "changed" | "mind_changed">,
): Caller {
  const { later_facts, later_errand } = before;
  const caller =
    mind_changed !== undefined && later_facts && later_errand
      ? { ...before, facts: later_facts, former_facts: before.facts, errand: later_errand }
      : before;
  if (changed.length === 0) return caller;
  const facts = caller.facts.map((fact, place) => {
    const now = changed.findLast((one) => one.fact === place);
    if (!now) return fact;
    const { date: _, ...rest } = fact;
    return { ...rest, value: now.value, ...(now.date !== undefined && { date: now.date }) };
  });
  return { ...caller, facts };
}

/** The reply, or a better one if it tells nothing, or only repeats what did not help. */
export function persisting(turn: Turn, usual: Reply): Reply {
  const { caller, state, language } = turn;
  const reply = caller.errand ? withoutRepeating(turn, usual) : usual;
  if (!caller.errand || language.code !== "en" || !state.opened || state.confirmed || reply.end) return reply;
  const yielded = yieldingTo(turn, reply, tellsNothing(turn, reply)) ?? wishInstead(turn, reply);
  if (yielded) return yielded;
  if (isLeaving(turn)) return reply;
  if (!asksWhatElse(turn) && !tellsNothing(turn, reply) && !isWornOut(turn, reply)) return reply;
  if (wantsUnknown(turn, reply) && timesUnknown(turn, reply) >= TIMES_UNKNOWN)
    return { rule: "fallback", say: turn.voice.phrase("give_up"), end: ended("out_of_script") };
  const found = attempts(turn, reply).find(({ say }) => !isSaid(say, turn));
  const { asked = [], unknown = [] } = reply.record ?? {};
  return found ? { ...found, record: { asked, unknown, assumed: true } } : reply;
}

/** Says the wish again, twice, to an agent that offers what the caller has not come for. */
function wishInstead(turn: Turn, reply: Reply): Reply | undefined {
  if (!isForeignChoice(reply, turn) || factsIn(reply.say, turn.caller).length > 0) return undefined;
  const again = restated(turn);
  const no: Reply = { rule: "goal", say: `No, thank you. ${wish(turn)}`.trim() };
  return [again, no].find(({ say }) => !isSaid(say, turn));
}

/** A goodbye asks for nothing. */
const isLeaving = ({ heard }: Turn): boolean => heard.closing && heard.asking.length === 0;

/** "What would you like instead?" asks for all that is to be different, and for nothing of what was read out before. */
const asksWhatElse = ({ heard, caller, state }: Turn): boolean =>
  untold(caller, state).length > 0 &&
  heard.asking.some((one) => TO_CORRECT.test(fold(one)) || INSTEAD.test(fold(one)));
const INSTEAD = /\b(?:what|which|how)\b.{0,40}\binstead\b|\bwhat\b.{0,20}\bnew (?:one|booking|details)\b/;

const isEither = (say: string, { phrases }: Language) => phrases.either.some((way) => way === say);

function tellsNothing(turn: Turn, { rule, say, record, update }: Reply): boolean {
  const { heard, state, language } = turn;
  if (rule === "fallback") return true;
  if (rule === "acknowledge") return asksSomething({ heard });
  if (rule === "repeat") return true;
  if (rule === "details" || rule === "choice")
    return (
      isSaid(say, turn) ||
      (rule === "choice" && isEither(say, language) && offeredIn(heard, language).length > 1)
    );
  // Nobody is asked for a name or an address in vain only once.
  if (rule === "answer" && record?.unknown?.some(isPersonal) && !isSaid(say, turn)) return false;
  // "Is that for delivery, or will you pick it up?" is about something else than the caller has come for.
  if (
    record?.assumed &&
    say === "Yes." &&
    state.told.length === 0 &&
    heard.asking.some((one) => / or /.test(one.replace(/\b(?:no|any) [a-z]{2,15} or /gi, "")))
  )
    return true;
  return rule === "answer" && record?.unknown !== undefined && !record.assumed && update?.told === undefined;
}

/** Whether the caller has said the same to the agent too often already. */
function isWornOut(turn: Turn, { rule, say, update }: Reply): boolean {
  const { caller, state, times } = turn;
  const before = state.history.filter(
    (turn) => turn.say !== null && bareLetters(turn.say).includes(bareLetters(say)),
  );
  // A yes or no of its errand stays what it is.
  if (update?.switched !== undefined) return false;
  if (rule === "choice" || rule === "decline")
    return before.length >= TIMES_TO_REPEAT || (rule === "choice" && before.length > 0 && times > 1);
  // "Digit by digit, please" wants the same in another way.
  if (asksToSpell(turn) && SIGNS.test(say) && !before.some((one) => SIGNS.test(one.say ?? ""))) return false;
  if (rule !== "answer" || update?.told === undefined || update.told.length > state.told.length) return false;
  const facts = factsIn(say, caller);
  return facts.length > 0 && timesTold(facts, state.history, caller) >= TIMES_TO_REPEAT;
}

/** A number or code sign by sign. */
const SIGNS = /(?:[A-Za-z\d] ){4}[A-Za-z\d]\b/;

/** In how many turns in a row, up to now, the caller has told no other facts than these. */
function timesTold(facts: readonly number[], history: CallerState["history"], caller: Caller): number {
  const key = facts.join();
  const last = history.findLastIndex(({ say }) => factsIn(say ?? "", caller).join() !== key);
  return history.length - 1 - last;
}

const CALLS_BACK =
  /\b(?:call|ring|phone|rings|calls|phones)(?:ed)? you\b|\bcall ?back\b|\bteam (?:calls|rings)\b/;
const TO_CORRECT =
  /\b(?:what|which|tell me)\b.{0,40}\b(?:change|correct|different|not right|amend|adjust)\b|\bwhich (?:part|detail|bit)\b.{0,30}\bwrong\b/;
const NOTHING_IN_PARTICULAR =
  /\b(?:any ?(?:thing|one|body)?|special|preference|prefer|favou?rite|in particular|message|note|reason|wording|why|how did you hear)\b/;
const ASKS_WHETHER =
  /^(?:(?:and|so|okay|first|then|also|now|just)\b,? |[^,]{1,30}, )?(?:is|are|can|could|do|does|did|have|has|was|were|will|would|should|shall|may|might|am|any|want|need)\b/;
const TO_BE_TOLD =
  /\b(?:may i have|can i (?:have|take|get)|could i (?:have|take|get)|could you (?:give|tell|read|describe)|can you (?:give|tell|read|describe)|would you (?:give|tell)|please)\b/;
const TROUBLE_FREE = /\b(?:would you like|do you want|want|need|add|also|as well)\b/;

/** What the caller may say, in the order in which to try it. */
function attempts(turn: Turn, reply: Reply): Reply[] {
  const { caller, state, heard } = turn;
  const asked = heard.asking.length > 0 ? heard.asking.join(" ") : heard.text;
  const folded = fold(asked);
  const missing = untold(caller, state).filter((place) => isNamed(place, caller));
  const kinds = kindsAsked(asked);
  const tell = (places: readonly number[]) => telling(turn, places);
  const answer = (say: string): Reply => ({ rule: "answer", say });
  const options = offeredIn(heard, turn.language);
  if (options.length < 2 && isLost(turn) && CALLS_BACK.test(fold(heard.text)))
    return [answer(`No, thank you. ${wish(turn)}`), restated(turn)];
  if (TO_CORRECT.test(folded) || INSTEAD.test(folded)) return corrections(turn, missing);
  // Who is told why it cannot be gains nothing by asking again.
  if (heard.more) return [...(saysLimit(turn) ? [] : [restated(turn)]), answer("No, thank you.")];
  const digits = ofSoManyDigits(asked, caller);
  const fitting = missing.filter((place) => {
    const fact = caller.facts[place];
    return fact !== undefined && kinds !== undefined && canAnswer(fact, kinds);
  });
  const begins = state.told.length === 0 && missing.length > 0;
  const isOpen =
    heard.wh || !heard.asking.some((one) => ASKS_WHETHER.test(fold(one)) && !TO_BE_TOLD.test(fold(one)));
  const all = missing.length > 0 ? [tell(missing)] : [];
  const certain = [...(digits.length > 0 ? [tell(digits)] : []), ...(begins ? [wishing(turn, missing)] : [])];
  const isUnknown = wantsUnknown(turn, reply);
  // Who is asked for a value that it does not have tells no other instead.
  if (isUnknown && options.length < 2) return certain;
  const nothing = answer("No, nothing special, thank you.");
  const whatever = isOpen
    ? PLEASES.test(folded) && !isUnknown
      ? [answer("I don't mind, whatever you suggest."), nothing]
      : []
    : [
        ...(TROUBLE_FREE.test(folded) ? [answer("No, thank you.")] : [answer("Yes."), ...all, answer("No.")]),
        nothing,
      ];
  return [
    ...certain,
    ...(isOpen && fitting.length === 1 ? [tell(fitting)] : []),
    ...(isOpen || heard.choice ? options.map((option) => choosing(turn, option)) : []),
    ...(NOTHING_IN_PARTICULAR.test(folded) ? [nothing] : []),
    ...(isOpen || begins || / or /.test(folded) ? all : []),
    ...whatever,
    restated(turn),
  ];
}

/** Questions for what one would like. */
const PLEASES =
  /\b(?:like|prefer|preference|rather|suits?|want|wish|fancy|choose|choice|shall|should|which|when|how (?:many|long|often|big|large)|works?|best|what (?:day|date|time|colou?r|size|kind|sort|type|else))\b/;

/** The wish with what has not been said yet. */
function wishing(turn: Turn, missing: readonly number[]): Reply {
  const reply = telling(turn, missing);
  return { ...reply, say: `${wish(turn)} ${reply.say}`.trim() };
}

/** Nobody tells what is called `to` or `detail` out of the blue. */
const isNamed = (place: number, { facts }: Caller): boolean => !SAYS_NOTHING.test(facts[place]?.label ?? "");

/** The wish in the words of the record. */
const wish = ({ caller, state }: Turn): string => caller.goals[state.goal] ?? "";

/** Facts in full sentences. */
function telling({ caller, state }: Turn, places: readonly number[]): Reply {
  const say = places.map((place) => (caller.facts[place] ? sentenceOf(caller.facts[place]) : "")).join(" ");
  return { rule: "answer", say, update: { told: [...new Set([...state.told, ...places])] } };
}

/** The wish with all facts. */
function restated(turn: Turn): Reply {
  const { caller } = turn;
  const reply = telling(
    turn,
    errandFacts(caller).filter((place) => isNamed(place, caller)),
  );
  return { ...reply, rule: "goal", say: `${wish(turn)} ${reply.say}`.trim() };
}

/** What the agent offers, instead of what was asked for by name and told in vain. */
function choosing({ caller, state, voice, heard, language }: Turn, option: string): Reply {
  const isMoment = findValues(option, language).some(({ kind }) => kind === "date" || kind === "time");
  const moments = isMoment
    ? errandFacts(caller).filter((place) => ["date", "time"].includes(kindOf(caller.facts[place] ?? NO_FACT)))
    : [];
  const last = factsIn(state.history.at(-1)?.say ?? "", caller).filter((place) => {
    const { options, slot } = caller.facts[place] ?? {};
    return (
      options !== undefined ||
      slot === null ||
      canAnswer(caller.facts[place] ?? NO_FACT, kindsAsked(heard.asking.join(" ")))
    );
  });
  const instead = [...new Set([...last, ...moments])].map((place) => {
    const { label = "", value = "" } = caller.facts[place] ?? {};
    return { label, wanted: value, said: option, loose: true as const };
  });
  return {
    rule: "choice",
    say: voice.phrase("choose", { value: option }),
    update: {
      taken: [...new Set([...(state.taken ?? []), option])],
      ...(instead.length > 0 && { instead: [...(state.instead ?? []), ...instead] }),
    },
  };
}

/** What should be different: what the caller has refused, by name. */
function corrections(turn: Turn, missing: readonly number[]): Reply[] {
  const { caller, state } = turn;
  const changed = factsIn(state.mind_changed ?? "", caller);
  const refused = caller.facts.flatMap((_, place) =>
    (state.refusals?.[String(place)] ?? 0) > 0 || changed.includes(place) ? [place] : [],
  );
  if (refused.length > 0) {
    const { say, rule } = telling(turn, refused);
    const again = refused.map((place) => shouldBe(caller.facts[place])).join(" ");
    return [{ say, rule }, { say: again, rule }, { rule: "goal", say: restated(turn).say }, givingIn(turn)];
  }
  if (missing.length > 0) return [telling(turn, missing), restated(turn)];
  const say = "Nothing, it's fine as it is. Please go ahead.";
  return [{ rule: "go_ahead", say }, restated(turn)];
}

/** "The size should be large." */
const shouldBe = (fact: Fact | undefined): string =>
  fact === undefined
    ? ""
    : sentenceOf(fact).replace(
        /^It's |^(.{1,60}?) is /,
        (begin) => `${begin.replace(/'s $| is $/, "")} should be `,
      );

/** Takes what the agent keeps to. */
function givingIn({ state }: Turn): Reply {
  const { refused, instead = [], taken = [] } = state;
  return {
    rule: "go_ahead",
    say: "It's fine as it is, then. Please go ahead.",
    update: refused
      ? { instead: [...instead, { ...refused, loose: true }], taken: [...taken, refused.said] }
      : {},
  };
}
