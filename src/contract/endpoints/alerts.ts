/** Alerts: notifications when a measured value gets worse. */
import type { Endpoint } from "./row.ts";

const alert_id = { type: "uuid" } as const;

export const alerts = {
  create_alert: {
    method: "POST",
    path: "/v1/create-alert",
    tier: "hosted",
    summary: "Notify someone when a measured value meets a condition too often",
    body: "AlertCreate",
    answer: "Alert",
    errors: [400, 404],
    repeat: "once",
  },
  update_alert: {
    method: "PUT",
    path: "/v1/update-alert/{alert_id}",
    tier: "hosted",
    summary: "Change an alert, or switch it off and on",
    params: { alert_id },
    body: "AlertUpdate",
    answer: "Alert",
    errors: [400, 404],
    repeat: "safe",
  },
  delete_alert: {
    method: "DELETE",
    path: "/v1/alert/{alert_id}",
    tier: "hosted",
    summary: "Delete an alert",
    params: { alert_id },
    answer: "DeletedAlert",
    errors: [404],
    repeat: "safe",
  },
  list_alerts: {
    method: "GET",
    path: "/v1/alerts",
    tier: "own",
    summary: "List the alerts of the organization",
    answer: "Alerts",
    list: "alerts",
    errors: [],
    repeat: "safe",
  },
  list_alert_results: {
    method: "GET",
    path: "/v1/alerts/{alert_id}/results",
    tier: "hosted",
    summary: "List what meets an alert's condition within its interval, newest first; at most 1000",
    params: { alert_id },
    answer: "AlertResults",
    list: "results",
    errors: [404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
