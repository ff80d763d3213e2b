/** How many conversations of a run have which outcome, and the sentence that says so. */
import type { Kysely } from "kysely";
import { countRun, countsInWords } from "../../../contract/rules/outcomes.ts";
import type { Database, Row } from "../../store/schema.ts";
import { readReport } from "./results.ts";

/** The fields of a settled conversation that its run counts. */
export type Counted = Pick<Row<"simulation_result">, "simulation_run_id" | "outcome" | "report">;

/**
 * Adds an outcome to the counts of its run, or subtracts it. This happens in the store, so that simultaneous
 * changes all count.
 */
export function addToCounts(
  transaction: Kysely<Database>,
  { simulation_run_id, outcome, report }: Counted,
  by: 1 | -1,
): Promise<Row<"simulation_run">> {
  const changeIf = (counted: boolean) => (counted ? by : 0);
  const isUnanswered = outcome === "incompleted" && Boolean(readReport(report).fidelity?.unanswered);
  return transaction
    .updateTable("simulation_run")
    .set((row) => ({
      tests_passed: row("tests_passed", "+", changeIf(outcome === "passed")),
      tests_failed: row("tests_failed", "+", changeIf(outcome === "failed")),
      tests_completed: row("tests_completed", "+", changeIf(outcome !== "incompleted")),
      tests_incompleted: row("tests_incompleted", "+", changeIf(outcome === "incompleted")),
      tests_unanswered: row("tests_unanswered", "+", changeIf(isUnanswered)),
    }))
    .where("id", "=", simulation_run_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Removes a settled conversation from its run, which then has one less. A run without conversations is over.
 * The counts stay true for the rest.
 */
export async function discount(transaction: Kysely<Database>, result: Counted): Promise<void> {
  if (result.outcome === null) return;
  const { simulation_run_id } = result;
  const run = await addToCounts(transaction, result, -1);
  const total_tests = run.total_tests - 1;
  const left = { ...run, total_tests };
  const isOver = run.status !== "RUNNING";
  await transaction
    .updateTable("simulation_run")
    .set({ total_tests, ...(isOver && { summary: summaryOf(left) }) })
    .where("id", "=", simulation_run_id)
    .execute();
}

export function summaryOf(run: Row<"simulation_run">) {
  const unanswered =
    run.tests_unanswered > 0
      ? [`${run.tests_unanswered} of these because the caller could not answer a question`]
      : [];
  const noun = run.total_tests === 1 ? "conversation" : "conversations";
  return `${run.total_tests} ${noun}: ${[countsInWords(countRun(run)), ...unanswered].join(", ")}`;
}
