/** Compares a report with the service, because a file can be old, cut off or edited. */

import { readConversation } from "../../../contract/readings/conversation.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Conversation } from "../../../results/check/conversation.ts";
import { judgeOutcome, type Standing } from "../../../results/check/criteria.ts";
import type { Context } from "../../context.ts";
import {
  type Candidate,
  nameOf,
  type ReadReport,
  type ReportedAttempt,
  refused,
} from "../../release/evidence.ts";

/** How the service judges the outcome of each conversation of a run, by id. */
type Outcomes = ReadonlyMap<string, Standing>;

/**
 * Reads the runs that a report names again. Returns their conversations, or none if the service cannot
 * confirm the report.
 * @throws Failure (gate) if the service does not have them, or if they tested or found something else
 */
export async function confirmReport(
  context: Context,
  report: ReadReport,
  candidate: Candidate,
  where: string,
): Promise<readonly Conversation[]> {
  const runs = new Map<number, Outcomes>();
  const all: Conversation[] = [];
  for (const run_id of report.simulation_run_ids) {
    const conversations = await conversationsOf(context, run_id, { candidate, where });
    if (!conversations) {
      await context.terminal.note(
        "the service cannot confirm the report: it does not list the conversations of a run",
      );
      return [];
    }
    const outcomes = conversations.map(
      (conversation) =>
        [conversation.id, judgeOutcome(conversation, report.allow_unevaluated).standing] as const,
    );
    runs.set(run_id, new Map(outcomes));
    all.push(...conversations);
  }
  if (runs.size === 0) {
    await context.terminal.note("the report names no simulation run, so the service cannot confirm it");
    return [];
  }
  if (report.tests === null) confirmCounts(report, runs, where);
  else
    confirmAttempts(
      report.tests.flatMap(({ attempts }) => attempts),
      runs,
      where,
    );
  return all;
}

/** Undefined if the service does not offer this. */
async function conversationsOf(
  context: Context,
  simulation_run_id: number,
  { candidate, where }: { readonly candidate: Candidate; readonly where: string },
): Promise<Conversation[] | undefined> {
  const { kind, agent_id, version, id } = candidate;
  const answer = await context
    .read("list_simulation_results", { params: { simulation_run_id } })
    .catch((error: unknown) => {
      if (!(error instanceof Failure) || error.outcome !== "not_found") throw error;
      if (error.options.code === "not_offered") return undefined;
      throw refused(`the service has no run ${simulation_run_id}, which the report names`, where);
    });
  if (!answer) return undefined;
  const { simulation_run: run, simulation_results } = answer;
  if (run.agent_id !== undefined && Number(run.agent_id) !== agent_id)
    throw refused(`run ${simulation_run_id} tested agent ${run.agent_id}, not agent ${agent_id}`, where);
  const tested = (kind === "prompt" ? run.prompt_id : run.knowledge_base_id) ?? null;
  if (tested !== null && id !== null && tested !== id)
    throw refused(
      `run ${simulation_run_id} tested a different ${nameOf(kind)} version, not version ${version}`,
      where,
    );
  return simulation_results.map(readConversation);
}

/** Requires that the report lists all conversations, no others, and the same outcomes. */
function confirmAttempts(
  attempts: readonly ReportedAttempt[],
  runs: ReadonlyMap<number, Outcomes>,
  where: string,
): void {
  for (const { simulation_run_id: run_id, simulation_result_id: id, outcome } of attempts) {
    const own_outcome = runs.get(run_id)?.get(id);
    if (own_outcome === undefined)
      throw refused(`run ${run_id} has no conversation ${id}, which the report lists`, where);
    if (judgement(own_outcome) !== judgement(outcome))
      throw refused(
        `the report says that conversation ${id} ${judgement(outcome)}; the service says that it ${judgement(own_outcome)}`,
        where,
      );
  }
  const listed = new Set(attempts.map(({ simulation_result_id }) => simulation_result_id));
  for (const [run_id, outcomes] of runs)
    for (const id of outcomes.keys())
      if (!listed.has(id)) throw refused(`the report leaves out conversation ${id} of run ${run_id}`, where);
}

/** A report without its tests may not claim more than the runs contain. */
function confirmCounts(
  { total, passed }: ReadReport,
  runs: ReadonlyMap<number, Outcomes>,
  where: string,
): void {
  const [first] = runs.values();
  const had = first?.size ?? 0;
  if (total < had) throw refused(`the report counts ${total} tests; the run had ${had}`, where);
  const all_outcomes = [...runs.values()].flatMap((outcomes) => [...outcomes.values()]);
  const good = all_outcomes.filter((outcome) => outcome === "passed").length;
  if (passed > good)
    throw refused(`the report says that ${passed} passed; the service says that ${good} did`, where);
}

const judgement = (outcome: string | null) =>
  outcome === "passed" || outcome === "failed" ? outcome : "was not judged";
