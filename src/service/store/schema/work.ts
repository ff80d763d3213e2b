/** Work to do later: jobs, schedules, alerts and deliveries. */
import type { Generated } from "kysely";
import type { DELIVERY_STATUSES } from "../../../contract/values.ts";
import type { Fixed } from "./fixed.ts";

/** Work that was promised and is not done yet. */
interface JobTable {
  id: Generated<number>;
  kind: Fixed<string>;
  /** JSON. */
  payload: Fixed<string>;
  due_at: string;
  attempts: number;
  /** When it was added. */
  added_at: Fixed<string | null>;
  /** The trace that it belongs to, in W3C Trace Context format. */
  traceparent: Fixed<string | null>;
  /** Whose share of its pool the job takes. Null if the pool has no shares. */
  organization_id: Fixed<string | null>;
  /** Number of the process that works on it, if several share the store; the job is free if that process is gone. */
  worker: number | null;
  /** Attempts that began and have not ended: the current one, and those in which a process died. */
  unfinished: Generated<number>;
  /** When it was set aside, because it was running too often when a process died. */
  set_aside_at: string | null;
}

/** A simulation that runs at set times. */
interface ScheduleTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  simulation_id: Fixed<number>;
  /** Five fields. */
  cron_expression: string;
  time_zone: string;
  /** Null while it is switched off. The job with this time runs it; others do nothing. */
  next_run_at: string | null;
  last_run_at: string | null;
  last_simulation_run_id: number | null;
  last_error: string | null;
  created_at: Fixed<string>;
}

/** Notifies someone when a measured value meets a condition too often. */
interface AlertTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  /** JSON: the body that created it, with later changes. */
  record: string;
  in_alert: number;
  last_triggered_at: string | null;
  trigger_count: number;
  /** Id of the key. */
  created_by: Fixed<string | null>;
  created_at: Fixed<string>;
  updated_at: string | null;
}

/** A value that met an alert's condition. Values that have left its interval are deleted with the next one. */
interface AlertEventTable {
  alert_id: Fixed<string>;
  /** What was evaluated: `call <id>` or `result <id>`. */
  subject: Fixed<string>;
  value: Fixed<string>;
  at: Fixed<string>;
}

interface WebhookTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  tag: string | null;
  url: string;
  /** JSON: string[]. */
  events: string;
  secret: string;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: string | null;
  created_at: Fixed<string>;
}

/** A message to a webhook or to an agent, and its status. */
interface WebhookDeliveryTable {
  /** Sent in `WEBHOOK_HEADERS.delivery`; the same for all attempts. */
  id: Fixed<string>;
  organization_id: Fixed<string>;
  event: Fixed<string>;
  /** The registered webhook that it goes to, or null when it goes to an agent. */
  webhook_id: Fixed<string | null>;
  agent_id: Fixed<number | null>;
  /** Where it goes if it is for neither a webhook nor an agent: a notification channel of an alert. */
  target_url: Fixed<string | null>;
  /** The conversation that a message to an agent belongs to. */
  simulation_result_id: Fixed<number | null>;
  /** The bytes that are signed and sent. Empty if they are those of another delivery. */
  body: Fixed<string>;
  /** The delivery with the same body, which exists for as long as this one. Null if the body is its own. */
  body_of: Fixed<string | null>;
  status: (typeof DELIVERY_STATUSES)[number];
  attempts: number;
  /** Where the last attempt went. */
  url: string | null;
  response_status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  delivered_at: string | null;
  created_at: Fixed<string>;
}

export interface WorkTables {
  webhook: WebhookTable;
  schedule: ScheduleTable;
  alert: AlertTable;
  alert_event: AlertEventTable;
  job: JobTable;
  webhook_delivery: WebhookDeliveryTable;
}
