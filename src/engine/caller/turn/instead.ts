/** What a caller with an errand takes instead of what it is told is not available. Only in English. */
import { fold, mentions } from "../../transcript/fold.ts";
import { isAmount, sumOf } from "../facts/sums.ts";
import { holdsValue } from "../facts/values.ts";
import { ended, type Reply, type Turn } from "../saying/reply.ts";
import { canAnswer, kindsAsked, namedValue } from "../saying/volunteer.ts";
import { type Changed, insteadOf, isWish } from "../saying/yielding.ts";
import type { Rule } from "../state.ts";
import { exceeded, isDenied, isWithinBounds, saysLimit } from "../understanding/denied.ts";
import { saysFact } from "../understanding/says-fact.ts";
import { asksSomething, factsIn, hasSaid, isSaid } from "./said-before.ts";

/** What is an answer to a proposal. */
const DECIDED: ReadonlySet<Rule> = new Set<Rule>(["go_ahead", "check", "choice", "correction"]);
/** "Could you collect it here instead?" */
const PROPOSES_INSTEAD = /\b(?:can|could|would|will|shall|should|may|do)\b[^?]{1,80}\binstead\b/i;

/**
 * Goes along with what the agent proposes in place of something that it says it cannot do, rather than say once more what the caller
 * has just said.
 */
export function goingAlong(
  { caller, state, heard, language }: Turn,
  { rule, say, update, end }: Reply,
): Reply | undefined {
  const isProposed =
    caller.errand !== undefined &&
    language.code === "en" &&
    !heard.wh &&
    saysLimit({ heard }) &&
    PROPOSES_INSTEAD.test(heard.asking.at(-1) ?? "");
  if (!isProposed || end || update?.refused || DECIDED.has(rule)) return undefined;
  const before = factsIn(state.last_said ?? "", caller);
  const again = factsIn(say, caller).every((place) => before.includes(place));
  return again ? { rule: "go_ahead", say: "Yes, that's fine then." } : undefined;
}

/** Of more, the agent may mean any. */
const MOST_AT_ONCE = 3;

/**
 * Takes what the agent names instead of a fact that it cannot do. From then on the caller stands by that.
 * @param tellsNothing whether the caller's usual reply has nothing to tell
 */
export function yieldingTo(turn: Turn, reply: Reply, tellsNothing: boolean): Reply | undefined {
  const { caller, state, heard } = turn;
  if (!saysLimit(turn)) return undefined;
  const denied = caller.facts.flatMap((fact, place) =>
    !isBareDigit(fact.value) && isWish(fact) && isDenied(fact, turn) ? [place] : [],
  );
  const offers = denied.flatMap((place) =>
    insteadOf(place, turn).filter((one) => isNamed(one, turn) && isAllowed(one, turn)),
  );
  // "Would that do?" wants a yes.
  if ((reply.rule === "go_ahead" || reply.rule === "check") && !heard.wh) {
    const [offer, ...others] = offers;
    return offer && others.every(({ fact }) => fact !== offer.fact)
      ? { ...reply, update: { ...reply.update, ...taking(turn, offer).update } }
      : undefined;
  }
  const kinds = kindsAsked(heard.asking.join(" "));
  const fits = ({ fact }: Changed) => canAnswer(caller.facts[fact] ?? NO_FACT, kinds);
  const offer = offers.find((one) => fits(one) && !hasSaid(one.value, turn));
  if (offer) return taking(turn, offer);
  if (!asksSomething(turn)) return undefined;
  const firm = denied.find((place) => isFirm(place, turn));
  if (firm !== undefined) return keepingTo(firm, turn);
  const last = state.history.at(-1)?.say ?? "";
  const again = factsIn(reply.say, caller).filter((place) => state.told.includes(place));
  const before = factsIn(last, caller);
  const repeated = before.filter((place) => again.includes(place) || tellsNothing);
  // "Flex 100 is what you have already" is about the plan, and not about the day.
  const named = repeated.filter((place) =>
    heard.statements.some((one) => factsIn(one, caller).includes(place)),
  );
  const meant = (named.length > 0 ? named : before.length <= MOST_AT_ONCE ? repeated : []).filter(
    (place) => !isGranted(place, turn),
  );
  for (const place of [...denied, ...meant]) {
    const changed = insteadOf(place, turn).find(
      (one) => fits(one) && isAllowed(one, turn) && !hasSaid(one.value, turn),
    );
    if (changed) return taking(turn, changed);
  }
  const isKept = before.some((place) => again.includes(place) && denied.includes(place));
  return isKept && !isSaid(NO_OTHER, turn) ? { rule: "answer", say: NO_OTHER } : undefined;
}

/** Whether the agent's bounds have room for a day, or it reads it back: "It comes on Friday between 8 and 10" refuses no Friday. */
function isGranted(place: number, turn: Turn): boolean {
  const fact = turn.caller.facts[place];
  return (
    fact?.date !== undefined &&
    (isWithinBounds(fact, turn) || (!isDenied(fact, turn) && saysFact(turn.heard.text, fact, turn.language)))
  );
}

export const NO_FACT = { value: "", slot: null } as const;
/** "2" is denied by any sentence about two things. */
const isBareDigit = (value: string): boolean => /^\d?$/.test(value);

const NO_OTHER = "I don't know another one. What would you suggest?";

/** Whether the agent itself has named what the caller may take. */
const isNamed = ({ value }: Changed, { heard }: Turn): boolean => holdsValue(heard.text, value);

/** Whether it is none of what the caller takes under no circumstances. */
const isAllowed = ({ value }: Changed, { caller: { refuses = [] } }: Turn): boolean =>
  !refuses.some((one) => mentions(fold(value), [fold(one)]));

/** Whether the caller's own words name the day that is out of the agent's reach, and no nearer one will do. */
function isFirm(place: number, turn: Turn): boolean {
  const fact = turn.caller.facts[place];
  return (
    fact !== undefined &&
    exceeded(fact, turn) !== undefined &&
    turn.caller.goals.some((goal) => /\d/.test(goal) && saysFact(goal, fact, turn.language))
  );
}

/** Says once that nothing else will do, and then gives up. */
function keepingTo(place: number, turn: Turn): Reply {
  const { caller, heard, state, voice } = turn;
  const { value = "", label = "" } = caller.facts[place] ?? {};
  const say = `I'm afraid it has to be ${value}. Is that not possible at all?`;
  if (!isSaid(say, turn))
    return { rule: "answer", say, update: { told: [...new Set([...state.told, place])] } };
  const bound = fold(exceeded(caller.facts[place] ?? {}, turn)?.said ?? "");
  const at = fold(heard.text).indexOf(bound);
  const said = heard.text.slice(at, at + bound.length);
  return {
    rule: "fallback",
    say: voice.phrase("give_up"),
    update: { refused: { label, wanted: value, said } },
    end: ended("out_of_script"),
  };
}

function taking({ caller, state, heard }: Turn, changed: Changed): Reply {
  const fact = caller.facts[changed.fact];
  const label = fact?.label ?? "";
  // "60 euros" of the wish and 60 of the errand are one.
  const places = caller.facts.flatMap(({ value }, place) =>
    place === changed.fact || isSameSum(value, fact?.value ?? "") ? [place] : [],
  );
  const instead = places.map((place) => {
    const { label: name = "", value: wanted = "" } = caller.facts[place] ?? {};
    return { label: name, wanted, said: changed.value, loose: true as const };
  });
  const said = withUnit(changed.value, heard.text) ?? namedValue({ label, value: changed.value });
  return {
    rule: "answer",
    say: `Then ${said}, please.`,
    update: {
      changed: [...(state.changed ?? []), ...places.map((place) => ({ ...changed, fact: place }))],
      instead: [...(state.instead ?? []), ...instead],
      taken: [...new Set([...(state.taken ?? []), changed.value])],
      told: [...new Set([...state.told, ...places])],
    },
  };
}

const isSameSum = (one: string, other: string): boolean =>
  isAmount(one) && sumOf(one) === sumOf(other) && [one, other].some((value) => !/^\d+$/.test(value));

/** "90 euros", where the agent speaks of "between 90 and 150 euros". */
function withUnit(value: string, text: string): string | undefined {
  if (!/^\d{1,6}$/.test(value)) return undefined;
  const [, unit] =
    [...text.slice(0, LONGEST_READ).matchAll(AMOUNTS)].find(([amount]) => mentions(amount, [value])) ?? [];
  return unit === undefined ? undefined : `${value} ${unit}`;
}

const LONGEST_READ = 2_000;
const AMOUNTS = /(?:\d{1,6} (?:and|or|to) )?\d{1,6} (euros?|pounds?|dollars?)\b/g;
