/** Makes the same change to several things. */
import type { CallInput } from "../../../client/prepare.ts";
import type { Operation } from "../../../contract/endpoints.ts";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { counted } from "../../../engine/words/counted.ts";
import { Failure, type Outcome } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { Result } from "../command.ts";

interface Words {
  /** The noun for them, such as `metrics`. */
  readonly things: string;
  /** The past participle for the change, such as `deleted`. */
  readonly done: string;
}

/** Outcomes that concern only one of the things. Any other outcome would affect the next one too. */
const ITEMS_OWN: readonly Outcome[] = ["not_found", "refused", "conflict"];

/**
 * Calls an operation for each id, in order. A refusal does not stop the others.
 * @throws Failure (partial) that lists every refusal, or the failure itself if it is the only result
 */
export async function changeEvery<K extends Operation>(
  context: Context,
  operation: K,
  ids: readonly (string | number)[],
  inputOf: (id: string) => CallInput<K>,
  { things, done }: Words,
): Promise<Lenient<Answer<K>>[]> {
  const distinct = [...new Set(ids.map(String))];
  if (context.isDryRun) return context.changeEach(operation, distinct.map(inputOf));
  const changed: Lenient<Answer<K>>[] = [];
  const failures = new Map<string, Failure>();
  for (const id of distinct) {
    try {
      changed.push(answered(await context.change(operation, inputOf(id)), id));
    } catch (error) {
      if (!(error instanceof Failure) || context.signal.aborted) throw error;
      failures.set(id, error);
      if (!ITEMS_OWN.includes(error.outcome)) break;
    }
  }
  if (failures.size === 0) return changed;
  const [failure] = failures.values();
  if (failure && changed.length === 0 && failures.size === 1) throw failure;
  const left = distinct.length - changed.length - failures.size;
  throw new Failure("partial", `${changed.length} of ${distinct.length} ${things} were ${done}`, {
    details: [...failures].map(([where, { message, options }]) => ({
      where,
      message: options.hint ? `${message} (${options.hint})` : message,
    })),
    ...(left > 0 && { hint: `${counted(left, "was", "were")} not tried; run the command again` }),
  });
}

/** The answer to a change. Where a service sends nothing back, the id says what was changed. */
export const answered = <T>(answer: T, id: string | number): T => answer ?? ({ id } as T);

/** What a command prints: a row for each of several things, but the record of a single one. */
export const oneOrRows = <T>(changed: readonly T[], columns: readonly string[]): Result =>
  changed.length === 1 ? { data: changed[0] } : { data: changed, view: { kind: "rows", columns } };
