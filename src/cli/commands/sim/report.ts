import type { Outcome } from "../../../contract/rules/outcomes.ts";
import { STANDINGS } from "../../../results/talk.ts";
import type { Context } from "../../context.ts";
import type { Verdict } from "./shared/gate.ts";
import { namedBy } from "./shared/named-by.ts";

interface Page {
  readonly simulation_id: string;
  readonly files: readonly string[];
  /** The page contains the recordings. */
  readonly with_audio: boolean;
  /** The outcomes that the gate counted, by the id of the conversation; others are as the service says. */
  readonly outcomes: ReadonlyMap<string, Outcome> | undefined;
}

/**
 * Writes the HTML report of a run that `sim wait` has judged. If there is no run, there is nothing to write.
 */
export async function writeReport(
  context: Context,
  { run, passed, reason, min_pass_rate, judged_rates }: Verdict,
  { simulation_id, files, with_audio, outcomes }: Page,
): Promise<string | undefined> {
  if (files.length === 0 || !run) return undefined;
  const { saveHtml } = await import("../report/save.ts");
  const { readRun, runOverview } = await import("../report/gather.ts");
  const { resultTalks } = await import("../report/talks.ts");
  const { digitalHumanNames } = await import("../release/shared/simulation.ts");
  return saveHtml(context, files, async () => {
    const nameOf = namedBy(await digitalHumanNames(context, Number(simulation_id)));
    const rows = (await readRun(context, run.id)).rows(nameOf).map((row) => {
      const outcome = outcomes?.get(row.id);
      return outcome ? { ...row, standing: STANDINGS[outcome] } : row;
    });
    const overview = runOverview(run, rows, {
      simulation_id,
      judgement: { passed, reason, required: min_pass_rate },
      judged_rates,
      command: `parley sim wait ${simulation_id} --run ${run.id}`,
    });
    const ids = rows.map(({ id }) => id);
    return { overview, ...(await resultTalks(context, ids, { nameOf, with_audio })) };
  });
}
