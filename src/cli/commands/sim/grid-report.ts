import type { JudgedGrid } from "../../../results/grid/grid.ts";
import type { Context } from "../../context.ts";
import { htmlFiles } from "../report/option.ts";
import type { ReadyGate } from "./shared/gate-on-run.ts";

/** Writes the page of a grid: its picture, and the conversations of all runs. Returns the line that names the page. */
export async function writeGridReport(
  context: Context,
  { cells, passed, reason, min_pass_rate, simulation_id }: JudgedGrid,
  { gate: { report, with_audio }, command }: { readonly gate: ReadyGate; readonly command: string },
): Promise<string | undefined> {
  const files = htmlFiles(report);
  const runs = cells.flatMap(({ simulation_run_id: id }) => (id === null ? [] : [String(id)]));
  if (files.length === 0 || runs.length === 0) return undefined;
  const { saveHtml } = await import("../report/save.ts");
  const { overviewOf } = await import("../report/collect.ts");
  return saveHtml(context, files, async () => {
    const references = runs.map((id) => ({ kind: "run", id }) as const);
    const { overview, ...rest } = await overviewOf(context, references, { with_audio });
    const title = `Simulation ${simulation_id} under ${cells.length} conditions`;
    const judgement = { passed, reason, required: min_pass_rate };
    return { overview: { ...overview, title, judgement, grid: cells, command }, ...rest };
  });
}
