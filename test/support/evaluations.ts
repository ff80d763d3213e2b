import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Body } from "../../src/contract/types.ts";
import type { Calls } from "./service.ts";

type Submission = Body<"evaluate">;
type CallLog = Answer<"get_call_log">["call_log"];
export type Evaluated = CallLog & { evaluation: NonNullable<CallLog["evaluation"]> };

/** Longer than any evaluation of these tests takes on a busy machine. */
const PATIENCE_MS = 110_000;

const call: Submission = {
  agent_id: "101",
  start_time_utc: "2025-03-01T10:00:00Z",
  participants: [{ role: "AGENT", spoke_first: true }, { role: "USER" }],
};

/** Submits a call of agent 101. Returns its id. */
export async function submit(calls: Calls, fields: Partial<Submission>): Promise<string> {
  const { status, body } = await calls("POST", "/v1/evaluate", { ...call, ...fields });
  if (status !== 200) throw new Error(`POST /v1/evaluate: ${status} ${JSON.stringify(body)}`);
  return body.call_id;
}

/** The call after its evaluation. */
export async function evaluationOf(calls: Calls, call_id: string): Promise<Evaluated> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const log: CallLog = (await calls("GET", `/v1/retrieve-call-log/${call_id}`)).body.call_log;
    const { evaluation, status } = log;
    if (evaluation && (status === "COMPLETED" || status === "INCOMPLETED")) return { ...log, evaluation };
    if (performance.now() > end) throw new Error(`call ${call_id} is still ${status}`);
    await sleep(20);
  }
}

/** Submits a call and waits for its evaluation. */
export const evaluated = async (calls: Calls, fields: Partial<Submission>): Promise<Evaluated> =>
  evaluationOf(calls, await submit(calls, fields));

/** The value of the built-in metric. */
export function measured({ evaluation }: Evaluated, id: string) {
  const found = evaluation.metrics.find((metric) => metric.id === id);
  if (!found) throw new Error(`no built-in metric ${id}`);
  return found;
}

/** A file of `fixtures/`, unchanged. */
export const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

/** A file in E2's format for recordings. */
export const dataUrl = (bytes: Uint8Array, media_type = "audio/wav") =>
  `data:${media_type};base64,${Buffer.from(bytes).toString("base64")}`;
