/** Configuration as code: a simulation with its agent, digital humans and custom metrics in one document. */
import { z } from "zod";
import { AgentChanges } from "./agent.ts";
import { list, uuid } from "./common.ts";
import { DigitalHumanCreate, UpdateDigitalHuman } from "./digital-human.ts";
import { CustomMetricUpdate } from "./metric-changes.ts";
import { SimulationUpdate } from "./simulation.ts";

const identity = {
  bluejay_as_code_id: uuid.describe("the same in every version of the document; it is chosen by its author"),
};
const { workflow_v2_id, workflow_path_index } = DigitalHumanCreate.shape;

export const AgentAsCode = z.strictObject({ ...identity, ...AgentChanges.shape });
export const SimulationAsCode = z.strictObject({ ...identity, ...SimulationUpdate.shape });
export const DigitalHumanAsCode = z.strictObject({
  ...identity,
  ...UpdateDigitalHuman.omit({ simulation_ids: true, override_conflict: true }).shape,
  workflow_v2_id,
  workflow_path_index,
});
export const CustomMetricAsCode = z.strictObject({
  ...identity,
  ...CustomMetricUpdate.omit({ agent_ids: true, agent_id: true }).shape,
});

/** The most objects in a document. Each is checked and stored in one transaction, which others wait for. */
const DIGITAL_HUMANS = 500;
const METRICS = 100;

/** Omitted fields stay unchanged. Digital humans and metrics that are not listed are detached. */
export const AsCode = z.strictObject({
  agents: list(AgentAsCode).min(1).max(1).describe("the agent that the simulation tests"),
  simulations: list(SimulationAsCode).min(1).max(1),
  digital_humans: list(DigitalHumanAsCode, DIGITAL_HUMANS).default([]),
  custom_metrics: list(CustomMetricAsCode, METRICS).default([]),
});

/** Stored objects as a document. Lists of other kinds are empty. */
export const StoredAsCode = z.object({
  agents: z.array(AgentAsCode),
  simulations: z.array(SimulationAsCode),
  digital_humans: z.array(DigitalHumanAsCode),
  custom_metrics: z.array(CustomMetricAsCode),
});

export const AsCodeResult = z.object({
  valid: z.boolean().describe("false: nothing was changed"),
  errors: z.array(z.string()),
  actions: z.array(z.string()).describe("what was done, or would be; empty if everything is as described"),
  simulation_id: z.int().nullable().describe("null if there is none yet"),
});
