/** What to do after a check: the command that releases what it tested, with its proof. */

import { shellWord } from "../../../lib/shell-word.ts";
import type { CheckReport } from "../../release/check/report.ts";

export interface Proof {
  /** The JSON report of the check, if one was written. */
  readonly report: string | undefined;
  /** The version in production when the check began; null if there was none. */
  readonly before: number | null;
}

export function nextOf(
  { reason, agent_id, prompt_version, prompt_evidence, simulation_run_ids, min_pass_rate }: CheckReport,
  { report, before }: Proof,
): string {
  if (reason !== null || prompt_version === null || prompt_version === before)
    return `next: \`parley sim results ${simulation_run_ids.at(-1)}\` lists the conversations`;
  const [run, ...retries] = simulation_run_ids;
  const proof =
    report !== undefined
      ? [`--require-eval ${shellWord(report)}`]
      : run !== undefined && retries.length === 0
        ? [`--require-run ${run}`]
        : [];
  const isConfirmed = prompt_evidence === "confirmed";
  const command = [
    `parley prompts promote ${prompt_version} production --agent ${agent_id}`,
    `--expect ${before ?? "none"}`,
    ...proof,
    ...(proof.length > 0 && min_pass_rate < 1 ? [`--min-pass-rate ${min_pass_rate}`] : []),
    ...(proof.length > 0 && !isConfirmed ? ["--accept-unconfirmed"] : []),
  ].join(" ");
  return isConfirmed
    ? `next: \`${command}\` releases it`
    : `next: let the agent confirm its version (\`parley docs releases\` says how), or release it without that proof: \`${command}\``;
}
