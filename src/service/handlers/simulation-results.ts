/** Operations on conversations and runs after they began. */
import { requireAgent } from "../domain/agents/lookup.ts";
import { discount } from "../domain/conversations/counts.ts";
import { evaluateAgain, isEvaluable, whyNot } from "../domain/conversations/evaluate-again.ts";
import { requireResult } from "../domain/conversations/results.ts";
import { storeUpdates } from "../domain/conversations/updates.ts";
import { maskFields } from "../domain/masked-fields.ts";
import { requireRun } from "../domain/simulations/lookup.ts";
import { conflict } from "../errors.ts";
import { deleteConversations, deleteRunRows } from "../retention/delete-batch.ts";
import type { Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

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

const updated = (message: string) => ({ status: "success" as const, message });

type Result = Row<"simulation_result">;

const notYet = ({ id, ended_at }: Result) =>
  ended_at === null ? `conversation ${id} has not ended yet` : `conversation ${id} is being evaluated`;
