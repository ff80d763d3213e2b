/** The outcomes of conversations, counted in their run. */

import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { OUTCOMES } from "../../../contract/values.ts";
import { observe } from "../../alerts/observe.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { ReportedEvaluation } from "../../published/evaluation.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import { sendEvent } from "../../webhooks/outbox.ts";
import { redactsPii } from "../agents/lookup.ts";
import { showRun } from "../simulations/show.ts";
import type { WithTogether } from "./calls-known.ts";
import { addToCounts, type Counted, summaryOf } from "./counts.ts";
import { evaluatedFields, publishedOf } from "./events.ts";
import { nextCall } from "./journey.ts";
import { promiseOpening } from "./opening.ts";
import { readReport } from "./results.ts";
import { forgetState } from "./state-probe.ts";
import { judgeUnreported } from "./unreported.ts";

type Outcome = (typeof OUTCOMES)[number];

interface Settlement {
  readonly outcome: Outcome;
  /** The reason, for people who read the outcome. */
  readonly reason: string | null;
  /** The criteria that decided it, if criteria did. */
  readonly criteria?: Output<"SimulationResult">["criteria"];
  /** What webhooks and alerts say about its evaluation. Absent if it was not evaluated. */
  readonly reported?: ReportedEvaluation;
  /** Set if the outcome does not determine it. */
  readonly status?: "REJECTED";
}

type Outbox = Jobs & Clock & Ids & WithTogether;

/**
 * Settles an ended conversation, counts it in its run, and reports both. If its digital human was not true to
 * its record, it is inconclusive, whatever the verdicts are, because it says nothing about the agent.
 * Settling twice changes nothing.
 */
export async function settleResult(
  transaction: Kysely<Database>,
  service: Outbox,
  simulation_result_id: number,
  found: Settlement,
): Promise<void> {
  const result = await transaction
    .selectFrom("simulation_result")
    .selectAll()
    .where("id", "=", simulation_result_id)
    .where("outcome", "is", null)
    .executeTakeFirst();
  if (!result) return;
  const { outcome, reason: outcome_reason, criteria = null } = settlementOf(result, found);
  const status = found.status ?? (outcome === "incompleted" ? "INCOMPLETED" : "COMPLETED");
  const settled = await transaction
    .updateTable("simulation_result")
    .set({ outcome, outcome_reason, status, criteria: criteria && JSON.stringify(criteria) })
    .where("id", "=", simulation_result_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await sendEvent(transaction, service, {
    organization_id: result.organization_id,
    event: "simulation_result_evaluated",
    fields: () => evaluatedFields(transaction, settled, found.reported),
  });
  if (found.reported) await observeResult(transaction, service, settled, found.reported);
  await count(transaction, service, { ...result, outcome });
  await leaveState(transaction, service, settled);
  const stopped = await nextCall(transaction, service, settled);
  if (stopped !== undefined)
    await settleResult(transaction, service, stopped, {
      outcome: "incompleted",
      reason: `the call before it in the journey did not pass (${outcome})`,
    });
}

const selectRead = prepared((db, { id }: Pick<Row<"simulation_result">, "id">) =>
  db
    .selectFrom("state_reading")
    .innerJoin("simulation_result", "simulation_result.id", "state_reading.simulation_result_id")
    .innerJoin("agent", "agent.id", "simulation_result.agent_id")
    .select("agent.record")
    .where("simulation_result_id", "=", id),
);

/** The state of the agent's system is the next conversation's now. */
async function leaveState(
  transaction: Kysely<Database>,
  service: Jobs,
  { id, simulation_run_id }: Row<"simulation_result">,
): Promise<void> {
  const [agent] = await selectRead(transaction, { id });
  if (!agent) return;
  if (redactsPii(agent)) await forgetState(transaction, id);
  await promiseOpening(transaction, service, simulation_run_id);
}

/** Passes the evaluation to the alerts. */
async function observeResult(
  transaction: Kysely<Database>,
  service: Outbox,
  result: Row<"simulation_result">,
  reported: ReportedEvaluation,
): Promise<void> {
  await observe(transaction, service, {
    organization_id: result.organization_id,
    agent_id: result.agent_id,
    source: "simulation",
    subject: `result ${result.id}`,
    evaluated: () => ({ evaluation: reported, published: publishedOf(result, reported, new Map()) }),
  });
}

function settlementOf({ report }: Row<"simulation_result">, found: Settlement): Settlement {
  const { fidelity } = readReport(report);
  if (fidelity?.verdict !== "simulator_invalid") return found;
  const reasons = [...new Set(fidelity.infidelities.map((infidelity) => infidelity.reason))];
  return {
    outcome: "incompleted",
    reason: `the digital human did not keep to its record: ${reasons.join(", ")}`,
  };
}

/** Counts an outcome. The last one ends the run, unless the run has shown that others must be judged again. */
async function count(transaction: Kysely<Database>, service: Outbox, result: Counted): Promise<void> {
  const { simulation_run_id } = result;
  const run = await addToCounts(transaction, result, 1);
  if (run.tests_completed + run.tests_incompleted < run.total_tests) return;
  if (await judgeUnreported(transaction, service, simulation_run_id)) return;
  const over = await transaction
    .updateTable("simulation_run")
    .set({ status: run.tests_completed > 0 ? "COMPLETED" : "INCOMPLETED", summary: summaryOf(run) })
    .where("id", "=", simulation_run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { organization_id, simulation_id } = over;
  await sendEvent(transaction, service, {
    organization_id,
    event: "simulation_run_ended",
    fields: () => ({ simulation_id, simulation_run_id: over.id, simulation_run: showRun(over) }),
  });
}
