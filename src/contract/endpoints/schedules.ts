/** Simulations that run at set times. */
import type { Endpoint } from "./row.ts";

const schedule_id = { type: "uuid" } as const;

export const schedules = {
  create_schedule: {
    method: "POST",
    path: "/v1/create-schedule",
    tier: "hosted",
    summary: "Run a simulation at set times",
    body: "ScheduleCreate",
    answer: "Schedule",
    errors: [400, 404],
    repeat: "once",
  },
  update_schedule: {
    method: "PUT",
    path: "/v1/update-schedule/{schedule_id}",
    tier: "hosted",
    summary: "Change the times of a schedule, or switch it off and on",
    params: { schedule_id },
    body: "ScheduleUpdate",
    answer: "Schedule",
    errors: [400, 404],
    repeat: "safe",
  },
  delete_schedule: {
    method: "DELETE",
    path: "/v1/delete-schedule/{schedule_id}",
    tier: "hosted",
    summary: "Delete a schedule",
    params: { schedule_id },
    answer: "DeletedSchedule",
    errors: [404],
    repeat: "safe",
  },
  list_schedules: {
    method: "GET",
    path: "/v1/schedules",
    tier: "own",
    summary: "List the schedules of the organization, and when each runs next",
    answer: "Schedules",
    list: "schedules",
    errors: [],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
