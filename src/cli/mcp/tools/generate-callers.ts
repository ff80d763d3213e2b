import { readFile } from "node:fs/promises";
import { z } from "zod";
import { id, planId } from "../answer.ts";
import { defineTool } from "../tool.ts";

const count = z.int().min(0).max(100);

export const generateCallers = defineTool({
  name: "generate_callers",
  description:
    "Draft digital humans for an agent, as a manifest for plan_changes. Asks for a preview, so nothing is stored.",
  operations: ["generate_digital_humans"],
  input: z.object({
    agent_id: id,
    simulation_id: id,
    goals: z
      .array(z.object({ goal: z.string().min(1).max(2000), num_calls: count.default(1) }))
      .max(50)
      .optional(),
    red_team: count.optional(),
    probes: count.optional().describe("one per rule of the prompt"),
    seed: z.string().max(200).optional(),
    plan_id: planId,
  }),
  output: z.object({ count: z.int(), manifest: z.string() }),
  commandLine: ({ agent_id, simulation_id }) =>
    `parley dh generate --agent ${agent_id} --simulation ${simulation_id} --out callers.yaml`,
  async ask({ agent_id, simulation_id, goals = [], red_team = 0, probes = 0 }) {
    const calls = goals.reduce((sum, { num_calls }) => sum + num_calls, 0);
    const counts = `${calls} for ${goals.length} goals, ${red_team} attacks, ${probes} rule probes`;
    return `Draft digital humans for agent ${agent_id} and simulation ${simulation_id} (${counts})? Nothing is stored.`;
  },
  async run({ agent_id, simulation_id, goals = [], red_team, probes, seed }, { session, ...asked }) {
    const out = await session.path("callers.yaml");
    const input = {
      agent: agent_id,
      simulation: simulation_id,
      goals,
      red_teaming: red_team,
      policy_probes: probes,
      seed,
      out,
    };
    const load = () => import("../../commands/dh/generate.ts");
    const { digital_humans } = await session.run<{ digital_humans: unknown[] }>(load, input, asked);
    return {
      data: { count: digital_humans.length, manifest: await readFile(out, "utf8") },
      note: "nothing was stored; pass the manifest to plan_changes",
    };
  },
});
