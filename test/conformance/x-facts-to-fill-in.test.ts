/** A digital human with a fact that nobody has filled in is not run, and the refusal says what it lacks. */
import { expect, test } from "vitest";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();

const tools = [
  {
    name: "cancel_order",
    description: "Cancel an order",
    parameters: {
      type: "object",
      required: ["order_number"],
      properties: { order_number: { type: "string", description: "As on the receipt" } },
    },
  },
];

test("until an open fact has a value, a run with its digital human is refused", async () => {
  const { agent_id } = await makeAgent(acme, { mode: "TEXT", tools });
  const simulation = await acme("POST", "/v1/create-simulation", { agent_id, name: "Orders" });
  const simulation_id = String(simulation.body.simulation_id);
  const made = await acme("POST", "/v1/generate-digital-humans", {
    agent_id: String(agent_id),
    simulation_id,
    goal_adherence: [{ goal: "Cancel an order", num_calls: 1 }],
  });
  const [caller] = made.body.digital_humans;
  expect(caller.generation).toMatchObject({
    tool: "cancel_order",
    facts_to_fill_in: ["order_number (of an order that your test system knows)"],
  });
  const queue = () => acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id });
  const refused = await queue();
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("order_number (As on the receipt)");
  const traits = caller.traits.map((trait: { value: unknown }) => ({
    ...trait,
    value: trait.value ?? "B-204",
  }));
  await acme("PUT", `/v1/update-digital-human/${caller.id}`, { traits });
  expect((await queue()).status).toBe(200);
});
