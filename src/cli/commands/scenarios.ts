import { option } from "./command.ts";
import { createCommand, deleteCommand, listCommand, noun, showCommand, updateCommand } from "./noun.ts";
import { integerFrom } from "./parsers.ts";

const scenario = noun("scenarios", "scenario", "workflow_id", "parley scenarios list");

export const commands = {
  list: listCommand("list_scenarios", {
    options: { agent_id: option("--agent <id>", "only scenarios of this agent", integerFrom(1)) },
    examples: [["parley scenarios list --agent 101", "the scenarios of agent 101"]],
    view: {
      kind: "rows",
      rows: "workflows",
      columns: [
        "id",
        "name",
        { title: "agents", value: "agent_ids", absent: "any" },
        { title: "created", value: "created_at", kind: "time" },
      ],
      empty: "no scenarios",
    },
  }),

  show: showCommand(scenario, "get_scenario", {
    examples: [["parley scenarios show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 -o yaml", "its graph, as YAML"]],
    absent: { agent_ids: "any agent" },
  }),

  create: createCommand(scenario, "create_scenario", {
    about:
      "The file has a name and a definition: nodes (start, single, options) and edges. Each path from the start is a " +
      "conversation; `parley dh generate --workflow <id>=5` makes digital humans that follow the first five. " +
      "docs/generation.md explains the nodes.",
    examples: [["parley scenarios create -f menu.yaml", "a scenario from a file"]],
    schema: async () => (await import("../../contract/schemas/scenario.ts")).ScenarioCreate,
    describe: ({ id, name }) => ({ id, name }),
  }),

  update: updateCommand(scenario, "update_scenario", {
    about:
      "Sends only the fields that you name: name, description, agent_ids (which replace the current ones) and definition, the " +
      "whole graph. Digital humans that were generated from the scenario keep their path.",
    examples: [
      ["parley scenarios update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set name=Menu", "renames a scenario"],
    ],
    schema: async () => (await import("../../contract/schemas/scenario.ts")).ScenarioUpdate,
    unset: true,
  }),

  delete: deleteCommand(scenario, "delete_scenario", {
    about: "Digital humans that were generated from it are kept.",
  }),
};
