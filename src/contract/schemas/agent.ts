import { z } from "zod";
import { AGENT_MODES, AGENT_TYPES, CONNECTION_TYPES } from "../values.ts";
import { dateTime, freeObject, identifier, secret, uuid } from "./common.ts";

const optional = {
  goals: z.array(z.string()).nullish(),
  type: z.enum(AGENT_TYPES).nullish(),
  connection_type: z.enum(CONNECTION_TYPES).nullish(),
  phone_number: z.string().nullish(),
  websocket_url: z.string().nullish(),
  redact_pii: z.boolean().nullish(),
  folder_id: uuid.nullish(),
  keyterms: z.array(z.string()).nullish(),
  voice_provider: z.string().nullish(),
  provider_id: z.string().nullish(),
  websocket_username: z.string().nullish(),
  websocket_password: secret().nullish(),
  external_agent_id: z.string().nullish(),
  sip_uri: z.string().nullish(),
  custom_sip_headers: freeObject.optional(),
  sip_username: z.string().nullish(),
  sip_password: secret().nullish(),
  simulation_notifications: freeObject.optional(),
  rtc_agent_name: z.string().nullish(),
  rtc_metadata: freeObject.optional(),
  rtc_customer_tool_topic: z.string().nullish(),
  pipeline_agent_name: z.string().nullish(),
  pipeline_agent_configuration: freeObject.optional(),
  pipeline_room_properties: freeObject.optional(),
  http_webhook: z.string().nullish(),
  http_webhook_key: secret().nullish(),
  enable_outbound_call_auto_start: z.boolean().nullish(),
};

/** An agent as E11 lists it. */
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

/** What an agent is made from: the record without what the service assigns. */
export const AgentCreate = z.strictObject({
  name: z.string().min(1),
  agent_description: z.string().default(""),
  knowledge_base: z.string().default(""),
  mode: z.enum(AGENT_MODES).default("VOICE"),
  ...optional,
});

/** A patch: what is omitted stays as it is. */
export const AgentUpdate = z.strictObject({
  agent_id: identifier,
  name: z.string().min(1).optional(),
  agent_description: z.string().optional(),
  knowledge_base: z.string().optional(),
  mode: z.enum(AGENT_MODES).optional(),
  ...optional,
});
