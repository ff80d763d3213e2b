import { option } from "./command.ts";
import { createCommand, deleteCommand, listCommand, noun, showCommand, updateCommand } from "./noun.ts";
import { integerFrom } from "./parsers.ts";

const trait = noun("traits", "trait", "trait_id");

export const commands = {
  list: listCommand("list_customer_traits", {
    options: { agent_id: option("--agent <id>", "only traits of this agent's customers", integerFrom(1)) },
    examples: [["parley traits list --agent 101", "the traits of agent 101's customers"]],
    view: {
      kind: "rows",
      rows: "traits",
      columns: ["id", "name", "data_type", { title: "default", value: "default_value" }, "agent_id"],
      empty: "no traits",
    },
  }),

  show: showCommand(trait, "get_customer_trait", {
    examples: [["parley traits show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "everything about one trait"]],
  }),

  create: createCommand(trait, "create_customer_trait", {
    about:
      "Reads agent_id, name, data_type (BOOLEAN, STRING, DATE, NUMBER) and default_value from --set, from a file, " +
      "or both.",
    examples: [
      [
        "parley traits create --set agent_id=101 --set name=vip --set data_type=BOOLEAN --set default_value=false",
        "a trait of agent 101's customers",
      ],
    ],
    schema: async () => (await import("../../contract/schemas/customer.ts")).CustomerTraitCreate,
    describe: ({ id, name, agent_id }) => ({ id, name, of: `of agent ${agent_id}` }),
  }),

  update: updateCommand(trait, "update_customer_trait", {
    about: "Sends only the fields that you name; all others are unchanged.",
    examples: [
      [
        "parley traits update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set default_value=true",
        "gives a trait another default",
      ],
    ],
    schema: async () => (await import("../../contract/schemas/customer.ts")).CustomerTraitUpdate,
  }),

  delete: deleteCommand(trait, "delete_customer_trait"),
};
