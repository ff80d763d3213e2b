import { arg, defineCommand, option } from "../command.ts";
import { deleteCommand, noun, showCommand, updateCommand } from "../noun.ts";
import { integerFrom } from "../parsers.ts";
import { SETTINGS } from "./shared/settings.ts";

const simulation = {
  ...noun("sim", "simulation", "simulation_id"),
  id: arg("<simulation-id>", "a simulation", integerFrom(1)),
  example: 7,
};

export const commands = {
  list: defineCommand({
    needs: ["list_simulations", "list_simulations_by_agent"],
    options: { agent_id: option("--agent <id>", "only simulations of this agent", integerFrom(1)) },
    examples: [
      ["parley sim list", "every simulation in the organization"],
      ["parley sim list --agent 101", "those that test agent 101"],
    ],
    view: {
      kind: "rows",
      rows: "simulations",
      columns: [
        "id",
        "name",
        "agent_id",
        { title: "digital_humans", value: "digital_human_ids", absent: "none yet" },
        { title: "created", value: "created_at", kind: "time" },
      ],
      empty: "no simulations",
    },
    async run(context, { agent_id }) {
      if (agent_id !== undefined)
        return { data: await context.read("list_simulations_by_agent", { params: { agent_id } }) };
      return { data: await context.read("list_simulations", {}) };
    },
  }),

  show: showCommand(simulation, "get_simulation", {
    examples: [
      ["parley sim show 7", "simulation 7, field by field"],
      ["parley sim show 7 --json --query digital_human_ids", "who takes part in it"],
    ],
    absent: { digital_human_ids: "no digital humans yet" },
    hint: (_, id) =>
      `next: \`parley dh list ${id}\` lists its digital humans, \`parley sim runs ${id}\` its runs`,
  }),

  update: updateCommand(simulation, "update_simulation", {
    about:
      "Sends only the fields that you name; all others are unchanged, and so are runs that have started. " +
      `${SETTINGS}`,
    examples: [
      ["parley sim update 7 --set max_concurrent=5", "at most five conversations at once"],
      ["parley sim update 7 --set custom_metrics_passing_threshold=80", "four of five metrics are enough"],
      ["parley sim update 7 --unset max_call_duration", "back to the service's own limit"],
    ],
    schema: async () => (await import("../../../contract/schemas/simulation.ts")).SimulationUpdate,
    unset: true,
  }),

  delete: deleteCommand(simulation, "delete_simulation", {
    about:
      "Deletes a simulation with all its runs and conversations. Its digital humans are kept. While a run is in " +
      "progress, the simulation cannot be deleted: exit code 6.",
    others: "all its runs",
  }),
};
