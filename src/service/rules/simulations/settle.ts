/** The outcomes of conversations, counted in their run. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { OUTCOMES } from "../../../contract/values.ts";
import type { Service } from "../../handler.ts";
import type { Database, Row } from "../../store/schema.ts";
import { sendEvent } from "../../webhooks/outbox.ts";
import { readReport } from "./results.ts";
import { showRun } from "./show.ts";

type Outcome = (typeof OUTCOMES)[number];

interface Settlement {
  readonly outcome: Outcome;
  /** Why, for the person who reads the outcome. */
  readonly reason: string | null;
  /** The criteria that decided it, if criteria did. */
  readonly criteria?: Output<"SimulationResult">["criteria"];
  /** Where its outcome does not say it. */
  readonly status?: "REJECTED";
}

type Outbox = Pick<Service, "jobs" | "now" | "newId">;

/**
 * Settles an ended conversation, counts it in its run and reports both. If its digital human was not true to its record,
 * it is inconclusive, whatever was found: it says nothing about the agent. Settling twice changes nothing.
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
  await transaction
    .updateTable("simulation_result")
    .set({ outcome, outcome_reason, status, criteria: criteria && JSON.stringify(criteria) })
    .where("id", "=", simulation_result_id)
    .execute();
  await sendEvent(transaction, service, {
    organization_id: result.organization_id,
    event: "simulation_result_evaluated",
    data: {
      simulation_result_id: String(result.id),
      simulation_run_id: result.simulation_run_id,
      simulation_id: result.simulation_id,
      agent_id: result.agent_id,
      digital_human_id: result.digital_human_id,
      status,
      end_reason: result.end_reason,
      outcome,
      outcome_reason,
    },
  });
  await count(transaction, service, result.simulation_run_id, outcome);
}

/**
 * Reopens an inconclusive conversation so that it can be evaluated again: it and its run become as they were before.
 * Does nothing if the outcome was different.
 */
export async function unsettleResult(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<void> {
  const result = await transaction
    .updateTable("simulation_result")
    .set({
      outcome: null,
      outcome_reason: null,
      criteria: null,
      evaluation: null,
      status: "CONVERSATION_ENDED",
    })
    .where("id", "=", simulation_result_id)
    .where("outcome", "=", "incompleted")
    .returning("simulation_run_id")
    .executeTakeFirst();
  if (!result) return;
  await transaction
    .updateTable("simulation_run")
    .set((row) => ({
      tests_incompleted: row("tests_incompleted", "-", 1),
      status: "RUNNING" as const,
      summary: "",
    }))
    .where("id", "=", result.simulation_run_id)
    .execute();
}

function settlementOf({ report }: Row<"simulation_result">, found: Settlement): Settlement {
  const { fidelity } = readReport(report);
  if (fidelity?.verdict !== "simulator_invalid") return found;
  const reasons = [...new Set(fidelity.infidelities.map((infidelity) => infidelity.reason))];
  return {
    outcome: "incompleted",
    reason: `the digital human was not true to its record: ${reasons.join(", ")}`,
  };
}

/** Adds to the counts in the store, so that simultaneous ends are all counted; the last one ends the run. */
async function count(
  transaction: Kysely<Database>,
  service: Outbox,
  simulation_run_id: number,
  outcome: Outcome,
): Promise<void> {
  const one = (counted: boolean) => (counted ? 1 : 0);
  const run = await transaction
    .updateTable("simulation_run")
    .set((row) => ({
      tests_passed: row("tests_passed", "+", one(outcome === "passed")),
      tests_failed: row("tests_failed", "+", one(outcome === "failed")),
      tests_completed: row("tests_completed", "+", one(outcome !== "incompleted")),
      tests_incompleted: row("tests_incompleted", "+", one(outcome === "incompleted")),
    }))
    .where("id", "=", simulation_run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (run.tests_completed + run.tests_incompleted < run.total_tests) return;
  const over = await transaction
    .updateTable("simulation_run")
    .set({ status: run.tests_completed > 0 ? "COMPLETED" : "INCOMPLETED", summary: summaryOf(run) })
    .where("id", "=", simulation_run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { organization_id, simulation_id } = over;
  await sendEvent(transaction, service, {
    organization_id,
    event: "simulation_ended",
    data: { simulation_id, simulation_run: showRun(over) },
  });
}

function summaryOf({ total_tests, tests_passed, tests_failed, tests_incompleted }: Row<"simulation_run">) {
  const of = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : []);
  const parts = [
    ...of(tests_passed, "passed"),
    ...of(tests_failed, "failed"),
    ...of(tests_incompleted, "not evaluated"),
  ];
  return `${total_tests} ${total_tests === 1 ? "conversation" : "conversations"}: ${parts.join(", ")}`;
}
