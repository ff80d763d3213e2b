/** Searches for the smallest caller that still fails for the same reason, whoever holds the conversations. */
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import type { Fields } from "../../../../contract/is-object.ts";
import { ddmin } from "../../../../engine/shrink/ddmin.ts";
import { failsOften } from "../../../../engine/shrink/fails-often.ts";
import { openingWithAll } from "../../../../engine/shrink/opening.ts";
import { fieldsWith, isOfLine, onlyExpecting, type Part, partsOf } from "../../../../engine/shrink/parts.ts";
import { failsAlike, type Reasons } from "../../../../engine/shrink/reason.ts";
import type { Context } from "../../../context.ts";
import { plainForm } from "../../../manifest/plain.ts";
import { withoutVariables } from "../../../manifest/variables.ts";
import { writeNamedFile } from "../../../write-files.ts";
import { writeYaml } from "../../../yaml/write.ts";
import { type Held, openJournal, readHeld, type Searched } from "../shrink-journal.ts";
import { type Tried, tryOften } from "./shrink-tries.ts";

/** What is shrunk, and how a conversation with a part of it is held. */
export interface Target {
  readonly name: string;
  /** The published fields of the caller. */
  readonly fields: Fields;
  readonly searched: Searched;
  /** Why it failed. Undefined: as the first conversation that fails says. */
  readonly before?: Reasons;
  /** It is a call, so noise and interruptions can matter. */
  readonly is_call?: boolean;
  /** @throws Failure if the agent does not take part */
  converse(fields: Fields): Promise<Conversed>;
}

export type Conversed = Omit<Held, "key">;

export interface Bounds {
  readonly repeat: number;
  readonly at_least: number;
  readonly max_conversations: number;
  /** In seconds. */
  readonly max_time: number;
  readonly out: string;
  tell(text: string): Promise<void>;
}

export interface Shrunk {
  readonly name: string;
  /** The criterion that fails, with its clauses. Null if the caller does not fail. */
  readonly reason: string | null;
  readonly kept: readonly string[];
  readonly taken: readonly string[];
  readonly conversations: number;
  /** Turns of the caller in the last conversation that failed. */
  readonly turns: number;
  /** Whether it fails without noise, interruptions and other conditions of a line. Null if it had none, or did not call. */
  readonly on_a_clean_line: Tried | null;
  readonly file: string;
  /** What ended the search before it was over. */
  readonly stopped: string | null;
}

/** The smallest caller, also as the fields that were spoken with. */
export interface Found {
  readonly shrunk: Shrunk;
  readonly fields: Fields;
}

/** @throws Failure if the agent does not take part; the same search then continues where it stopped */
export async function shrink(context: Context, target: Target, bounds: Bounds): Promise<Found> {
  const file = `${resolve(context.cwd, bounds.out)}.journal`;
  const { held, is_outdated } = await readHeld(file, target.searched);
  if (is_outdated)
    await context.terminal.note(
      "the agent's code has changed since the interrupted search, so this one starts over",
    );
  const journal = await openJournal(file, target.searched);
  try {
    const shrunk = await search(target, bounds, { earlier: held, journal });
    if (shrunk.shrunk.reason !== null) await writeCaller(context, bounds.out, shrunk.fields);
    // It is over, so there is nothing to continue.
    rmSync(file, { force: true });
    return shrunk;
  } finally {
    await journal.close();
  }
}

interface Journalled {
  /** Conversations of an interrupted search. */
  readonly earlier: readonly Held[];
  readonly journal: Awaited<ReturnType<typeof openJournal>>;
}

async function search(target: Target, bounds: Bounds, { earlier, journal }: Journalled): Promise<Found> {
  const { repeat, at_least, max_conversations, max_time, tell } = bounds;
  const parts = partsOf(target.fields);
  const held: Held[] = [];
  const end = performance.now() + max_time * 1000;
  let stopped: string | null = null;
  let follows = true;

  /** The next conversation: one from the journal, or a new one. Undefined if no more may be held. */
  const next = async (key: string, fields: Fields, says: string): Promise<Held | undefined> => {
    const earlier_try = follows ? earlier[held.length] : undefined;
    if (earlier_try?.key === key) {
      held.push(earlier_try);
      return earlier_try;
    }
    follows = false;
    if (held.length >= max_conversations) stopped = `${max_conversations} conversations`;
    else if (performance.now() >= end) stopped = `${max_time} s`;
    if (stopped !== null) return undefined;
    await tell(`conversation ${held.length + 1} of at most ${max_conversations}: ${says}`);
    const conversed = { key, ...(await target.converse(fields)) };
    held.push(conversed);
    await journal.append(JSON.stringify({ place: held.length - 1, ...conversed }));
    return conversed;
  };
  const keyOf = (kept: readonly Part[]) => kept.map((part) => parts.indexOf(part)).join();
  const nextWith = (kept: readonly Part[]) =>
    next(keyOf(kept), fieldsWith(target.fields, kept), `${kept.length} of ${parts.length} parts`);

  let whole: Held | undefined;
  let reasons = target.before;
  for (let left = repeat; left > 0 && !whole; left--) {
    const conversed = await nextWith(parts);
    if (!conversed) break;
    const [reason] = (reasons ?? conversed.reasons).failed;
    if (reason !== undefined && failsAlike(conversed.reasons, reasons ?? conversed.reasons, reason))
      whole = conversed;
  }
  if (whole) reasons ??= whole.reasons;
  const reason = whole ? (reasons?.failed[0] ?? null) : null;
  let turns = whole?.turns ?? 0;

  /** Whether at least so many of so many conversations fail for the same reason, in fewer turns than given. */
  const fails = async (hold: () => Promise<Held | undefined>, fewer_than = Number.POSITIVE_INFINITY) => {
    let last = turns;
    const failsAgain = async () => {
      const conversed = await hold();
      if (!conversed) return undefined;
      const isAlike =
        reasons !== undefined && reason !== null && failsAlike(conversed.reasons, reasons, reason);
      if (!isAlike || conversed.turns >= fewer_than) return false;
      last = conversed.turns;
      return true;
    };
    const often = await failsOften(failsAgain, { repeat, at_least });
    if (often) turns = last;
    return often;
  };
  /** The smallest caller without what a line does to it. What the search has held of it counts. */
  const clean = () => {
    const candidate = kept.filter((part) => !isOfLine(part));
    const tried = held.filter(({ key }) => key === keyOf(candidate));
    return tryOften(async () => tried.shift() ?? (await nextWith(candidate)) ?? `stopped after ${stopped}`, {
      reason: reason ?? "",
      repeat,
      at_least,
    });
  };
  let kept: readonly Part[] = parts;
  if (reason !== null)
    kept = await ddmin(
      parts,
      async (candidate) => !isSilent(parts, candidate) && fails(() => nextWith(candidate)),
    );
  const on_a_clean_line =
    reason !== null && target.is_call === true && parts.some(isOfLine) ? await clean() : null;
  const judged = onlyExpecting(target.fields, reasons?.clauses ?? []);
  let fields = fieldsWith(judged.fields, kept);
  const opens = reason !== null && turns > 1 ? openingWithAll(fieldsWith(target.fields, kept)) : undefined;
  const hold = () =>
    next(`${keyOf(kept)} opening`, { ...fieldsWith(target.fields, kept), ...opens }, "says all at once");
  const saysAll = opens !== undefined && (await fails(hold, turns));
  if (saysAll) fields = { ...fields, ...opens };
  const taken = parts.filter((part) => !kept.includes(part));
  return {
    fields,
    shrunk: {
      name: target.name,
      reason,
      kept: kept.map(({ says }) => says),
      taken: [
        ...taken.map(({ says }) => says),
        ...judged.taken,
        ...(saysAll ? ["turns: it opens with all that it knows"] : []),
      ],
      conversations: held.length,
      turns,
      on_a_clean_line,
      file: bounds.out,
      stopped,
    },
  };
}

/** A caller that says what is written has nothing to say without a line. */
const isSilent = (parts: readonly Part[], kept: readonly Part[]): boolean => {
  const isLine = ({ field }: Part) => field === "formatted_transcript";
  return parts.some(isLine) && !kept.some(isLine);
};

function writeCaller({ cwd }: Context, out: string, fields: Fields): Promise<void> {
  const manifest = { kind: "DigitalHuman", digital_human: withoutVariables(plainForm(fields)) };
  return writeNamedFile(resolve(cwd, out), writeYaml(manifest), { isNew: true });
}
