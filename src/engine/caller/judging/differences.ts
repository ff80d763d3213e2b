/** What the calls of an errand have instead of the caller's facts. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { namesSomeone } from "../../tools/thing-name.ts";
import { fold } from "../../transcript/fold.ts";
import type { ErrandFact } from "../errand.ts";
import { numberOf } from "../facts/rivals.ts";
import { squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Change } from "../saying/mind.ts";
import type { CallerState, Contradiction } from "../state.ts";
import { certainlyDiffer } from "../understanding/differ.ts";
import { isAgainstReadBack } from "../understanding/read-back.ts";
import {
  agreedTo,
  firstTold,
  isClear,
  isSaid,
  isSaidApart,
  isUnderstood,
  lastTold,
  type Said,
  sayingOf,
  saysAfter,
  wordsOfCaller,
} from "../understanding/understood.ts";
import { listAgainst } from "./against-lists.ts";

export interface Unsure extends Contradiction {
  readonly why: "not_said" | "said_later" | "unclear" | "agreed" | "other_name" | "said_both";
}

interface Differences {
  readonly wrong: Contradiction[];
  readonly unsure: Unsure[];
}

/** What the calls of an errand are held against. */
interface Judging {
  readonly facts: readonly ErrandFact[];
  readonly spoken: Language;
  readonly state: Pick<CallerState, "instead" | "switched">;
  readonly transcript: readonly Said[];
  readonly change: Change | undefined;
}

/**
 * The differences of the call that fits best, because the agent may have corrected itself, or have called the tool for each of several
 * things; and what all calls together have instead of lists.
 * @param own the calls of the errand's tool
 * @param calls all calls of the conversation
 */
export function differencesOf(
  own: readonly MadeCall[],
  calls: readonly MadeCall[],
  judging: Judging,
): Differences {
  const [best] = own
    .map((call) => differencesIn(call, calls.slice(0, calls.indexOf(call)), judging))
    .toSorted((a, b) => a.wrong.length - b.wrong.length || a.unsure.length - b.unsure.length);
  const lists = listDifferences(own, judging);
  return {
    wrong: [...(best?.wrong ?? []), ...lists.wrong],
    unsure: [...(best?.unsure ?? []), ...lists.unsure],
  };
}

/** The facts that count: what the tool needs, or the caller has said. */
function askedFacts({ facts, spoken, state: { switched = [] }, transcript }: Judging): ErrandFact[] {
  const all = wordsOfCaller(transcript);
  return facts.filter(({ name, value, required, type }) =>
    typeof value === "boolean" || type === "boolean"
      ? switched.includes(name)
      : required || isSaid(all, value, spoken),
  );
}

/** Where the part of a transcript begins that counts for a fact: what the caller has changed its mind about counts from then on. */
const beginningFor = ({ name }: ErrandFact, { change }: Judging): number =>
  change?.names.has(name) ? change.at : 0;

/** What all calls together have instead of the lists that the caller knows. */
function listDifferences(own: readonly MadeCall[], judging: Judging): Differences {
  const { spoken, transcript, state } = judging;
  const differing = askedFacts(judging).flatMap((fact) => {
    if (!fact.items) return [];
    const items = own.flatMap(({ parameters }) => valuesAt(parameters ?? {}, fact));
    const against = listAgainst(fact, items, transcript.slice(beginningFor(fact, judging)), spoken);
    const isElse = state.instead?.some(({ label }) => isOf(fact, label));
    return against ? [isElse ? { ...against, why: "agreed" as const } : against] : [];
  });
  return bySureness(differing);
}

/** What a call has instead of the caller's facts. */
function differencesIn(call: MadeCall, earlier: readonly MadeCall[], judging: Judging): Differences {
  const { facts, spoken, transcript: whole } = judging;
  const { instead = [], switched = [] } = judging.state;
  const differing = askedFacts(judging).flatMap((fact) => {
    if (fact.items) return [];
    const from = beginningFor(fact, judging);
    const transcript = whole.slice(from);
    const arrival = typeof call.arrival === "number" ? call.arrival - from : call.arrival;
    const words = wordsOfCaller(transcript);
    const given = valuesAt(call.parameters ?? {}, fact);
    const taken = instead.filter(
      ({ label, wanted }) => isOf(fact, label) || squeezed(wanted) === squeezed(String(fact.value)),
    );
    const accepted = [String(fact.value), ...taken.map(({ said }) => said)];
    const [first] = given;
    const isWrong = given.every((one) =>
      accepted.every((right) => certainlyDiffer(right, one, fact, spoken)),
    );
    if (first === undefined) return [];
    const wanted = accepted.at(-1) ?? String(fact.value);
    const contradiction = { label: fact.name, wanted, said: first };
    const isSomeone = namesSomeone(fact);
    // "Rolo" may be the owner or the dog.
    const isElsewhere = isSomeone && Object.values(call.parameters ?? {}).includes(wanted);
    // What it has taken instead may be in other units: pounds, and the call in pence.
    const isComparable =
      given.length === 1 && !isElsewhere && (taken.length === 0 || numberOf(wanted) === undefined);
    if (isComparable && isAgainstReadBack(transcript, contradiction, fact, spoken, arrival))
      return [contradiction];
    if (!isWrong) return [];
    const is_told =
      typeof fact.value === "boolean"
        ? switched.includes(fact.name)
        : accepted.length > 1 || isSaid(words, fact.value, spoken);
    // It may have said another value in its own words: "twelve rolls" in the wish, and a fact of four.
    if (!is_told)
      return isSaidApart(words, first, spoken) ? [] : [{ ...contradiction, why: "not_said" as const }];
    // What is looked up changes nothing, and may be what the caller had said in other words: "XL" for "extra large".
    const before = typeof arrival === "number" ? transcript.slice(0, Math.ceil(arrival)) : transcript;
    const isLookup = accepted.length === 1 && !seemsEffectful(call.name);
    if (isLookup && typeof fact.value !== "boolean" && !isSaid(wordsOfCaller(before), fact.value, spoken))
      return [{ ...contradiction, why: "said_later" as const }];
    // It may have found somebody in its records.
    const isFound = isSomeone && earlier.some(({ output }) => JSON.stringify(output ?? "").includes(first));
    if (isFound) return [{ ...contradiction, why: "unclear" as const }];
    const misheard = isSomeone ? ("other_name" as const) : undefined;
    // "I'd" is not the name "I'D", although the caller has said it.
    const says = isSomeone
      ? (text: string, value: string) => text.includes(value)
      : sayingOf(fact, facts, spoken);
    if (taken.some(({ loose }) => loose) || (typeof fact.value !== "boolean" && says(words, first)))
      return [{ ...contradiction, why: "said_both" as const }];
    // "4" may have been the adults or the children.
    const isShared = facts.some(
      ({ name, value }) => name !== fact.name && squeezed(String(value)) === squeezed(wanted),
    );
    if (
      isShared ||
      isElsewhere ||
      !isClear(transcript, wanted, spoken, fact.name) ||
      (taken.length === 0 && !isUnderstood(transcript, fact, facts, spoken))
    )
      return [{ ...contradiction, why: misheard ?? ("unclear" as const) }];
    const agreed = agreedTo(transcript, wanted, spoken, arrival ?? undefined);
    // What nobody has could not be done: a crossing at 21:00 where there is one at 20:30.
    const outputs = earlier.map(({ output }) => JSON.stringify(output ?? "")).join("\n");
    const isOnly = outputs.includes(first) && !outputs.includes(wanted);
    const told = isOnly
      ? firstTold(transcript, wanted, spoken)
      : lastTold(transcript, wanted, spoken, arrival);
    return [
      says(agreed, first) || saysAfter(transcript, told, first, says, arrival ?? undefined)
        ? { ...contradiction, why: misheard ?? ("agreed" as const) }
        : contradiction,
    ];
  });
  return bySureness(differing);
}

const isUnsure = (one: Contradiction | Unsure): one is Unsure => "why" in one && one.why !== undefined;

const bySureness = (differing: readonly (Contradiction | Unsure)[]): Differences => ({
  wrong: differing.filter((one) => !isUnsure(one)),
  unsure: differing.filter(isUnsure),
});

/** Whether a fact of the caller with this label is one of the errand. */
const isOf = ({ name, thing }: ErrandFact, label: string): boolean =>
  label !== "" &&
  [name, thing ?? name].some(
    (one) =>
      fold(one)
        .replace(/[_\s]+/g, " ")
        .trim() === label,
  );

/** The values that a call has for a fact: at its path, in any item of a list, or under its name. */
function valuesAt(parameters: Readonly<Record<string, unknown>>, { path, name }: ErrandFact): string[] {
  const found = follow(parameters, path ?? [name]);
  return found.flatMap((value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [String(value)]
      : [],
  );
}

function follow(value: unknown, path: readonly (string | number)[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (typeof step === "number")
    return Array.isArray(value) ? value.flatMap((item) => follow(item, rest)) : [];
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return [];
  return follow((value as Record<string, unknown>)[step], rest);
}
