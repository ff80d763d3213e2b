/** Searches for the version that broke a caller, and for its sentences that did, whoever holds the conversations. */
import { judgeRepair, type Recurred } from "../../../../engine/comparison/repair.ts";
import { bisect, type Standing } from "../../../../engine/shrink/bisect.ts";
import { ddmin } from "../../../../engine/shrink/ddmin.ts";
import { failsOften, type Often } from "../../../../engine/shrink/fails-often.ts";
import type { Reasons } from "../../../../engine/shrink/reason.ts";
import { counted } from "../../../../engine/words/counted.ts";
import { Failure } from "../../../../lib/failure.ts";
import { type Change, changesBetween } from "../../../release/prompt-changes.ts";

/** A prompt version of the agent, or a text that is to become one for a while. */
export interface Prompt {
  readonly text: string;
  /** Null for a text that no version has. */
  readonly version: number | null;
  readonly id: string | null;
}

/** What a conversation with a prompt says. */
export interface Conversed {
  readonly id: string;
  readonly reasons: Reasons;
  /** The criteria that it was judged by; null if the service does not say. */
  readonly criteria: readonly string[] | null;
  /** Whether it passed or failed. */
  readonly is_judged: boolean;
}

export interface Search extends Often {
  /** Oldest first: the first is said to be good, the last to be bad. */
  readonly versions: readonly Prompt[];
  readonly name: string;
  /** Whether to look only for the version, and create none. */
  readonly versions_only: boolean;
  /** Undefined if no more may be held. @throws Failure if the agent does not take part */
  hold(prompt: Prompt, says: string): Promise<Conversed | undefined>;
  /** Told each time that fewer versions are left. */
  narrowed(range: { readonly good: number; readonly bad: number }): void;
}

export interface Tried extends Recurred {
  readonly version: number;
  readonly standing: Standing;
}

/** Sentences that together break the caller, in a prompt without the other changes. */
export type Cause = readonly Change[];

export interface Found {
  readonly reason: string;
  /** A conversation with the version that broke the caller. It failed. */
  readonly simulation_result_id: string | null;
  /** The newest version that passes before `bad`. */
  readonly good: number;
  /** The oldest version that fails. */
  readonly bad: number;
  /** Versions between `good` and `bad` that could not be judged. */
  readonly undecided: readonly number[];
  /** Whether no version between the two is left to try. */
  readonly is_over: boolean;
  readonly versions: readonly Tried[];
  /** Null if the sentences were not looked for. */
  readonly causes: readonly Cause[] | null;
  /** How many changes of `bad` are not needed for it to fail. */
  readonly other_changes: number;
  /** The version that `bad` is compared with; null if it is `bad` without the causes. */
  readonly compared_with: number | null;
  readonly with_it: Recurred;
  readonly without_it: Recurred;
  /** Null unless each was repeated. */
  readonly p: number | null;
  readonly fails_at_most: number | null;
}

/** @throws Failure (gate) if the first version fails too, the last one does not, or one of them cannot be judged */
export async function search(asked: Search): Promise<Found> {
  const { versions, repeat, at_least, versions_only } = asked;
  const held = conversationsOf(asked);
  const reason = await reasonOf(asked, held);
  const standingOf = (prompt: Prompt, says?: string) => held.standingOf(prompt, reason, says);
  const tallied = (prompt: Prompt) => held.tallied(prompt, reason);
  await requireEnds(asked, reason, held);

  const { standings, passes, fails, undecided, is_open } = await narrow(asked, standingOf);
  const is_over = !is_open && undecided.length === 0;
  const sentences = is_over && !versions_only ? await causesOf({ passes, fails, standingOf }) : undefined;
  const repaired = sentences?.repaired ?? passes;
  // Both sides in full, because a decision takes only as many conversations as it needs.
  for (const prompt of is_over && repeat > 1 ? [fails, repaired] : [])
    while (tallied(prompt).n < repeat && held.of(prompt).length < 2 * repeat)
      if (!(await held.another(prompt, "again"))) break;
  const [with_it, without_it] = [tallied(fails), tallied(repaired)];
  const judged = judgeRepair({ before: with_it, after: without_it, at_least, broken: 0 });
  return {
    reason,
    simulation_result_id: held.of(fails).find((one) => saysOf(one, reason))?.id ?? null,
    good: passes.version ?? 0,
    bad: fails.version ?? 0,
    undecided: undecided.map(({ version }) => version ?? 0),
    is_over,
    versions: versions.flatMap((version) => {
      const standing = standings.get(version);
      return standing ? [{ version: version.version ?? 0, standing, ...tallied(version) }] : [];
    }),
    causes: sentences?.causes ?? null,
    other_changes: sentences?.others ?? 0,
    compared_with: repaired.version,
    with_it,
    without_it,
    p: repeat > 1 && is_over ? judged.p : null,
    fails_at_most: repeat > 1 && is_over && without_it.failed === 0 ? judged.fails_at_most : null,
  };
}

type StandingOf = (prompt: Prompt, says?: string) => Promise<Standing | undefined>;

/** Finds the version between the first and the last from which on it fails, and tells how far it has got. */
async function narrow({ versions, narrowed }: Search, standingOf: StandingOf) {
  const [good, bad] = endsOf(versions);
  const standings = new Map<Prompt, Standing>([
    [good, "passes"],
    [bad, "fails"],
  ]);
  const bisected = await bisect(versions, async (version) => {
    const standing = await standingOf(version);
    if (standing) standings.set(version, standing);
    const [newest] = versions.filter((version) => standings.get(version) === "passes").slice(-1);
    const oldest = versions.find((version) => standings.get(version) === "fails");
    narrowed({ good: newest?.version ?? 0, bad: oldest?.version ?? 0 });
    return standing;
  });
  return { standings, ...bisected };
}

/** @throws Failure (gate) unless the last version fails often enough, and the first one can be judged */
async function requireEnds(
  { versions, name, at_least }: Search,
  reason: string,
  { standingOf, tallied }: Conversations,
) {
  const [good, bad] = endsOf(versions);
  const standing = await standingOf(bad, reason);
  if (standing === undefined) throw tooFew();
  if (standing !== "fails") {
    const { failed, n } = tallied(bad, reason);
    throw failure(
      `version ${bad.version} fails by "${reason}" in ${failed} of ${n} conversations, but ${at_least} must`,
      "give a larger --repeat",
    );
  }
  if ((await standingOf(good, reason)) === "undecided") throw cannotJudge(good, name);
}

const endsOf = (versions: readonly Prompt[]) => [versions[0] as Prompt, versions.at(-1) as Prompt] as const;

type Conversations = ReturnType<typeof conversationsOf>;

/** The conversations held so far, by the text of the prompt: two versions with the same text are one. */
function conversationsOf({ repeat, at_least, hold }: Search) {
  const held = new Map<string, Conversed[]>();
  const of = ({ text }: Prompt): readonly Conversed[] => held.get(text) ?? [];
  let is_stopped = false;

  /** Holds one more. Undefined if no more may be held, now and from then on. */
  const another = async (prompt: Prompt, says = `prompt version ${prompt.version}`) => {
    const conversed = is_stopped ? undefined : await hold(prompt, says);
    if (conversed) held.set(prompt.text, [...of(prompt), conversed]);
    else is_stopped = true;
    return conversed;
  };

  /** Whether the prompt fails by the reason. Undefined if no more conversations may be held. */
  const standingOf = async (prompt: Prompt, reason: string, says?: string): Promise<Standing | undefined> => {
    let [at, silent, isCut] = [0, 0, false];
    // A conversation that says neither is held again, as often as there are repetitions.
    const next = async (): Promise<boolean | undefined> => {
      for (;;) {
        const conversed = of(prompt)[at] ?? (await another(prompt, says));
        isCut = conversed === undefined;
        if (!conversed) return undefined;
        at++;
        const said = saysOf(conversed, reason);
        if (said !== null) return said;
        if (++silent > repeat) return undefined;
      }
    };
    if (await failsOften(next, { repeat, at_least })) return "fails";
    if (isCut) return undefined;
    return silent > repeat ? "undecided" : "passes";
  };

  const tallied = (prompt: Prompt, reason: string): Recurred => {
    const said = of(prompt)
      .map((one) => saysOf(one, reason))
      .filter((one) => one !== null);
    return { failed: said.filter(Boolean).length, n: said.length };
  };
  return { of, another, standingOf, tallied };
}

interface Between {
  readonly passes: Prompt;
  readonly fails: Prompt;
  standingOf(prompt: Prompt, says: string): Promise<Standing | undefined>;
}

/** Takes changes back until no more can be, and again for what still fails without these. */
async function causesOf({ passes, fails, standingOf }: Between) {
  const between = await changesBetween(passes.text, fails.text);
  const all = between.changes;
  const prompt = (kept: readonly Change[]): Prompt => {
    const text = between.with(kept);
    return [passes, fails].find((prompt) => prompt.text === text) ?? { text, version: null, id: null };
  };
  const standing = (kept: readonly Change[]) =>
    standingOf(prompt(kept), `version ${fails.version} with ${kept.length} of its ${all.length} changes`);
  const causes: Cause[] = [];
  let rest = all;
  let latest: Standing | undefined = "fails";
  while (latest === "fails" && rest.length > 0) {
    const cause: Cause = await ddmin(rest, async (kept) => (await standing(kept)) === "fails");
    causes.push(cause);
    rest = rest.filter((one) => !cause.includes(one));
    latest = await standing(rest);
  }
  return { causes, repaired: latest === "passes" ? prompt(rest) : passes, others: rest.length };
}

/** The first reason by which the last version fails, and the first version does not. @throws Failure (gate) */
async function reasonOf({ versions, name, repeat, at_least }: Search, { of, another }: Conversations) {
  const [good, bad] = endsOf(versions);
  for (let left = repeat; left > 0; left--) if (!(await another(good))) throw tooFew();
  const failsBefore = (reason: string) =>
    of(good).filter((one) => saysOf(one, reason) === true).length >= at_least;
  for (let left = repeat; left > 0; left--) {
    const conversation = await another(bad);
    if (!conversation) throw tooFew();
    const reason = conversation.reasons.failed.find((candidate) => !failsBefore(candidate));
    if (reason !== undefined) return reason;
  }
  const after = of(bad);
  const [shared] = after.flatMap(({ reasons }) => reasons.failed);
  if (shared !== undefined)
    throw failure(
      `version ${good.version} fails as version ${bad.version} does: "${shared}"`,
      "give an older version with --good: `parley prompts list` shows them",
    );
  if (!after.some(({ is_judged }) => is_judged)) throw cannotJudge(bad, name);
  throw failure(
    `version ${bad.version} passes too: ${name} did not fail in ${counted(repeat, "conversation")}`,
    "for an agent that fails only sometimes, give --repeat",
  );
}

/**
 * Whether a conversation fails by a criterion. Null if it does not say: it could not be judged by it, or the criterion
 * does not exist with this version, as a policy that was accepted later.
 */
function saysOf({ reasons, criteria, is_judged }: Conversed, reason: string): boolean | null {
  if (reasons.failed.includes(reason)) return true;
  const isOf = (name: string) => reason === name || reason.startsWith(`${name}: `);
  if (!is_judged || reasons.undecided.some(isOf)) return null;
  return criteria === null || criteria.some(isOf) ? false : null;
}

const failure = (message: string, hint: string) => new Failure("gate", message, { hint });

const cannotJudge = ({ version }: Prompt, name: string) =>
  failure(
    `whether version ${version} passes is not known: the conversations of ${name} with it were not judged`,
    "`parley sim results <run-id>` says why; `parley sim runs <simulation-id>` lists the runs",
  );

const tooFew = () =>
  failure(
    "the versions to begin with could not both be tried within the bounds",
    "give more with --max-conversations or --max-time",
  );
