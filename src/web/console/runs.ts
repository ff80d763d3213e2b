/** Starts runs, repeats them, and schedules them. */
import { type Fields, fieldsOf, isObject } from "../../contract/is-object.ts";
import { listOf, numberOf, textOf } from "../../results/read.ts";
import { read, send } from "./api.ts";

export interface RunRequest {
  readonly simulation_id: string;
  readonly agent_id: string;
  readonly prompt_id?: string | null;
  readonly knowledge_base_id?: string | null;
  readonly digital_human_ids?: readonly number[];
  readonly num_runs?: number;
  readonly seed?: string;
  readonly conditions?: Fields;
}

/** Starts a run: by text, or as calls if the agent is a voice agent. Resolves to its id. */
export async function startRun({ agent_id, simulation_id, ...more }: RunRequest): Promise<string> {
  const { mode } = fieldsOf(await read("get_agent", { agent_id }));
  const operation = mode === "TEXT" ? "queue_http_text_simulation_run" : "queue_simulation_run";
  const body = { simulation_id: Number(simulation_id), ...more };
  return textOf(fieldsOf(await send(operation, {}, body))["simulation_run_id"]) ?? "";
}

/** The request that repeats a run: the same callers, versions and seed, as often. */
export function repeatOf(record: Fields, conversations: readonly Fields[]): RunRequest {
  const humans = new Set(
    conversations.flatMap((conversation) => numberOf(conversation["digital_human_id"]) ?? []),
  );
  const times = new Set(
    [...humans].map(
      (id) => conversations.filter((conversation) => conversation["digital_human_id"] === id).length,
    ),
  );
  const [num_runs] = times;
  const seed = textOf(conversations[0]?.["seed"]);
  return {
    simulation_id: String(record["simulation_id"]),
    agent_id: String(record["agent_id"]),
    prompt_id: textOf(record["prompt_id"]),
    knowledge_base_id: textOf(record["knowledge_base_id"]),
    digital_human_ids: [...humans],
    // Journeys have several calls each, and callers may differ in how often they call: then each has its own number.
    ...(times.size === 1 &&
      !conversations.some((conversation) => conversation["journey_step"]) &&
      num_runs !== undefined && { num_runs }),
    ...(seed !== null && { seed }),
    ...(isObject(record["conditions"]) && { conditions: record["conditions"] }),
  };
}

export interface Schedule {
  readonly id: string;
  readonly cron: string;
  readonly enabled: boolean;
  readonly time_zone: string;
  readonly next: string | null;
  readonly last_run: string | null;
  readonly error: string | null;
}

export const schedulesOf = async (simulation_id: string): Promise<Schedule[]> =>
  listOf(fieldsOf(await read("list_schedules"))["schedules"])
    .filter((schedule) => String(schedule["simulation_id"]) === simulation_id)
    .map((schedule) => ({
      id: textOf(schedule["id"]) ?? "",
      cron: textOf(schedule["cron_expression"]) ?? "",
      enabled: schedule["enabled"] === true,
      time_zone: textOf(schedule["time_zone"]) ?? "UTC",
      next: textOf(schedule["next_run_at"]),
      last_run: textOf(schedule["last_simulation_run_id"]),
      error: textOf(schedule["last_error"]),
    }));

/** @param schedule as the service takes it */
export const createSchedule = (
  simulation_id: string,
  schedule: object,
  time_zone: string,
): Promise<unknown> => send("create_schedule", {}, { simulation_id, schedule, time_zone });

export const enableSchedule = (schedule_id: string, enabled: boolean): Promise<unknown> =>
  send("update_schedule", { schedule_id }, { enabled });
