/** The evidence that a promotion can require before anything is sent. */
import { resolve } from "node:path";
import { readConversation } from "../../../contract/readings/conversation.ts";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import {
  type Candidate,
  nameOf,
  passRate,
  refused,
  reportedPassRate,
  requireConfirmed,
} from "../../release/evidence.ts";
import type { Evidence } from "../../release/history.ts";
import { readTestReport } from "../../release/test-report.ts";
import { type GatheredEvidence, gatherEvidence } from "../../release/version-evidence.ts";
import { flag, option } from "../command.ts";
import { integerFrom, numberBetween } from "../parsers.ts";
import { describeRun, isOver } from "../sim/shared/run.ts";
import { confirmReport } from "./confirm-report.ts";

export const requireOptions = {
  require_run: option(
    "--require-run <run-id>",
    "refuse with exit code 9 unless this simulation run tested exactly this version and passed",
    integerFrom(1),
  ),
  require_eval: option(
    "--require-eval <report.json>",
    "refuse with exit code 9 unless this report is about exactly this version and passed, and the service confirms it",
  ),
  accept_unconfirmed: flag(
    "--accept-unconfirmed",
    "accept a run whose agent did not confirm that it ran this version; the history says so",
  ),
  min_pass_rate: option(
    "--min-pass-rate <rate>",
    "required pass rate, from 0 to 1 (default: 1)",
    numberBetween(0, 1),
  ),
};

export interface Requirements {
  readonly require_run: number | undefined;
  readonly require_eval: string | undefined;
  readonly accept_unconfirmed?: boolean;
  readonly min_pass_rate: number | undefined;
}

/** Refuses options that would have no effect, before sending any request. */
export function checkRequirements({
  require_run,
  require_eval,
  min_pass_rate,
  accept_unconfirmed,
}: Requirements): void {
  if (require_run !== undefined || require_eval !== undefined) return;
  const option =
    min_pass_rate !== undefined ? "--min-pass-rate" : accept_unconfirmed ? "--accept-unconfirmed" : undefined;
  if (option !== undefined)
    throw usage(`${option} needs --require-run or --require-eval`, { hint: "give one of them too" });
}

/**
 * The evidence for the candidate; null if none is required. @throws Failure (gate) if the evidence does not
 * support it
 */
export async function requireEvidence(
  context: Context,
  candidate: Candidate,
  { require_run, require_eval, accept_unconfirmed = false, min_pass_rate = 1 }: Requirements,
): Promise<Evidence | null> {
  const reported =
    require_eval === undefined
      ? undefined
      : await reportProof(context, candidate, require_eval, min_pass_rate);
  const ran =
    require_run === undefined ? undefined : await runProof(context, candidate, require_run, min_pass_rate);
  for (const proof of [reported, ran])
    if (proof) requireConfirmed(candidate, proof.gathered, accept_unconfirmed, proof.where);
  const proof = ran ?? reported;
  if (!proof) return null;
  return {
    ...(require_run !== undefined && { simulation_run_id: require_run }),
    ...(require_eval !== undefined && { report: require_eval }),
    pass_rate: proof.pass_rate,
    version_evidence: proof.gathered.evidence,
  };
}

interface Proof {
  readonly pass_rate: number;
  /** What shows that the agent ran the candidate. */
  readonly gathered: GatheredEvidence;
  readonly where: string;
}

/** The pass rate in a report about the candidate, confirmed by the service if it can. */
async function reportProof(
  context: Context,
  candidate: Candidate,
  file: string,
  min_pass_rate: number,
): Promise<Proof> {
  const report = await readTestReport(resolve(context.cwd, file), file);
  const pass_rate = reportedPassRate(report, candidate, min_pass_rate, file);
  // Only the service knows what the agent said; a file may say anything.
  const conversations = await confirmReport(context, report, candidate, file);
  return { pass_rate, gathered: gatherEvidence(candidate.kind, conversations), where: file };
}

/** The pass rate of a run that tested the candidate. */
async function runProof(
  context: Context,
  { kind, agent_id, version, id }: Candidate,
  simulation_run_id: number,
  min_pass_rate: number,
): Promise<Proof> {
  const where = `simulation run ${simulation_run_id}`;
  const answer = await context.read("list_simulation_results", { params: { simulation_run_id } });
  const { simulation_run: told, simulation_results } = answer;
  if (simulation_results.length === 0) throw refused("the run has no conversations", where);
  if (told.agent_id !== undefined && Number(told.agent_id) !== agent_id)
    throw refused(`the run tested agent ${told.agent_id}, not agent ${agent_id}`, where);
  const tested = (kind === "prompt" ? told.prompt_id : told.knowledge_base_id) ?? null;
  if (tested === null || id === null)
    throw refused(`the service does not say which ${nameOf(kind)} version the run tested`, where);
  if (tested !== id)
    throw refused(`the run tested a different ${nameOf(kind)} version, not version ${version}`, where);
  const { simulation_id } = told;
  const params = { simulation_id };
  const { simulation_runs } = await context.read("list_simulation_runs", { params });
  const run = simulation_runs.find((simulation_run) => simulation_run.id === simulation_run_id);
  if (!run) throw refused(`the run does not belong to simulation ${simulation_id}`, where);
  if (!isOver(run))
    throw refused(
      `the run is not over: ${describeRun(run)}`,
      where,
      `nothing was sent; \`parley sim wait ${simulation_id} --run ${simulation_run_id}\` waits for it`,
    );
  const { total_tests: total, tests_passed: passed, tests_failed: failed } = run;
  return {
    pass_rate: passRate({ total, passed, failed }, min_pass_rate, where),
    gathered: gatherEvidence(kind, simulation_results.map(readConversation)),
    where,
  };
}
