import { setTimeout as sleep } from "node:timers/promises";
import { readConversation } from "../../../../contract/readings/conversation.ts";
import { isSettled } from "../../../../contract/rules/outcomes.ts";
import { Failure, usage } from "../../../../lib/failure.ts";
import { pollDelay } from "../../../../lib/poll-delay.ts";
import type { Context } from "../../../context.ts";
import { allEnded, describeRun, isKnownStatus, isOver, newest, type Run } from "./run.ts";

export interface Wait {
  readonly simulation_id: string;
  readonly run_id: number | undefined;
  /** Seconds. */
  readonly max_wait: number;
  readonly poll: number;
  readonly tell: (text: string) => Promise<void>;
}

export interface Waited {
  /** As it is at the end; undefined if there is none. */
  readonly run: Run | undefined;
  /** False if the time ran out. */
  readonly isOver: boolean;
}

/** Waits until the run is over, or the time runs out. Reports progress on stderr. */
export async function waitForRun(
  context: Context,
  { simulation_id, run_id, max_wait, poll, tell }: Wait,
): Promise<Waited> {
  const began = performance.now();
  let chosen = run_id;
  for (;;) {
    const { simulation_runs } = await context.read("list_simulation_runs", { params: { simulation_id } });
    // Choose only once: a run started meanwhile belongs to somebody else.
    const run =
      chosen === undefined
        ? onlyRun(simulation_id, simulation_runs)
        : simulation_runs.find(({ id }) => id === chosen);
    if (chosen !== undefined && !run) throw unknownRun(simulation_id, chosen);
    chosen = run?.id;
    if (run && (isOver(run) || (await hasOnlySettled(context, run)))) return { run, isOver: true };
    const waited = performance.now() - began;
    const left = max_wait * 1000 - waited;
    if (left <= 0) return { run, isOver: false };
    await tell(run ? describe(run) : `simulation ${simulation_id} has no run yet`);
    await sleep(Math.min(pollDelay(waited, poll * 1000), left), undefined, { signal: context.signal });
  }
}

/**
 * Whether every conversation of a run that calls all its tests done is final: then nothing is left to wait for, whatever
 * its status. If the service doesn't list them, nobody knows.
 */
async function hasOnlySettled(context: Context, run: Run): Promise<boolean> {
  if (!allEnded(run)) return false;
  try {
    const params = { simulation_run_id: run.id };
    const { simulation_results } = await context.read("list_simulation_results", { params });
    const settled = simulation_results.filter((simulation_result) =>
      isSettled(readConversation(simulation_result)),
    );
    return settled.length === simulation_results.length && settled.length >= run.total_tests;
  } catch (error) {
    if (error instanceof Failure && error.outcome === "not_found") return false;
    throw error;
  }
}

/**
 * The run in progress, or else the newest.
 * @throws Failure (usage) if several are in progress: most of them belong to somebody else
 */
function onlyRun(simulation_id: string, runs: readonly Run[]): Run | undefined {
  const going = runs.filter((run) => !isOver(run));
  if (going.length < 2) return going[0] ?? newest(runs);
  const ids = going.map(({ id }) => id);
  throw usage(`simulation ${simulation_id} has ${ids.length} runs in progress: ${ids.join(", ")}`, {
    hint: `choose one with --run: \`parley sim wait ${simulation_id} --run ${ids[0]}\``,
  });
}

const unknownRun = (simulation_id: string, run_id: number) =>
  new Failure("not_found", `simulation ${simulation_id} has no run ${run_id}`, {
    hint: `\`parley sim runs ${simulation_id}\` lists its runs`,
  });

const describe = (run: Run) =>
  describeRun(run) +
  (isKnownStatus(run) ? "" : "; unknown status, so the run counts as over when all its tests are done");
