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

/** Each is checked and stored in one transaction, for which others wait. */
const DIGITAL_HUMANS = 500;
const METRICS = 100;

/** Fields that are not named stay as they are; digital humans and metrics that are not named are detached. */
export const AsCode = z.strictObject({
  agents: list(AgentAsCode).min(1).max(1).describe("the agent that the simulation tests"),
  simulations: list(SimulationAsCode).min(1).max(1),
  digital_humans: list(DigitalHumanAsCode, DIGITAL_HUMANS).default([]),
  custom_metrics: list(CustomMetricAsCode, METRICS).default([]),
});

/** What is stored, as a document; lists of other things are empty. */
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
