import type { LeastCoverage } from "../../../engine/coverage/coverage.ts";
import { Failure } from "../../../lib/failure.ts";
import type { RunCoverage, RunRecord } from "../../../results/coverage.ts";
import type { Context } from "../../context.ts";
import type { TestedRun } from "../../release/check/gate.ts";
import { coverageOn } from "../sim/shared/read-coverage.ts";

/**
 * What the conversations of a check have reached. Null if the service doesn't say and nothing depends on it.
 * @throws Failure if a least coverage is required and cannot be asked for
 */
export async function coverageOfCheck(
  context: Context,
  agent_id: number,
  { runs, least }: { readonly runs: readonly TestedRun[]; readonly least: LeastCoverage },
): Promise<RunCoverage | null> {
  try {
    const conversations = runs.flatMap((run) => run.conversations);
    return await coverageOn(context, agent_id, { conversations, runs: await recordsOf(context, runs) });
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure) || Object.keys(least).length > 0) throw error;
    return null;
  }
}

/** What the worlds of the runs have, if they have any. */
async function recordsOf(context: Context, runs: readonly TestedRun[]): Promise<RunRecord[]> {
  const records: RunRecord[] = [];
  for (const { simulation_run_id: id, conversations } of runs) {
    if (conversations.every(({ world_steps }) => !world_steps)) continue;
    const { simulation_run } = await context.read("list_simulation_results", {
      params: { simulation_run_id: id },
    });
    records.push({ id, world_steps: simulation_run?.world_steps });
  }
  return records;
}
