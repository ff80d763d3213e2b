import { fold, mentions } from "../../transcript/fold.ts";
import { capitalized } from "../../words/capitalized.ts";
import { type Fact, SLOT_KINDS } from "../facts/facts.ts";
import { fromAndTo } from "../facts/from-to.ts";
import { slotSpans } from "../facts/slots.ts";
import { asksForValue } from "../facts/value-questions.ts";
import { findValues, holdsValue } from "../facts/values.ts";
import { switchesOf } from "../judging/deed.ts";
import type { Slot } from "../language.ts";
import { factByLabel, findAnswers, isOfCaller, isPersonal } from "../saying/answer.ts";
import { inFormAsked } from "../saying/form-asked.ts";
import { changingMind } from "../saying/mind.ts";
import { listed } from "../saying/phrase.ts";
import { goalAbout, sayGoal } from "../saying/pursue-goal.ts";
import type { Reply, Turn } from "../saying/reply.ts";
import { inOneAnswer, withNames } from "../saying/several-values.ts";
import { canAnswer, kindsAsked, namedValue } from "../saying/volunteer.ts";
import { CERTAIN, namedFacts } from "../understanding/asked-facts.ts";
import { offeredFact, SAYS_LITTLE } from "../understanding/check.ts";
import { isNotOwnName, isOtherPerson, personAsked } from "../understanding/person-asked.ts";
import { joined } from "../words.ts";
import { refusing, takingAll, wrongIn } from "./alternatives.ts";
import { shouldVary } from "./circles.ts";
import { numberAsked } from "./number-asked.ts";
import { assumed, isAnyIn, mayBeUnknown, WANTS_TO_BE_TOLD } from "./whether.ts";

/** Answers with the facts that the agent asks for. Facts that are not in the record are never made up. */
export function answered(turn: Turn): Reply | undefined {
  const { heard, caller, state, times, voice } = turn;
  const asked_by_name = factsNamed(turn);
  const { asks } = heard;
  const why = reason(turn);
  if (why) return why;
  const named = asks.length + asked_by_name.length === 0 ? numberAsked(turn) : asked_by_name;
  if (asks.length + named.length === 0) return undefined;
  const ofSlot = (slot: Slot) => named.filter((place) => isSameThing(caller.facts[place], slot, turn));
  const found = findAnswers(asks, heard.questions.join(" "), caller, state, ofSlot);
  const others = named.filter((place) => !found.facts.includes(place));
  const facts = [...found.facts, ...others];
  const answers = [
    ...found.answers,
    ...others.map((place) => ({ text: caller.facts[place]?.value ?? "", sentence: false })),
  ].map((answer) => inFormAsked(answer, turn));
  const { unknown, details_told } = found;
  const record = { asked: asks, ...(unknown.length > 0 ? { unknown } : {}) };
  if (answers.length === 0) {
    const hinted = fromHint(turn);
    if (hinted) return hinted;
    const personal = unknown.every(isPersonal);
    return { rule: "answer", say: voice.phrase(personal ? "unknown_personal" : "unknown"), record };
  }
  const values = withNames(answers, facts, turn);
  const again =
    facts.length > 0 && facts.every((fact) => state.told.includes(fact)) && answers.length === values.length;
  const isOption = facts.length === 1 && caller.facts[facts[0] ?? -1]?.options !== undefined;
  const isChoice =
    asks.every((slot) => slot === "product") && (isOption || (heard.wh && (heard.offer || heard.choice)));
  const key = again ? "answer_again" : asks[0] === "name" ? "answer_name" : isChoice ? "choose" : "answer";
  const parts = [
    ...(values.length > 1 || (again && shouldVary(times))
      ? inOneAnswer(values, facts, turn)
      : values.map((value) => yesOrNo(value) ?? newcomer(value, asks) ?? voice.phrase(key, { value }))),
    ...answers.filter(({ sentence }) => sentence).map(({ text }) => text),
    ...(unknown.length > 0 && !caller.errand ? [voice.phrase("unknown_rest")] : []),
  ];
  const told = [...new Set([...state.told, ...facts])];
  return { rule: "answer", say: joined(parts, caller.language), record, update: { told, details_told } };
}

/** "May I ask why you're cancelling?" asks a caller that has a fact for the reason for nothing else. */
function reason({ heard, caller, language, state }: Turn): Reply | undefined {
  if (!caller.errand || language.code !== "en" || !heard.asks.every((slot) => slot === "reason"))
    return undefined;
  const place = caller.facts.findIndex(({ label }) => /\breason\b/.test(label));
  const value = caller.facts[place]?.value ?? "";
  if (value === "" || heard.asks.length === 0) return undefined;
  const told = [...new Set([...state.told, place])];
  return { rule: "answer", say: `${capitalized(value)}.`, record: { asked: heard.asks }, update: { told } };
}

/** "no" as an answer is a whole sentence: "No for me, please." means something else. */
const yesOrNo = (value: string): string | undefined =>
  /^(?:yes|no)$/i.test(value) ? `${capitalized(value.toLowerCase())}.` : undefined;

/** Who has no number yet says so, where that is what to enter instead. */
const newcomer = (value: string, asks: readonly Slot[]): string | undefined =>
  /^new$/i.test(value) && asks.some(isOfCaller) ? "I'm new here." : undefined;

/** Which product, and why: facts with names of their own answer these better than the wish does. */
const LOOSE: ReadonlySet<Slot> = new Set<Slot>(["product", "reason"]);
/**
 * Answers with what the message names beside its question ("Where shall I send it? An email address is best."), or with the only kind
 * of fact that the question's first word can mean: a day or a time for "When can you drop it off?".
 */
function fromHint(turn: Turn): Reply | undefined {
  const { heard, caller, language, state, voice } = turn;
  // "That name doesn't go with this order number" asks for no order number.
  const named = heard.statements
    .filter((sentence) => !DENIES.test(sentence))
    .flatMap((sentence) => slotSpans(sentence.replace(WHERE_IT_IS, " "), language, "question"));
  const beside = named.flatMap(({ slot }) =>
    caller.facts.flatMap((fact, at) => (fact.slot === slot ? [at] : [])),
  );
  const asksWhen =
    language.code === "en" && heard.asking.some((sentence) => mentions(fold(sentence), ["when", "when's"]));
  const days = asksWhen
    ? caller.facts.flatMap(({ slot }, at) => (slot === "date" || slot === "time" ? [at] : []))
    : [];
  const found = beside.length > 0 ? beside : days.length > 0 ? days : countBeside(turn);
  if (found.length === 0 || found.length > MOST_HINTED || (!heard.wh && beside.length === 0))
    return undefined;
  const value = listed(
    found.map((at) => (caller.facts[at] ? namedValue(caller.facts[at]) : "")),
    caller.language,
  );
  const told = [...new Set([...state.told, ...found])];
  return {
    rule: "answer",
    say: voice.phrase(found.length > 1 ? "answer_list" : "answer", { value }),
    record: { asked: heard.asks },
    update: { told },
  };
}

/** "Six letters and digits, from your e-mail" asks for no e-mail address. */
const WHERE_IT_IS = /\b(?:from|in|on|at the (?:top|end|bottom) of) (?:your|the|our) [^,.;]{1,40}/g;
const DENIES = /\b(?:not|no|cannot)\b|n't\b/;
const MOST_HINTED = 2;

/** "The minimum is two months. How many shall I put down?" asks for the months. */
function countBeside({ heard, caller, language }: Turn): number[] {
  if (language.code !== "en" || !caller.errand || !heard.asks.includes("quantity")) return [];
  const text = fold(heard.text);
  const named = caller.facts.flatMap(({ label, value }, at) =>
    /^\d{1,3}$/.test(value) && label !== "" && mentions(text, [label]) ? [at] : [],
  );
  return named.length === 1 ? named : [];
}

function isSameThing(fact: Fact | undefined, asked: Slot, { language }: Turn): boolean {
  if (fact === undefined || fact.slot === asked || LOOSE.has(asked)) return true;
  if (asked === "name" && isOtherPerson(fact)) return true;
  const [own] = findValues(fact.value, language);
  return fact.slot === null && own !== undefined && (SLOT_KINDS[asked] ?? []).includes(own.kind);
}

/** Positions of the facts that the questions name. */
function factsNamed({ heard, caller, language }: Turn): number[] {
  const { cues } = language;
  const lists = heard.wh ? factsListed(heard.text, caller.facts) : [];
  const places = heard.asking
    .filter((sentence) => !isAnyIn(ASKS_WHETHER, fold(sentence)))
    .filter((sentence) => ![cues.proceed, cues.check].some((group) => mentions(fold(sentence), group)))
    .flatMap((sentence) => {
      const kinds = caller.errand && language.code === "en" ? kindsAsked(sentence) : undefined;
      return namedFacts(sentence, caller, language).filter(({ fact }) => {
        const one = caller.facts[fact];
        return one !== undefined && canAnswer(one, kinds) && !isNotOwnName(sentence, one.label);
      });
    })
    .filter(
      ({ fact, score }) =>
        score >= CERTAIN ||
        (heard.asks.length === 0 && heard.wh && !SAYS_LITTLE.test(caller.facts[fact]?.value ?? "")),
    );
  const way =
    caller.errand && language.code === "en"
      ? heard.asking.flatMap((one) => [...fromAndTo(one, caller.facts), ...personAsked(one, caller)])
      : [];
  return [...new Set([...(lists.length === 1 ? lists : places.map(({ fact }) => fact)), ...lists, ...way])];
}

/** "Have you ever had a reaction to a vaccine?" does not ask which vaccine. Only in English. */
const ASKS_WHETHER = [
  /\b(?:have you (?:ever|had|been|already|recently|previously)|did you|were you)\b/,
  /\b(?:(?:has|is) (?:anyone|anybody)|can you (?:smell|see|hear|feel))\b/,
  /\bare you (?:allergic|pregnant|taking|over|under|new|currently|still)\b/,
];

/** Facts of whose possible values a message lists several: "What kind of car? We have compact, SUV and van." */
function factsListed(text: string, facts: readonly Fact[]): number[] {
  const folded = fold(text);
  return facts.flatMap(({ options = [] }, place) =>
    options.filter((option) => mentions(folded, [fold(option)])).length > 1 ? [place] : [],
  );
}

/** Answers an offer of what the errand says yes or no to: "Would you like to add insurance?" */
export function switched(turn: Turn): Reply | undefined {
  const { heard, caller, state, language, voice } = turn;
  if (heard.wh || heard.asking.length === 0) return undefined;
  const switches = switchesOf(caller);
  const asFacts = switches.map(({ name, words, description }) => ({
    slot: null,
    label: words[0] ?? name,
    value: "",
    sentence: "",
    names: words.slice(1),
    ...(description !== undefined && { description }),
  }));
  const [named] = heard.asking.flatMap((sentence) => namedFacts(sentence, { facts: asFacts }, language));
  const one = named && switches[named.fact];
  // "Is that the right car?" offers no courtesy car.
  if (!one || (named.score < CERTAIN && !heard.offer)) return undefined;
  const update = { switched: [...new Set([...(state.switched ?? []), one.name])] };
  // "Do you feel well?" offers nothing.
  const isOffer = heard.offer || heard.proceed;
  return one.value === true
    ? { rule: "go_ahead", say: isOffer ? voice.phrase("go_ahead") : "Yes.", update }
    : { rule: "decline", say: isOffer ? voice.phrase("decline") : "No.", update };
}

/**
 * Chooses its own among the values of a fact that a question lists, however the question puts them: "Has it been lost, stolen, or is it
 * damaged?" Only in English.
 */
export function ownOption({ heard, caller, state, language, voice }: Turn): Reply | undefined {
  if (language.code !== "en" || !caller.errand || heard.asking.length !== 1) return undefined;
  const question = fold(heard.asking[0] ?? "");
  if (!OR_IS_IT.test(question)) return undefined;
  const listed = factsListed(question, caller.facts);
  const [place = -1] = listed;
  const value = caller.facts[place]?.value;
  if (listed.length !== 1 || value === undefined || !mentions(question, [fold(value)])) return undefined;
  const told = [...new Set([...state.told, place])];
  return { rule: "answer", say: voice.phrase("choose", { value }), update: { told } };
}

/** A list whose last alternative is a question of its own. */
const OR_IS_IT = /\bor (?:is|was|are|were|has|have|did|does|do|would|will)\b/;

/** Says whether what the agent has understood is right. */
export function checked(turn: Turn): Reply | undefined {
  const { heard, voice } = turn;
  if (!heard.check) return undefined;
  const wrong = wrongIn(turn);
  return wrong.length === 0
    ? (changingMind(turn) ?? { rule: "check", say: voice.phrase("yes"), update: takingAll(turn) })
    : refusing(turn, wrong, "correction");
}

/** Only in English. */
const IF_SO = /\bif (?:so|yes)\b/;

/** Agrees to what the agent is about to do, unless the agent has a fact wrong. */
export function proceeding(turn: Turn): Reply | undefined {
  const { heard, voice, caller } = turn;
  if (!heard.proceed) return undefined;
  // "Shall we put a message on it, and if so, which?" offers something that it knows nothing of.
  if (caller.errand && heard.asking.some((one) => IF_SO.test(fold(one))))
    return { rule: "decline", say: voice.phrase("decline") };
  const wrong = wrongIn(turn);
  return wrong.length === 0
    ? (changingMind(turn) ?? {
        rule: "go_ahead",
        say: voice.phrase("go_ahead"),
        update: takingAll(turn),
      })
    : refusing(turn, wrong, "correction");
}

/** Chooses one of several alternatives: the one in the record, otherwise any. */
export function chosen(turn: Turn): Reply | undefined {
  const { heard, caller, language, voice, state } = turn;
  if (!heard.choice) return undefined;
  const fact = offeredFact(heard, caller, language);
  if (fact) {
    const told = [...new Set([...state.told, caller.facts.indexOf(fact)])];
    return { rule: "choice", say: voice.phrase("answer", { value: fact.value }), update: { told } };
  }
  const goal = goalAbout([heard.text], turn);
  return goal !== undefined && goal > state.goal
    ? sayGoal(goal, turn)
    : { rule: "choice", say: voice.phrase("either"), update: takingAll(turn) };
}

/**
 * Answers an offer: declines it unless it is about the goal. Takes a day or an hour unless the record has
 * another. If it has several alternatives, takes the one it came for, otherwise any.
 */
export function offered(turn: Turn): Reply | undefined {
  const { heard, caller, language, voice } = turn;
  if (!heard.offer) return undefined;
  const goal = goalAbout(heard.questions, turn);
  if (heard.questions.some((question) => mentions(question, language.cues.or)))
    return goal === undefined
      ? { rule: "choice", say: voice.phrase("either"), update: takingAll(turn) }
      : sayGoal(goal, turn);
  if (heard.wh) return undefined;
  const wrong = wrongIn(turn);
  if (wrong.length > 0) return refusing(turn, wrong, "correction");
  const dated = findValues(heard.text, language).some(({ kind }) => kind === "date" || kind === "time");
  const own = caller.facts.some(({ value }) => holdsValue(heard.text, value));
  return goal !== undefined || dated || own
    ? { rule: "go_ahead", say: voice.phrase("go_ahead"), update: takingAll(turn) }
    : { rule: "decline", say: voice.phrase("decline") };
}

/**
 * Answers any other question: with a fact that the record has under the same name, with yes if the question
 * is about the goal, otherwise with "I don't know".
 */
export function questioned(turn: Turn): Reply | undefined {
  const { heard, caller, language, state, voice } = turn;
  if (heard.questions.length === 0) return undefined;
  const asksValue = language.code === "en" && heard.asking.some(asksForValue);
  const proposal = heard.wh || asksValue ? undefined : proposed(turn);
  if (proposal) return proposal;
  const asksWhether = !heard.wh && heard.asking.some((one) => isAnyIn(ASKS_WHETHER, fold(one)));
  const fact = asksWhether ? undefined : factByLabel(heard.questions, caller);
  if (fact) {
    const told = [...new Set([...state.told, caller.facts.indexOf(fact)])];
    return { rule: "answer", say: voice.phrase("answer", { value: fact.value }), update: { told } };
  }
  const whether = asksValue ? undefined : assumed(turn);
  if (whether) return whether;
  if (
    !(heard.wh || asksValue) &&
    !heard.asking.some((one) => WANTS_TO_BE_TOLD.test(fold(one))) &&
    goalAbout(heard.questions, turn) !== undefined
  )
    return { rule: "check", say: voice.phrase("yes") };
  const hinted = fromHint(turn);
  if (hinted) return hinted;
  const isWish = heard.wh && heard.offer && language.code === "en";
  // A question of any kind that the record cannot answer.
  return {
    rule: "answer",
    say: voice.phrase(isWish ? "no_preference" : heard.wh || asksValue ? "unknown" : "unsure"),
    record: { asked: [], unknown: [], ...(mayBeUnknown(turn) && { assumed: true }) },
  };
}

/** Answers a proposal without words for one: "Wednesday?", "A large one?" */
function proposed(turn: Turn): Reply | undefined {
  const { heard, caller, language, voice } = turn;
  const wrong = wrongIn(turn);
  if (wrong.length > 0) return refusing(turn, wrong);
  const last = heard.asking.at(-1) ?? "";
  const isOwn = caller.facts.some(
    ({ value }) => value.length > 1 && !SAYS_LITTLE.test(value) && holdsValue(last, value),
  );
  const isMoment = findValues(last, language).some(({ kind }) => kind === "date" || kind === "time");
  if (!isOwn && isMoment && !ABOUT_PAST.test(last))
    return { rule: "go_ahead", say: voice.phrase("go_ahead"), update: takingAll(turn) };
  return isOwn ? { rule: "check", say: voice.phrase("yes"), update: takingAll(turn) } : undefined;
}

/** "Did you call on Monday?" proposes nothing. */
const ABOUT_PAST = /\b(?:did|was|were|have|has|had|born|since|ago)\b/i;

/** What an agent says when the requested day or time is not available. */
const OTHER_TIME =
  /\b(?:other|another|different|alternative|new|else)\b.{0,40}\b(?:days?|dates?|times?|slots?|hours?)\b/i;
const NOT_FREE =
  /\b(?:not available|unavailable|booked (?:up|out)|closed|taken|no (?:\w{1,20} )?(?:slots?|appointments?|availability|tables?|rooms?)|can(?:'?t|not) (?:do|offer|make|manage))\b/i;
/** "Tuesday is full", and not "your full name". */
const FULL = /\bfull\b(?! (?:name|address|refund|price|amount|details|payment|day|size|order|number))/i;
const ABOUT_TIME = /\b(?:times?|hours?|o'clock|\d{1,2}:\d{2})\b/i;
const ABOUT_DAY = /\b(?:days?|dates?|\w+days?|tomorrow|today)\b/i;

/** Names the other day or time, once, after the agent has turned down the first. */
export function secondChoice({ heard, caller, state, voice }: Turn): Reply | undefined {
  const { second } = caller;
  if (!second || ![OTHER_TIME, NOT_FREE, FULL].some((pattern) => pattern.test(heard.text))) return undefined;
  const slot = ABOUT_TIME.test(heard.text) && !ABOUT_DAY.test(heard.text) ? "time" : "date";
  const value = second[slot];
  const isTold = state.told.some((place) => caller.facts[place]?.slot === slot);
  if (value === undefined || !isTold || state.history.some(({ say }) => say?.includes(value)))
    return undefined;
  return { rule: "answer", say: voice.phrase("answer", { value }), record: { asked: [slot] } };
}
