import { Failure } from "../../../../lib/failure.ts";

interface Queued {
  readonly simulation_run_id: string;
  readonly simulation_result_ids?: readonly string[] | undefined;
}

/**
 * The id of a run that was just queued.
 * @throws Failure (failed) if the answer has none: nobody could wait for the run, and it may be in progress
 */
export function startedRun({ simulation_run_id, simulation_result_ids = [] }: Queued): number {
  const id = Number(simulation_run_id ?? Number.NaN);
  if (Number.isSafeInteger(id) && id > 0) return id;
  const ids_given =
    simulation_result_ids.length > 0
      ? `its conversations: ${simulation_result_ids.join(", ")}`
      : "`parley sim runs <simulation-id>` lists the runs";
  throw new Failure(
    "failed",
    `the service's answer names no run that can be asked for: ${JSON.stringify(simulation_run_id ?? null)}`,
    {
      code: "unexpected_answer",
      hint: `the service may have started the run; ${ids_given}`,
    },
  );
}
