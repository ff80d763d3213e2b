import { z } from "zod";
import { MESSAGE_TYPES, RESULT_STATUSES, RUN_STATUSES } from "../values.ts";
import { dateTime, freeObject, identifier, integer, uuid } from "./common.ts";

/** Body of E6. */
export const SendHttpTextMessage = z
  .strictObject({
    simulation_result_id: z.string().min(1),
    type: z.enum(MESSAGE_TYPES).default("message"),
    message: z.string().optional().describe("required when type is message"),
    name: z.string().min(1).optional().describe("required when type is tool_call"),
    parameters: freeObject.nullish().default(null).describe("tool input"),
    output: z.unknown().default(null).describe("tool return value"),
    end_conversation: z
      .boolean()
      .nullish()
      .default(false)
      .describe("true: end and evaluate the conversation"),
    end_turn: z.boolean().nullish().default(true).describe("false: stack the message for later batching"),
    message_id: z
      .string()
      .min(1)
      .nullish()
      .default(null)
      .describe("unique within a conversation; used for deduplication"),
  })
  .superRefine((body, context) => {
    const required = body.type === "tool_call" ? "name" : "message";
    if (body[required] === undefined)
      context.addIssue({
        code: "custom",
        path: [required],
        message: `required when type is ${body.type}`,
        params: { type: "missing" },
      });
  });

/** Answer of E6. */
export const SendHttpTextMessageAnswer = z.object({
  simulation_result_id: z.string(),
  status: z.string().describe("default success"),
  end_conversation: z.boolean().describe("whether the conversation has ended"),
});

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
  curr_step_id: integer,
  phone_number: z.string(),
});

/** Answer of E18. */
export const SimulationRuns = z.object({ simulation_runs: z.array(SimulationRun) });

/** Fields of the record beyond its identifier are not shown by the specification. */
export const Simulation = z.object({
  id: integer,
  name: z.string(),
  description: z.string().nullable(),
  agent_id: integer,
  digital_human_ids: z.array(integer),
  created_at: dateTime,
});
export const Simulations = z.object({ simulations: z.array(Simulation), total: integer });
export const SimulationCreate = z.strictObject({
  name: z.string().min(1),
  agent_id: identifier,
  description: z.string().nullish(),
  digital_human_ids: z.array(identifier).nullish(),
});

export const QueueRun = z.strictObject({
  simulation_id: identifier,
  prompt_id: uuid.nullish().describe("default: the version labelled production"),
  knowledge_base_id: uuid.nullish().describe("default: the version labelled production"),
  digital_human_ids: z.array(identifier).nullish().describe("default: all of the simulation"),
});
export const QueuedRun = z.object({
  simulation_run_id: integer,
  simulation_result_ids: z.array(z.string()),
  agent_id: integer,
  status: z.enum(RUN_STATUSES),
});

export const ConversationEntry = z.object({
  role: z.string(),
  message: z.string(),
  message_id: z.string().nullable(),
  start_offset_ms: integer.describe("since the conversation began"),
});
export const LoggedToolCall = z.object({
  name: z.string(),
  parameters: freeObject.nullable(),
  output: z.unknown(),
  start_offset_ms: integer.describe("since the conversation began"),
});

/** One digital human's conversation within a run. */
export const SimulationResult = z.object({
  id: z.string(),
  simulation_run_id: integer,
  simulation_id: integer,
  agent_id: integer,
  digital_human_id: integer,
  status: z.enum(RESULT_STATUSES),
  created_at: dateTime,
  ended_at: dateTime.nullable(),
  end_reason: z.string().nullable(),
  transcript: z.array(ConversationEntry),
  tool_calls: z.array(LoggedToolCall),
});
export const SimulationResults = z.object({
  simulation_run_id: integer,
  prompt_id: uuid.nullable().describe("the prompt version that the run tests"),
  knowledge_base_id: uuid.nullable().describe("the knowledge base version that the run tests"),
  results: z.array(SimulationResult),
  total: integer,
});

export const EndConversations = z.strictObject({ test_result_ids: z.array(z.string().min(1)).min(1) });
export const EndedConversations = z.object({
  ended: z.array(z.string()).describe("conversations that this request ended"),
  already_ended: z.array(z.string()),
});
