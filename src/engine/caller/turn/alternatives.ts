/** What the caller answers to alternatives and proposals, and what it then stands by. */
import { WEEKDAYS } from "../../numbers/calendar.ts";
import { fold, mentions } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import { saysPartOf } from "../facts/day-parts.ts";
import { saysDate } from "../facts/moments.ts";
import { rivalIn } from "../facts/rivals.ts";
import { findValues } from "../facts/values.ts";
import { likest } from "../hearing/likest-option.ts";
import { listBeside, menuIn } from "../hearing/menu.ts";
import type { Language } from "../language.ts";
import { changingMind, unchangedFacts } from "../saying/mind.ts";
import { listed } from "../saying/phrase.ts";
import { goalAbout, sayGoal } from "../saying/pursue-goal.ts";
import { ended, type Reply, type Turn } from "../saying/reply.ts";
import { inOrder, ruledOut } from "../saying/ruled-out.ts";
import { namedValue } from "../saying/volunteer.ts";
import { isWish } from "../saying/yielding.ts";
import { contradicted, differs, type Wrong } from "../understanding/check.ts";
import { isLost, isUnavailable } from "../understanding/denied.ts";
import { saysFact } from "../understanding/says-fact.ts";
import { bareLetters } from "../words.ts";
import { givesIn, isHourOfWish } from "./giving-in.ts";

/** It refuses what contradicts one of its facts this often. */
const MAX_REFUSALS = 3;

/**
 * Answers a question with alternatives: with the one that the record has, or that its wish names. If all of them contradict
 * a fact, it says the fact, and takes one of them if the agent has nothing else. Otherwise it takes the first.
 * @returns with `sure: false` if the record does not decide
 */
export function fromMenu(turn: Turn): { reply: Reply; sure: boolean } | undefined {
  const { heard, caller, state, language, voice } = turn;
  const menu = menuIn(heard, language);
  const offered = menu?.options ?? listBeside(heard, language);
  if (offered.length < 2) return undefined;
  const { prefers = [], refuses = [] } = caller;
  const out = ruledOut(offered, turn);
  const options = inOrder(offered, out).filter(
    (option) => !refuses.some((one) => isSame(option, one, language)),
  );
  if (out.length > 0 && options[0] !== undefined)
    return {
      reply: takingOther(
        turn,
        options[0],
        out.map((at) => offered[at] ?? ""),
      ),
      sure: true,
    };
  if (options.length === 0) return { reply: { rule: "decline", say: voice.phrase("decline") }, sure: true };
  const take = (option: string, told: number[] = []): Reply => ({
    rule: "choice",
    say: voice.phrase("choose", { value: option }),
    update: { ...taking(turn, [option]), told: [...new Set([...state.told, ...told])] },
  });
  const best = bestOf(turn, options);
  if (best) return best;
  const own = factAmong(options, caller, language);
  // "The 12th at three or the 13th at ten?": the one that is named has something else wrong.
  if (own && contradicted({ ...heard, text: own.option }, caller, language, state).length > 0)
    return undefined;
  if (own) return { reply: take(own.option, [own.fact]), sure: true };
  const against = factAgainst(options, caller, language);
  if (against && !isUnavailable(against.fact, turn) && !hasRefused(turn, against.fact))
    return { reply: refusing(turn, [against]), sure: true };
  if (against) {
    const reply = take(options[0] ?? "");
    const instead = takenInstead(turn, [{ ...against, said: options[0] ?? "" }]);
    return { reply: { ...reply, update: { ...reply.update, ...instead } }, sure: true };
  }
  const preferred = prefers.flatMap(
    (one) => options.find((option) => isSame(option, one, language)) ?? [],
  )[0];
  if (preferred !== undefined) return { reply: take(preferred), sure: true };
  const meant = optionOfWish(options, caller, turn);
  const goal = goalAbout(meant === undefined ? [] : [meant], turn);
  if (goal !== undefined && goal > state.goal) return { reply: sayGoal(goal, turn), sure: true };
  if (meant !== undefined) return { reply: take(meant), sure: true };
  return { reply: take(options[0] ?? ""), sure: false };
}

/** Takes another option because its own is ruled out. From then on it wants that. */
function takingOther(turn: Turn, option: string, out: readonly string[]): Reply {
  const { caller, state, language, voice } = turn;
  const places = caller.facts.flatMap(({ value }, place) =>
    out.some((one) => isSame(one, value, language)) ? [place] : [],
  );
  const wrong = places.flatMap((place) => {
    const fact = caller.facts[place];
    return fact ? [{ fact, said: option }] : [];
  });
  return {
    rule: "choice",
    say: voice.phrase("choose", { value: option }),
    update: {
      ...taking(turn, [option]),
      instead: [
        ...(state.instead ?? []),
        ...wrong.map((one) => ({ ...asContradiction(one), loose: true as const })),
      ],
      changed: [...(state.changed ?? []), ...places.map((fact) => ({ fact, value: option }))],
      told: [...new Set([...state.told, ...places])],
    },
  };
}

const IN_TIME: ReadonlySet<string | null> = new Set(["date", "time"]);

/**
 * Of moments, the first of those that fit most of what the caller wants: a day, a part of the day, somebody. If all are against
 * something of that, it says what it wants, and takes the best of them if the agent keeps to them.
 */
function bestOf(turn: Turn, options: readonly string[]): { reply: Reply; sure: boolean } | undefined {
  const { caller, state, language, heard, voice } = turn;
  const areMoments = options.every((option) =>
    findValues(option, language).some(({ kind }) => kind === "date" || kind === "time"),
  );
  if (!areMoments || !caller.errand) return undefined;
  const judged = options.map((option) => {
    const against = contradicted({ ...heard, text: option }, caller, language, state);
    const fits = caller.facts.filter(
      ({ value, date }) =>
        (date === undefined ? isSame(option, value, language) : saysDate(option, date, language)) ||
        saysPartOf(option, value, language),
    );
    return { option, against, fits };
  });
  // "A Sunday, or a Monday if that isn't possible"
  const isWished = ({ option }: { option: string }) =>
    WEEKDAYS.some((day) => [option, caller.goals.join("\n")].every((text) => mentions(fold(text), [day])));
  const ranked = judged.toSorted(
    (a, b) =>
      a.against.length - b.against.length ||
      b.fits.length - a.fits.length ||
      Number(isWished(b)) - Number(isWished(a)),
  );
  const [best] = ranked;
  if (!best || (best.fits.length === 0 && best.against.length === 0)) return undefined;
  const take = (): Reply => ({
    rule: "choice",
    say: voice.phrase("choose", { value: best.option }),
    update: {
      ...taking(turn, [best.option]),
      told: [...new Set([...state.told, ...best.fits.map((fact) => caller.facts.indexOf(fact))])],
      ...(best.against.length > 0 && {
        ...takenInstead(turn, best.against),
        // From then on it wants that.
        changed: [
          ...(state.changed ?? []),
          ...best.against.map(({ fact, said }) => ({ fact: caller.facts.indexOf(fact), value: said })),
        ],
      }),
    },
  });
  const wrong = judged.flatMap(({ against }) => against);
  const isFree = wrong.every(({ fact }) => !isUnavailable(fact, turn) && !hasRefused(turn, fact));
  if (best.against.every(({ fact, said }) => isHourOfWish(turn, fact, said)) || !isFree)
    return { reply: take(), sure: true };
  const wanted = caller.facts.filter(
    (fact) => wrong.some((one) => one.fact === fact) || (IN_TIME.has(fact.slot) && isWish(fact)),
  );
  const said = options.join(", ");
  return {
    reply: refusing(
      turn,
      wanted.map((fact) => ({ fact, said })),
    ),
    sure: true,
  };
}

/** The option that is the value of a fact, or else the only one that contains it. */
function factAmong(options: readonly string[], { facts }: Caller, language: Language) {
  for (const [fact, { value }] of facts.entries()) {
    const exact = options.filter((option) => bareLetters(option) === bareLetters(value));
    const same = exact.length > 0 ? exact : options.filter((option) => isSame(option, value, language));
    const [option] = same;
    if (same.length === 1 && option !== undefined) return { fact, option };
  }
  return undefined;
}

const ORDINAL = /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/i;

function isSame(option: string, value: string, language: Language): boolean {
  if (bareLetters(option) === bareLetters(value)) return true;
  // "The 1st, 8th or 15th"
  if (/^\d{1,2}$/.test(value) && language.code === "en") return ORDINAL.exec(option)?.[1] === value;
  const [said] = findValues(option, language);
  const [own] = findValues(value, language);
  if (own && said && own.kind === said.kind && own.kind !== "number" && own.kind !== "code")
    return !differs(said, own, language);
  const plain = option.replace(/['’](?=\s|$)/g, "");
  return holdsWord(plain, value) || (!own && holdsWord(value, plain));
}

/** Whether a text has a value between word boundaries. */
const holdsWord = (text: string, value: string) => value.length > 2 && mentions(fold(text), [fold(value)]);

/** A fact that every option contradicts. */
function factAgainst(options: readonly string[], caller: Caller, language: Language): Wrong | undefined {
  for (const fact of caller.facts) {
    const [own] = findValues(fact.value, language);
    const rivals = options.map((option) => {
      const said = findValues(option, language).find(({ kind }) => kind === own?.kind);
      const isTyped =
        own && said && (own.kind === "date" || own.kind === "time") && differs(said, own, language);
      return isTyped ? said.text : rivalIn(option, fact, language);
    });
    if (rivals.every((rival) => rival !== undefined)) return { fact, said: options.join(", ") };
  }
  return undefined;
}

/** The one option that shares words with what the caller wants, or else with its facts. */
function optionOfWish(options: readonly string[], caller: Caller, turn: Turn): string | undefined {
  const { errand } = caller;
  const wishes = [...caller.goals.slice(turn.state.goal), ...caller.details];
  const deed = errand ? [errand.tool.replaceAll("_", " "), errand.description ?? ""] : [];
  const labels = caller.facts.map(({ label, value }) => `${label} ${value}`);
  return likest(options, [...wishes, ...deed], turn.language) ?? likest(options, labels, turn.language);
}

/** What the caller stands by after it has taken what the agent proposes. */
const taking = ({ state }: Turn, proposals: readonly string[]) => ({
  taken: [...new Set([...(state.taken ?? []), ...proposals.filter((one) => one !== "")])],
});

/** The values in the agent's message, after the caller has agreed to any of them. */
export function takingAll(turn: Turn) {
  const values = findValues(turn.heard.text, turn.language);
  return taking(
    turn,
    values.filter(({ kind }) => kind === "date" || kind === "time").map(({ text }) => text),
  );
}

const takenInstead = ({ state }: Turn, some: readonly Wrong[]) => ({
  instead: [...(state.instead ?? []), ...some.map(asContradiction)],
});

const asContradiction = ({ fact, said }: Wrong) => ({ label: fact.label, wanted: fact.value, said });

/** What the caller wants by now: what it has taken instead of a fact, or else the fact. */
const agreedOn = ({ value }: Wrong["fact"], { instead = [] }: Turn["state"]): string =>
  instead.findLast(({ wanted }) => wanted === value)?.said ?? value;

const keyOf = ({ caller }: Turn, fact: Wrong["fact"]) => String(caller.facts.indexOf(fact));

const hasRefused = (turn: Turn, fact: Wrong["fact"]): boolean =>
  (turn.state.refusals?.[keyOf(turn, fact)] ?? 0) > 0;

/**
 * Says what the caller wants instead of what contradicts it. After some times, it gives up: what the agent does decides, not what
 * it says.
 * @param key `correction` for what the agent has understood, `refuse` for what it proposes
 */
export function refusing(
  turn: Turn,
  wrong: readonly Wrong[],
  key: "correction" | "refuse" = "refuse",
): Reply {
  const { caller, state, voice } = turn;
  const refusals = { ...state.refusals };
  for (const { fact } of wrong) {
    const place = keyOf(turn, fact);
    refusals[place] = (refusals[place] ?? 0) + 1;
  }
  const [first] = wrong;
  const refused = first && asContradiction(first);
  const update = { refusals, ...(refused && { refused }) };
  const kept = wrong.filter(({ fact, said }) => givesIn(turn, fact, said, key === "correction"));
  if (kept.length > 0 && kept.length === wrong.length) {
    const { update: change, ...reply }: Reply = changingMind(turn) ?? {
      rule: "go_ahead",
      say: "Yes, that's fine then.",
    };
    const taken = taking(
      turn,
      kept.map(({ said }) => said),
    );
    return { ...reply, update: { ...takenInstead(turn, kept), ...taken, ...change } };
  }
  const most = Math.max(...wrong.map(({ fact }) => refusals[keyOf(turn, fact)] ?? 0));
  if (most > MAX_REFUSALS)
    return { rule: "fallback", say: voice.phrase("give_up"), update, end: ended("out_of_script") };
  const isEnglish = caller.errand !== undefined && turn.language.code === "en";
  const values = wrong.map(({ fact }) => {
    const value = agreedOn(fact, state);
    return isEnglish ? namedValue({ label: fact.label, value }) : value;
  });
  const value = listed(values, caller.language);
  const say = voice.phrase(key, { value });
  const isAgain = isEnglish && bareLetters(say) === bareLetters(state.last_said);
  return {
    rule: "correction",
    say: isAgain ? voice.phrase(key === "refuse" ? "correction" : "refuse", { value }) : say,
    update,
  };
}

/** What the agent says against the record, unless it proposes that because the caller's own wish is not available. */
export const wrongIn = (turn: Turn): Wrong[] => contradictions(turn).wrong;

function contradictions(turn: Turn): { wrong: Wrong[]; instead: Wrong[] } {
  const { heard, caller, language, state } = turn;
  const said = contradicted(heard, caller, language, state);
  const still = heard.check || heard.proceed ? unchangedFacts(heard.text, caller, language) : [];
  const all = said.length > 0 ? said : still.length > 0 ? still : refusedBefore(turn);
  if (heard.asking.length === 0) return { wrong: all, instead: [] };
  // "Tuesday is full. Would Wednesday suit?" names the caller's day, and proposes another.
  const proposal = { ...heard, text: heard.asking.join(" ") };
  const instead = contradicted(proposal, caller, language, state).filter(({ fact }) =>
    isUnavailable(fact, turn),
  );
  return { wrong: all.filter(({ fact }) => !isUnavailable(fact, turn)), instead };
}

/** What the caller has just refused, where an agent that has not followed asks for a yes again and reads nothing back. */
function refusedBefore(turn: Turn): Wrong[] {
  const { heard, caller, state, language } = turn;
  const { refused, history } = state;
  const isRefusal =
    history.at(-1)?.rule === "correction" && history.at(-1)?.say?.includes(refused?.wanted ?? "");
  if (!refused || !isRefusal || !isLost(turn)) return [];
  const readsBack = caller.facts.some((fact) => saysFact(heard.text, fact, language));
  return readsBack
    ? []
    : caller.facts.flatMap((fact) => (fact.value === refused.wanted ? [{ fact, said: refused.said }] : []));
}

/** Takes what the agent proposes because the caller's own wish is not available. */
export function yielding(turn: Turn): Reply | undefined {
  const { heard, voice } = turn;
  if (heard.questions.length === 0 || heard.wh) return undefined;
  const { wrong, instead } = contradictions(turn);
  if (instead.length === 0 || wrong.length > 0) return undefined;
  const update = {
    ...taking(turn, [...(takingAll(turn).taken ?? []), ...instead.map(({ said }) => said)]),
    ...takenInstead(turn, instead),
  };
  return { rule: "go_ahead", say: voice.phrase("go_ahead"), update };
}
