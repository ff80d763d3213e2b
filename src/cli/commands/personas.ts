import { defineCommand, option } from "./command.ts";
import { createCommand, deleteCommand, noun, showCommand, updateCommand } from "./noun.ts";
import { integerFrom } from "./parsers.ts";
import { agentOption } from "./shared/agent-option.ts";
import { suggested } from "./shared/suggested.ts";

const persona = noun("personas", "persona", "persona_id");

export const commands = {
  list: defineCommand({
    needs: ["list_customer_personas"],
    about: "Lists the agent's personas and those for every agent.",
    options: { agent: agentOption },
    examples: [["parley personas list --agent 101", "who calls agent 101"]],
    view: {
      kind: "rows",
      columns: [
        "id",
        "name",
        "goal",
        { title: "agent_id", value: "agent_id", absent: "every agent" },
        "description",
      ],
      empty: "no personas",
    },
    async run(context, { agent }) {
      const agent_id = await context.agent(agent);
      return { data: await context.read("list_customer_personas", { params: { agent_id } }) };
    },
  }),

  show: showCommand(persona, "get_customer_persona", {
    examples: [["parley personas show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "everything about one persona"]],
    absent: { agent_id: "every agent" },
  }),

  create: createCommand(persona, "create_customer_persona", {
    about:
      "Reads name, description and goal from --set, from a file, or both; with agent_id, the persona is for one " +
      "agent.",
    examples: [
      [
        "parley personas create --set name='Ann, in a hurry' --set description='Busy parent' --set goal='Book an appointment'",
        "a persona for every agent",
      ],
    ],
    schema: async () => (await import("../../contract/schemas/customer.ts")).PersonaCreate,
    describe: ({ id, name, agent_id }) => ({
      id,
      name,
      of: agent_id ? `for agent ${agent_id}` : "for every agent",
    }),
  }),

  suggest: defineCommand({
    needs: ["generate_customer_personas"],
    about:
      "Suggests people who want what the agent is for: its goals, and what the tools of its prompt do. Nothing is stored; `parley " +
      "personas create` stores one.",
    options: {
      agent: agentOption,
      count: option("--count <n>", "how many (default: 5)", integerFrom(1)),
    },
    examples: [["parley personas suggest --agent 101 --count 10", "ten people who may call agent 101"]],
    view: {
      kind: "rows",
      rows: "customer_personas",
      columns: ["name", "goal", "description"],
      empty: "the agent has neither goals nor tools that change something, so nobody has a reason to call",
    },
    async run(context, { agent, count }) {
      const agent_id = String(await context.agent(agent));
      const body = { agent_id, ...(count !== undefined && { count }) };
      const data = await context.read("generate_customer_personas", { body });
      return { data: suggested(data, "customer_personas"), hint: data?.warning ?? "" };
    },
  }),

  update: updateCommand(persona, "update_customer_persona", {
    about: "Sends only the fields that you name; all others are unchanged.",
    examples: [
      [
        "parley personas update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set goal='Cancel an appointment'",
        "gives a persona another goal",
      ],
    ],
    schema: async () => (await import("../../contract/schemas/customer.ts")).PersonaUpdate,
  }),

  delete: deleteCommand(persona, "delete_customer_persona"),
};
