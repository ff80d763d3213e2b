import { z } from "zod";
import { ALERT_TEXT_MAXIMUM, RECEIVERS_MAXIMUM, URL_MAXIMUM } from "../limits.ts";
import { ALERT_ENTITIES, ALERT_OPERATORS, ALERT_SCOPES } from "../values.ts";
import { dateTime, identifier, integer, list, text } from "./common.ts";

const brief = text.max(ALERT_TEXT_MAXIMUM);

const NotificationChannel = z.strictObject({
  type: brief.min(1).describe("webhook, slack or pagerduty; others are stored but not used"),
  target: brief
    .min(1)
    .max(URL_MAXIMUM)
    .describe("a URL; for pagerduty an integration key, or a URL with ?routing_key=<key>"),
});

const fields = {
  name: brief.min(1),
  description: brief.nullish(),
  is_enabled: z.boolean(),
  entity_type: z
    .enum(ALERT_ENTITIES)
    .describe(
      "standard_metric: a built-in metric, or a field of an evaluation such as avg_agent_latency; custom_metric: by " +
        "id or name; custom_goal: an expectation in a digital human's record, by name",
    ),
  entity_field: brief.min(1),
  operator: z.enum(ALERT_OPERATORS),
  comparison_value: brief,
  notification_channels: list(NotificationChannel, RECEIVERS_MAXIMUM),
  applies_to_all_agents: z.boolean(),
  agent_ids: list(identifier).nullish(),
  threshold_time_interval: z.int().min(1).max(2_592_000).describe("seconds in which min_events values count"),
  min_events: z.int().min(1).max(10_000).describe("how many values must meet the condition"),
  clear_events: z
    .int()
    .min(0)
    .max(10_000)
    .nullish()
    .describe(
      "extension: the alert is over when no more than this many values within the interval meet the condition; default: half of min_events, rounded down",
    ),
  source_scope: z.enum(ALERT_SCOPES).describe("observability: calls; simulation: conversations of runs"),
};

export const AlertCreate = z.strictObject({
  ...fields,
  is_enabled: fields.is_enabled.default(true),
  notification_channels: fields.notification_channels.default([]),
  applies_to_all_agents: fields.applies_to_all_agents.default(true),
  threshold_time_interval: fields.threshold_time_interval.default(600),
  min_events: fields.min_events.default(10),
  source_scope: fields.source_scope.default("all"),
});

/** Omitted fields and nulls leave the value unchanged. */
export const AlertUpdate = z.strictObject({
  name: fields.name.nullish(),
  description: fields.description,
  is_enabled: fields.is_enabled.nullish(),
  entity_type: fields.entity_type.nullish(),
  entity_field: fields.entity_field.nullish(),
  operator: fields.operator.nullish(),
  comparison_value: fields.comparison_value.nullish(),
  notification_channels: fields.notification_channels.nullish(),
  applies_to_all_agents: fields.applies_to_all_agents.nullish(),
  agent_ids: fields.agent_ids,
  threshold_time_interval: fields.threshold_time_interval.nullish(),
  min_events: fields.min_events.nullish(),
  clear_events: fields.clear_events,
  source_scope: fields.source_scope.nullish(),
});

export const Alert = z.object({
  id: z.string(),
  organization_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  is_enabled: z.boolean(),
  entity_type: z.enum(ALERT_ENTITIES),
  entity_field: z.string(),
  operator: z.enum(ALERT_OPERATORS),
  comparison_value: z.string(),
  notification_channels: z.array(z.object({ type: z.string(), target: z.string() })),
  last_triggered_at: dateTime.nullable(),
  trigger_count: integer,
  created_by: z.string().nullable(),
  applies_to_all_agents: z.boolean(),
  agents: z.array(integer).nullable(),
  created_at: dateTime,
  updated_at: dateTime.nullable(),
  threshold_time_interval: integer,
  min_events: integer,
  clear_events: integer,
  in_alert: z.boolean(),
  source_scope: z.enum(ALERT_SCOPES),
  unused_fields: z
    .array(z.string())
    .describe("fields with unknown values; because of them, the alert never triggers"),
  unused_channels: z
    .array(z.string())
    .describe("types of notification channels that are stored but not used"),
});
export const Alerts = z.object({ alerts: z.array(Alert), total: integer });
/** A value that meets an alert's condition. */
const AlertResult = z.object({
  call_id: z.string().nullable().describe("the call that was evaluated"),
  simulation_result_id: integer.nullable().describe("or the conversation"),
  value: z.string(),
  at: dateTime,
});
export const AlertResults = z.object({ results: z.array(AlertResult), total: integer });
export const DeletedAlert = z.object({ message: z.string(), deleted_alert_id: z.string() });
