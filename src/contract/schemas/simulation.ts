/** Simulations and their runs. */
import { z } from "zod";
import { RUN_STATUSES } from "../values.ts";
import { anyObject, dateTime, identifier, identifierAsText, integer, list, text } from "./common.ts";
import { LineConditions } from "./conditions.ts";
import { conversationLimits } from "./conversation-limits.ts";
import { simulationSettings } from "./simulation-settings.ts";
import { World } from "./world.ts";

export const SimulationRun = z.object({
  id: integer,
  experiment_id: integer,
  created_at: dateTime,
  status: z.enum(RUN_STATUSES),
  summary: z.string(),
  tests_passed: integer,
  tests_failed: integer,
  total_tests: integer,
  tests_completed: integer,
  tests_incompleted: integer,
  tests_unanswered: integer
    .optional()
    .describe(
      "those of them that got stuck on a question to which the digital human has no answer; absent if there are none",
    ),
  curr_step_id: integer,
  phone_number: z.string(),
  world_id: integer
    .optional()
    .describe("extension: the world that the run was queued with; absent without one"),
  conditions: LineConditions.optional().describe(
    "extension: the conditions that the run was queued with; absent without them",
  ),
});

/** Answer of E18. */
export const SimulationRuns = z.object({ simulation_runs: z.array(SimulationRun) });

export const Simulation = z.object({
  id: integer,
  name: z.string(),
  description: z.string().nullable(),
  agent_id: integer,
  max_concurrent: integer.nullable(),
  max_turns: integer.nullable(),
  digital_human_ids: z.array(integer),
  opening_patience_ms: integer.nullable(),
  created_at: dateTime,
  // The title keeps generators from naming it like SimulationSettings.
  settings: anyObject
    .meta({ title: "Settings that were set" })
    .describe("what was set of the settings; max_call_duration is in seconds"),
  type: z.enum(["sequential", "parallel", "max_concurrent"]),
  max_call_duration: integer.nullable().describe("seconds"),
  ringing_timeout: integer.nullable(),
  tags: z.array(z.string()).nullable(),
  pinned: z.boolean().nullable(),
  always_on: z.boolean().nullable(),
  world_id: integer
    .optional()
    .describe("extension: the world of its runs; equal ids are equal worlds; absent without one"),
});
export const CreatedSimulation = z.object({
  simulation_id: integer,
  status: z.literal("200"),
  ...Simulation.shape,
});
export const Simulations = z.object({ simulations: z.array(Simulation), total: integer });
export const SimulationCreate = z.strictObject({
  name: text.min(1).nullish().describe("default: the agent's name"),
  agent_id: identifierAsText,
  description: text.nullish(),
  digital_human_ids: list(identifier).nullish(),
  ...conversationLimits,
  ...simulationSettings,
  world: World.nullish().describe(
    "extension: tools with state for the agent; every conversation begins with the same tables",
  ),
});

export const SimulationSettings = z.strictObject(simulationSettings);

/** A patch: omitted fields stay unchanged. */
export const SimulationUpdate = z.strictObject({
  name: text.min(1).nullish().describe("null: unchanged"),
  description: text.nullish(),
  ...conversationLimits,
  ...simulationSettings,
  world: World.nullish().describe("extension: replaces the world; null: runs have none"),
});

export const DeletedSimulation = z.object({ message: z.string(), deleted_simulation_id: integer });

export const SimulationMembers = z.strictObject({ digital_human_ids: list(identifier) });
export const SimulationMembersChanged = z.object({ message: z.string() });

/** How many conversations of a run are in each state. */
export const RunQueue = z.object({
  simulation_run_id: z.string(),
  status: z.enum(RUN_STATUSES),
  queued: integer.describe("have not begun"),
  running: integer,
  evaluating: integer.describe("have ended and await their verdict"),
  over: integer,
});

export const QueuedRun = z.object({
  simulation_run_id: z.string(),
  simulation_result_ids: z.array(z.string()),
  agent_id: z.string(),
  status: z.literal("success"),
  seed: z.string(),
});
