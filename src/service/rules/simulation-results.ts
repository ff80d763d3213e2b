/** Operations on conversations and runs after they began. */
import type { Kysely } from "kysely";
import { INCONCLUSIVE_ENDS } from "../../contract/values.ts";
import { conflict, notFound } from "../errors.ts";
import type { Handlers, Service } from "../handler.ts";
import { deleteConversations, deleteRunRows } from "../retention/delete-batch.ts";
import type { Database, Row } from "../store/schema.ts";
import { requireAgent } from "./agents.ts";
import { maskFields } from "./masked-fields.ts";
import { requireResult } from "./simulations/results.ts";
import { discount, unsettleResult } from "./simulations/settle.ts";
import { storeUpdates } from "./simulations/updates.ts";

export const simulationResultHandlers = {
  async update_simulation_result({ organization_id, body: { simulation_result_id, ...body } }, service) {
    const named = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
    );
    const { agent_id } = await requireResult(service.db, organization_id, String(simulation_result_id));
    const maskedFor = await maskFields(
      service,
      await requireAgent(service.db, organization_id, agent_id),
      named,
    );
    return service.write(async (transaction) => {
      const result = await requireResult(transaction, organization_id, String(simulation_result_id));
      if (Object.keys(named).length === 0) return updated("no field was given, so nothing has changed");
      const agent = await requireAgent(transaction, organization_id, result.agent_id);
      await storeUpdates(transaction, new Map([[result.id, maskedFor(agent)]]));
      if (result.ended_at === null) return updated("the evaluation of the conversation will include this");
      if (!isEvaluable(result)) return updated(`stored, but it changes no verdict: ${whyNot(result)}`);
      // If an evaluation is in progress, it notices the newer revision and runs again.
      if (result.outcome !== null) await evaluateAgain(transaction, service, result.id);
      return updated("the conversation is being evaluated again");
    });
  },

  async re_evaluate_simulation_result({ organization_id, params }, service) {
    return service.write(async (transaction) => {
      const result = await requireResult(transaction, organization_id, params.simulation_result_id);
      if (result.outcome === null) throw conflict(`${notYet(result)}; try again when that is done`);
      if (!isEvaluable(result)) throw conflict(`result ${result.id} cannot be evaluated: ${whyNot(result)}`);
      await evaluateAgain(transaction, service, result.id);
      return {
        status: "success",
        simulation_result_id: result.id,
        message: "the conversation is queued for evaluation",
      };
    });
  },

  async delete_simulation_result({ organization_id, params }, { write, jobs }) {
    return write(async (transaction) => {
      const result = await requireResult(transaction, organization_id, params.simulation_result_id);
      if (result.outcome === null) throw conflict(`${notYet(result)}; it can be deleted when that is done`);
      await discount(transaction, result);
      await deleteConversations(transaction, jobs, [result.id]);
      return {
        message: `simulation result ${result.id} was deleted`,
        deleted_simulation_result_id: result.id,
      };
    });
  },

  async delete_simulation_run({ organization_id, params: { simulation_run_id } }, { write, jobs }) {
    return write(async (transaction) => {
      const run = await requireRun(transaction, organization_id, simulation_run_id);
      if (run.status === "RUNNING")
        throw conflict(`run ${run.id} is in progress; end its conversations first (\`parley sim end\`)`);
      await deleteRunRows(transaction, jobs, run.id);
      return { message: `simulation run ${run.id} was deleted`, deleted_simulation_run_id: run.id };
    });
  },
} satisfies Partial<Handlers>;

/** The organization's run with this id, or 404. */
export async function requireRun(
  db: Kysely<Database>,
  organization_id: string,
  simulation_run_id: number,
): Promise<Row<"simulation_run">> {
  const run = await db
    .selectFrom("simulation_run")
    .selectAll()
    .where("id", "=", simulation_run_id)
    .where("organization_id", "=", organization_id)
    .executeTakeFirst();
  if (!run) throw notFound("simulation run", simulation_run_id);
  return run;
}

const updated = (message: string) => ({ status: "success" as const, message });

type Result = Row<"simulation_result">;

/** If the agent could not take part in a conversation, it says nothing about the agent. */
const isEvaluable = ({ report, end_reason }: Result) =>
  report !== null && !INCONCLUSIVE_ENDS.some((end) => end === end_reason);

const whyNot = ({ outcome_reason }: Result) => outcome_reason ?? "the agent took no part in it";

const notYet = ({ id, ended_at }: Result) =>
  ended_at === null ? `conversation ${id} has not ended yet` : `conversation ${id} is being evaluated`;

async function evaluateAgain(
  transaction: Kysely<Database>,
  { jobs }: Pick<Service, "jobs">,
  simulation_result_id: number,
): Promise<void> {
  await unsettleResult(transaction, simulation_result_id);
  const payload = { simulation_result_id };
  // If a job of this conversation was set aside, it would evaluate the conversation once more.
  await transaction
    .deleteFrom("job")
    .where("set_aside_at", "is not", null)
    .where("kind", "=", "evaluate_result")
    .where("payload", "=", JSON.stringify(payload))
    .execute();
  await jobs.add(transaction, [{ kind: "evaluate_result", payload }]);
}
