import type { LeastCoverage } from "../../../engine/coverage/coverage.ts";
import { Failure } from "../../../lib/failure.ts";
import type { RunCoverage } from "../../../results/coverage.ts";
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
    return await coverageOn(
      context,
      agent_id,
      runs.flatMap(({ conversations }) => conversations),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure) || Object.keys(least).length > 0) throw error;
    return null;
  }
}
