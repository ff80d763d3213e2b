/** A message that an agent sends into a text simulation. */
import { z } from "zod";
import { MESSAGE_TYPES } from "../values.ts";
import { freeObject, identifier, list, text, textIdentifier, uuid } from "./common.ts";
import { CallEvent } from "./evaluation.ts";

/** Extension: the versions that the agent runs, so that a run is proof of the version that it names. */
const statedVersions = {
  prompt_id: uuid.nullish().describe("id of the prompt version that the agent runs"),
  prompt_version: identifier.nullish().describe("number of the prompt version that the agent runs"),
  knowledge_base_version: identifier
    .nullish()
    .describe("number of the knowledge base version that the agent runs"),
};

/** Events of one message. */
const EVENTS_MAXIMUM = 100;

/** Body of E6. */
export const SendHttpTextMessage = z
  .strictObject({
    simulation_result_id: textIdentifier,
    // Closed, because it is unknown what a message of another type would do.
    type: z.literal(MESSAGE_TYPES).default("message"),
    message: text.optional().describe("required when type is message"),
    name: text.min(1).optional().describe("required when type is tool_call"),
    parameters: freeObject.nullish().default(null).describe("tool input"),
    output: z.unknown().default(null).describe("tool return value"),
    end_conversation: z
      .boolean()
      .nullish()
      .default(false)
      .describe("true: end and evaluate the conversation"),
    end_turn: z.boolean().nullish().default(true).describe("false: stack the message for later batching"),
    message_id: text
      .min(1)
      .nullish()
      .default(null)
      .describe("unique within a conversation; used for deduplication"),
    events: list(CallEvent, EVENTS_MAXIMUM)
      .nullish()
      .describe(
        "extension: what happened on the agent's side, such as a hand-off; added to the conversation's events. Without start_offset_ms: now",
      ),
    ...statedVersions,
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
  })
  .meta({
    if: { required: ["type"], properties: { type: { const: "tool_call" } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: { required: ["name"] },
    else: { required: ["message"] },
  });

/** Answer of E6. */
export const SendHttpTextMessageAnswer = z.object({
  simulation_result_id: z.string(),
  status: z.string().describe("default success"),
  end_conversation: z.boolean().describe("whether the conversation has ended"),
});
