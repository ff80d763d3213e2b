import { z } from "zod";
import { BRIEF_MAXIMUM, TOOL_NAME_MAXIMUM, TOOLS_MAXIMUM } from "../limits.ts";
import { AGENT_MODES, AGENT_TYPES, CHECK_SWITCHES, CONNECTION_TYPES } from "../values.ts";
import {
  AGENT_NAME_REQUIRED,
  alsoNamed,
  dateTime,
  document,
  freeObject,
  identifierAsText,
  integer,
  list,
  requireAgentName,
  secret,
  text,
  toolEffects,
  uuid,
} from "./common.ts";
import { StateProbe, stateProbeHeaders } from "./state-probe.ts";

/** A tool that the agent can call. */
export const AgentTool = z.strictObject({
  name: text.min(1).max(TOOL_NAME_MAXIMUM),
  description: text.max(BRIEF_MAXIMUM).optional(),
  parameters: freeObject.optional().describe("the JSON Schema of its parameters, an object without $ref"),
});

const optional = {
  goals: list(text).nullish(),
  type: z.enum(AGENT_TYPES).nullish(),
  connection_type: z.enum(CONNECTION_TYPES).nullish(),
  phone_number: text.nullish(),
  websocket_url: text.nullish(),
  redact_pii: z.boolean().nullish(),
  folder_id: uuid.nullish(),
  keyterms: list(text).nullish(),
  voice_provider: text.nullish(),
  provider_id: text.nullish(),
  websocket_username: text.nullish(),
  websocket_password: secret().nullish(),
  external_agent_id: text.nullish(),
  sip_uri: text.nullish(),
  custom_sip_headers: freeObject.nullish(),
  sip_username: text.nullish(),
  sip_password: secret().nullish(),
  simulation_notifications: freeObject.nullish(),
  rtc_agent_name: text.nullish(),
  rtc_metadata: freeObject.nullish(),
  rtc_customer_tool_topic: text.nullish(),
  pipeline_agent_name: text.nullish(),
  pipeline_agent_configuration: freeObject.nullish(),
  pipeline_room_properties: freeObject.nullish(),
  livekit_agent_name: alsoNamed(text.nullish(), "rtc_agent_name"),
  livekit_metadata: alsoNamed(freeObject.nullish(), "rtc_metadata"),
  livekit_customer_tool_topic: alsoNamed(text.nullish(), "rtc_customer_tool_topic"),
  pipecat_agent_name: alsoNamed(text.nullish(), "pipeline_agent_name"),
  pipecat_agent_configuration: alsoNamed(freeObject.nullish(), "pipeline_agent_configuration"),
  pipecat_room_properties: alsoNamed(freeObject.nullish(), "pipeline_room_properties"),
  http_webhook: text.nullish(),
  http_webhook_key: secret().nullish(),
  import_secret: secret(
    "extension: what other platforms sign the calls with that they send to /v1/import",
  ).nullish(),
  enable_outbound_call_auto_start: z.boolean().nullish(),
  ...toolEffects,
  tools: list(AgentTool, TOOLS_MAXIMUM)
    .nullish()
    .describe(
      "extension: the tools that the agent can call; what their parameters need is what a caller has to know",
    ),
  state_probe: StateProbe.nullish().describe(
    "extension: asks the agent's own system for its state before and after each conversation without a world",
  ),
  state_probe_headers: stateProbeHeaders
    .nullish()
    .describe("extension: headers of the requests of state_probe, such as Authorization"),
  checks_off: list(z.enum(CHECK_SWITCHES))
    .nullish()
    .describe(
      "extension: built-in checks to turn off for the agent's conversations and calls, or policies for all of the " +
        "prompt's policies",
    ),
};

/** An agent in the list of E11. */
export const Agent = z.object({
  name: z.string(),
  agent_description: z.string(),
  knowledge_base: z.string(),
  organization_id: z.string(),
  mode: z.enum(AGENT_MODES),
  id: z.string().optional(),
  created_at: dateTime.nullish(),
  ...optional,
});

export const AgentList = z.array(Agent);

const unchanged = "null: unchanged";

const system_prompt = document
  .nullish()
  .describe("the hosted API's name for agent_description in requests; agent_description wins");

/** The body that creates an agent: the record without the fields that the service assigns. */
export const AgentCreate = z.strictObject({
  name: text.min(1),
  agent_description: document.optional(),
  system_prompt,
  knowledge_base: document.default(""),
  mode: z.enum(AGENT_MODES).nullish().default("VOICE").describe("null: VOICE"),
  ...optional,
});

/** The answer to the deletion of an agent. */
export const AgentAnswer = z.object({
  agent_id: integer,
  status: z.literal("200"),
  http_webhook_key: z
    .string()
    .nullable()
    .meta({ description: "the key that signs what is sent to http_webhook", format: "password" }),
});
export const CreatedAgent = z.object({ ...Agent.shape, ...AgentAnswer.shape });
export const UpdatedAgent = z.object({
  agent: z
    .object({
      ...Agent.shape,
      agent_id: z.string(),
      system_prompt: z.string().describe("the same text as agent_description"),
    })
    .describe("in the fields of the request"),
  ...AgentAnswer.omit({ agent_id: true }).shape,
});

/** A patch: omitted fields stay unchanged. */
const patch = {
  name: text.min(1).nullish().describe(unchanged),
  agent_description: document.nullish().describe(unchanged),
  system_prompt,
  knowledge_base: document.nullish().describe(unchanged),
  mode: z.enum(AGENT_MODES).nullish().describe(unchanged),
  ...optional,
};
export const AgentChanges = z.strictObject(patch);
export const AgentUpdate = z
  .strictObject({ agent_id: identifierAsText.nullish().describe("required, or external_agent_id"), ...patch })
  .superRefine(requireAgentName)
  .meta(AGENT_NAME_REQUIRED);

/** The same patch, with the agent's external id. */
export const AgentUpdateByExternalId = z.strictObject({
  ...patch,
  external_agent_id: text.min(1),
});

export const PhoneNumbers = z.object({
  phone_numbers: z.array(z.object({ phone_number: z.string(), agent_id: integer })),
  total: integer,
});
