/**
 * Runs the tests of a release: starts them, waits, retries infrastructure failures, and ends the runs that
 * are left.
 */
import { pollDelay } from "../../../lib/poll-delay.ts";
import {
  type Conversation,
  isInfrastructure,
  isSettled,
  isUnreachable,
} from "../../../results/check/conversation.ts";
import type { TestedRun } from "./gate.ts";

export interface StartedRun {
  readonly simulation_run_id: number;
  readonly simulation_result_ids: readonly string[];
}

/** What the check needs from the service. */
export interface TestService {
  /**
   * Starts a run of these digital humans, or of all of them. An interruption does not abort this, so that the
   * run can be ended.
   */
  start(digital_human_ids: readonly number[] | undefined): Promise<StartedRun>;
  conversations(simulation_run_id: number): Promise<readonly Conversation[]>;
  /** The same conversations with their evaluations, which a list may omit. */
  evaluated(conversations: readonly Conversation[]): Promise<readonly Conversation[]>;
  /** Ends conversations, even after an interruption. */
  end(simulation_result_ids: readonly string[]): Promise<void>;
}

export interface CheckOptions {
  /** How many times to retry digital humans whose conversations failed because of the infrastructure. */
  readonly retries: number;
  readonly max_wait_ms: number;
  readonly poll_ms: number;
  readonly signal: AbortSignal;
  now(): number;
  sleep(ms: number): Promise<void>;
  tell(text: string): Promise<void>;
}

export interface Tested {
  readonly runs: readonly TestedRun[];
  /** The time ran out, and the remaining conversations have been ended. */
  readonly time_over: boolean;
  /** No conversation of the last run could reach the agent. */
  readonly is_down?: boolean;
}

/** @throws the interruption, after ending the conversations that it started */
export async function runCheck(service: TestService, options: CheckOptions): Promise<Tested> {
  const { retries, max_wait_ms, now, signal } = options;
  const deadline = now() + max_wait_ms;
  const runs: TestedRun[] = [];
  let again: readonly number[] | undefined;
  do {
    signal.throwIfAborted();
    const started = await service.start(again);
    const { conversations, complete } = await follow(service, started, deadline, options);
    const { simulation_run_id } = started;
    runs.push({ simulation_run_id, conversations: await service.evaluated(conversations) });
    if (!complete) return { runs, time_over: true };
    // If no conversation reached the agent, it is down: another attempt would only say so again.
    if (conversations.length > 0 && conversations.every(isUnreachable))
      return { runs, time_over: false, is_down: true };
    again = [
      ...new Set(conversations.filter(isInfrastructure).map((conversation) => conversation.digital_human_id)),
    ];
  } while (again.length > 0 && runs.length <= retries);
  return { runs, time_over: false };
}

/**
 * Watches a run until all its conversations are settled or the time runs out. In either case, no conversation
 * is left running.
 */
async function follow(
  service: TestService,
  { simulation_run_id, simulation_result_ids }: StartedRun,
  deadline: number,
  { poll_ms, now, sleep, tell, signal }: CheckOptions,
): Promise<{ readonly conversations: readonly Conversation[]; readonly complete: boolean }> {
  let open: readonly string[] = simulation_result_ids;
  const began = now();
  try {
    for (;;) {
      signal.throwIfAborted();
      const conversations = await service.conversations(simulation_run_id);
      const settled = new Set(conversations.filter(isSettled).map(({ id }) => id));
      // Also those that the answer to the start left out.
      const listed = conversations.filter((conversation) => !isSettled(conversation)).map(({ id }) => id);
      open = [...new Set([...simulation_result_ids.filter((id) => !settled.has(id)), ...listed])];
      if (open.length === 0) return { conversations, complete: true };
      const left = deadline - now();
      if (left <= 0) return { conversations, complete: false };
      await tell(
        `run ${simulation_run_id}: ${simulation_result_ids.length - open.length} of ${simulation_result_ids.length} conversations done`,
      );
      await sleep(Math.min(pollDelay(now() - began, poll_ms), left));
    }
  } finally {
    if (open.length > 0) await service.end(open);
  }
}
