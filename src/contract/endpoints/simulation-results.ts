/** Operations of the hosted API that change the runs and results of simulations. */
import type { Endpoint } from "./row.ts";

export const simulationResults = {
  update_simulation_result: {
    method: "POST",
    path: "/v1/update-simulation-result",
    tier: "hosted",
    summary: "Report what only the agent's side knows about a conversation, during it or afterwards",
    body: "SimulationResultUpdate",
    answer: "SimulationResultUpdated",
    errors: [404],
    repeat: "once",
  },
  re_evaluate_simulation_result: {
    method: "POST",
    path: "/v1/re-evaluate-simulation-result/{simulation_result_id}",
    tier: "hosted",
    summary: "Evaluate an ended conversation again, with the current metrics",
    params: { simulation_result_id: { type: "string" } },
    answer: "SimulationResultReEvaluated",
    errors: [404, 409],
    repeat: "once",
  },
  delete_simulation_result: {
    method: "DELETE",
    path: "/v1/simulation-result/{simulation_result_id}",
    tier: "hosted",
    summary: "Delete an evaluated conversation of a run permanently",
    params: { simulation_result_id: { type: "string" } },
    answer: "DeletedSimulationResult",
    errors: [404, 409],
    repeat: "safe",
  },
  delete_simulation_run: {
    method: "DELETE",
    path: "/v1/simulation-run/{simulation_run_id}",
    tier: "hosted",
    summary: "Delete a finished run permanently, with its conversations",
    params: { simulation_run_id: { type: "integer" } },
    answer: "DeletedSimulationRun",
    errors: [404, 409],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
