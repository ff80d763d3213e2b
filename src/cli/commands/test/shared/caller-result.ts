/** What became of a caller, from what the service knows of it and what only the test does. */
import { type PublishedConversation, readConversation } from "../../../../contract/readings/conversation.ts";
import type { Output } from "../../../../contract/types.ts";
import { expectsNothing, type TestCaller } from "../../../manifest/test-callers.ts";
import { failuresOf } from "../../../testing/reports/lines.ts";
import { silenceOf, spokenOf } from "../../../testing/results/calls.ts";
import type { Exchanges } from "../../../testing/results/exchanges.ts";
import { outcomeOf } from "../../../testing/results/outcome.ts";
import type { CallerResult } from "../../../testing/results/result.ts";
import { HELD, type Snapshots } from "../../../testing/results/snapshots.ts";

/** Whether another attempt may have another end. */
const mayRetry = ({ outcome }: CallerResult) => outcome === "failed" || outcome === "agent_failed";

/** The last attempt, with those before it. A caller that passes only then is flaky. */
function afterRetry(before: CallerResult, retried: CallerResult | undefined): CallerResult {
  // A verdict that was reached stays, if the run is stopped before the caller has tried again.
  if (!retried || retried.outcome === "not_run") return before;
  const earlier = [...before.earlier, { ...before, earlier: [] }];
  return { ...retried, earlier, outcome: retried.outcome === "passed" ? "flaky" : retried.outcome };
}

/**
 * The results of all callers, once those that have not passed have tried again, at most so often.
 * @param attempt runs the callers with these ids, by default all
 */
export async function withRetries(
  chosen: readonly { readonly id: number; readonly name: string }[],
  retries: number,
  attempt: (retries_left: number, ids?: readonly number[]) => Promise<readonly CallerResult[]>,
): Promise<readonly CallerResult[]> {
  let callers = await attempt(retries);
  for (let left = retries - 1; left >= 0; left--) {
    const again = chosen.filter(({ name }) =>
      callers.some((caller) => caller.name === name && mayRetry(caller)),
    );
    if (again.length === 0) break;
    const ids = again.map(({ id }) => id);
    const retried = new Map((await attempt(left, ids)).map((result) => [result.name, result]));
    callers = callers.map((before) => afterRetry(before, retried.get(before.name)));
  }
  return callers;
}

/** A caller without a conversation: the agent did not start, or the run was stopped. */
export const notRun = (name: string, reason: string, repetition = 1): CallerResult => ({
  name,
  repetition,
  outcome: "not_run",
  earlier: [],
  reason,
  end_reason: null,
  ms: 0,
  transcript: [],
  tool_calls: [],
  verdicts: [],
  suspicions: [],
});

/** A conversation that is over, and what it was judged to be. Only `run-file.ts` meets the service, which has the same type. */
interface Finished {
  readonly listed: PublishedConversation;
  readonly evaluation: Output<"SimulationResult">["evaluation"];
}

interface Ran {
  readonly named: ReadonlyMap<number, TestCaller>;
  readonly troubles: ReadonlyMap<string, string>;
  /** What the agent has sent instead of an answer. */
  readonly unread: ReadonlyMap<string, string>;
  readonly exchanges: Exchanges;
  readonly snapshots: Snapshots | undefined;
  /** Every caller is judged by policies. */
  readonly has_policies: boolean;
  readonly update: boolean;
  /** What else may keep an agent silent. */
  readonly late: string;
  /** A failure or an interruption has ended the run. What was in progress says nothing about the agent. */
  readonly is_stopped: boolean;
}

/** The result of a conversation that is over. */
export function resultOf(
  { listed, evaluation }: Finished,
  { named, troubles, unread, exchanges, is_stopped, snapshots, has_policies, update, late }: Ran,
): CallerResult {
  const read = readConversation({ ...listed, evaluation });
  const caller = named.get(read.digital_human_id);
  const said = [...(evaluation?.verdicts ?? []), ...exchanges.judge(read.id, caller?.script?.turns ?? [])];
  const is_cut = read.end_reason === "ended_by_request";
  const trouble =
    is_cut && is_stopped ? undefined : (troubles.get(read.id) ?? silence(read, { late, unread }));
  const name = caller?.name ?? "";
  // What fails for another reason must not become what is expected.
  const holds = () => outcomeOf(read.outcome, [...said, HELD], caller) === "passed";
  if (update && caller?.has_snapshot && trouble === undefined && !is_cut && holds())
    snapshots?.accept(name, read.tool_calls);
  const verdicts =
    caller?.has_snapshot && snapshots ? [...said, snapshots.judge(name, read.tool_calls)] : said;
  const outcome =
    trouble !== undefined ? "agent_failed" : is_cut ? "not_run" : outcomeOf(read.outcome, verdicts, caller);
  // Those that the service knows nothing of.
  const own = verdicts.slice(evaluation?.verdicts.length ?? 0);
  const open = own.find(({ status }) => status === "NOT_EVALUATED");
  const undecided = outcome === "not_evaluated" && open ? `${open.name}: ${open.message}` : undefined;
  return {
    name,
    repetition: read.repetition ?? 1,
    outcome,
    earlier: [],
    reason:
      trouble ??
      undecided ??
      (outcome === read.outcome ? undefined : reasonOf(outcome, own)) ??
      read.outcome_reason ??
      "",
    end_reason: read.end_reason ?? null,
    ms: durationOf(read),
    ...spokenOf(read),
    verdicts,
    suspicions: evaluation?.suspicions ?? [],
    ...(caller && !has_policies && expectsNothing(caller) && { expects_nothing: true }),
    ...(evaluation?.end_state && { end_state: evaluation.end_state }),
    ...(read.world_steps && { world_steps: read.world_steps }),
    ...(evaluation?.state_unread && { state_unread: evaluation.state_unread }),
  };
}

/** Why turns of a script, or a snapshot, have decided. Undefined if they have not. */
function reasonOf(outcome: CallerResult["outcome"], own: CallerResult["verdicts"]): string | undefined {
  const held = own.filter(({ status, value }) => status === "EVALUATED" && value === true);
  const lines =
    outcome === "failed" ? failuresOf(own) : outcome === "passed" ? held.map(({ name }) => name) : [];
  return lines.length > 0 ? lines.join("; ") : undefined;
}

type Read = ReturnType<typeof readConversation>;

/** In milliseconds. A call that was ended while it was dialled begins after its end. */
const durationOf = ({ started_at, ended_at }: Read): number =>
  started_at === null || ended_at === null ? 0 : Math.max(0, Date.parse(ended_at) - Date.parse(started_at));

/** Why an agent fell silent, if it did. */
function silence(
  { id, end_reason, transcript }: Read,
  { late, unread }: Pick<Ran, "late" | "unread">,
): string | undefined {
  const silent = silenceOf(end_reason);
  if (silent === undefined) return undefined;
  // One that has answered through the API sends its responses for another purpose.
  const has_answered = transcript?.some(({ role }) => role === "AGENT");
  const why = has_answered ? undefined : unread.get(id);
  return why === undefined ? silent + late : `the agent never answered: ${why}${late}`;
}
