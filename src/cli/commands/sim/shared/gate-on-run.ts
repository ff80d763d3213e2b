/** Waits for a run and gates on it: what `sim wait` does, and `sim start --wait` with its own run. */

import { EXIT_CODES } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { suspectLines } from "../../../render/evaluation/suspicions.ts";
import { reportFiles } from "../../bulk/reports.ts";
import type { Result } from "../../command.ts";
import { type LabelledCalls, readCanaries } from "../../judge/shared/canary.ts";
import { withReport } from "../../report/hint.ts";
import { htmlFiles } from "../../report/option.ts";
import { requireWritable } from "../../shared/writable.ts";
import { writeReport } from "../report.ts";
import { judge, timeOver, type Verdict, verdictText } from "./gate.ts";
import type { GateInput } from "./gate-options.ts";
import { readFindings } from "./run-findings.ts";
import { waitForRun } from "./wait-for-run.ts";

export const verdictView = {
  kind: "text",
  wraps: true,
  text: (verdict: Verdict) => verdictText(verdict),
} as const;

export interface ReadyGate extends Omit<GateInput, "canary"> {
  readonly canaries: readonly LabelledCalls[];
}

/** @throws Failure for a report or a canary that cannot be used, before anything is started or waited for */
export async function readGate(context: Context, { canary, ...input }: GateInput): Promise<ReadyGate> {
  await requireWritable(context, reportFiles(input.report));
  return { ...input, canaries: await readCanaries(context, canary) };
}

export async function gateOnRun(
  context: Context,
  which: { readonly simulation_id: string; readonly run_id: number | undefined; readonly poll: number },
  { min_pass_rate, allow_unevaluated, suspicions, max_wait, report, with_audio, ...judging }: ReadyGate,
): Promise<Result<Verdict>> {
  const { simulation_id } = which;
  const { startProgress } = await import("../../../terminal/progress.ts");
  const progress = isForProgram(context) ? undefined : await startProgress(context.terminal);
  const tell = async (text: string) => progress?.say(text);
  const { run, isOver } = await waitForRun(context, { ...which, max_wait, tell }).finally(() =>
    progress?.stop(),
  );
  const options = { min_pass_rate, allow_unevaluated, suspicions };
  const findings =
    run && isOver
      ? await readFindings(context, run, { simulation_id, allow_unevaluated, suspicions, ...judging })
      : undefined;
  const data: Verdict =
    run && isOver ? judge(run, findings, options) : timeOver(run, { max_wait, ...options });
  const hint = run && `next: \`parley sim results ${run.id}\` lists the conversations and how each ended`;
  const page = { simulation_id, files: htmlFiles(report), with_audio, outcomes: findings?.outcomes };
  const line = await writeReport(context, data, page);
  const suspected = suspectLines(findings?.suspects ?? [], {
    agent_id: findings?.agent_id,
    mode: suspicions,
  });
  const view = { ...verdictView, text: (verdict: unknown) => verdictText(verdict as Verdict, suspected) };
  return { data, view, ...withReport(hint, line), exitCode: data.passed ? EXIT_CODES.done : EXIT_CODES.gate };
}

/** With --json, stderr is kept for errors. */
const isForProgram = ({ globals }: Context) => globals.json || globals.output === "json";
