/** What the APIs of telephone companies have in common that agents create calls with. */
import type { IncomingMessage } from "node:http";
import type { AgentCall, CallEvent } from "../../domain/runs/agent-call.ts";
import type { Refused } from "../../errors.ts";
import type { Row } from "../../store/schema.ts";
import type { Request, TelephoneCall } from "../transports/telephone/carrier.ts";

export interface CreateCall {
  /** The agent's webhook, or its stream if its XML came with the request. */
  readonly url: string;
  readonly asked: AgentCall;
}

/** A call that an agent has created, as it is stored. */
export interface CallRow
  extends Pick<Row<"simulation_result">, "id" | "created_at" | "started_at" | "ended_at" | "end_reason"> {
  readonly asked: AgentCall;
  /** How often it was dialled; null before that. */
  readonly attempts: number | null;
}

/** The newest calls of an account. @param before only those created before the one with this number */
export type FindCalls = (page: {
  readonly before: number | undefined;
  readonly limit: number;
}) => Promise<CallRow[]>;

/** What is said to an agent about the progress of its call. */
export interface Progress {
  readonly event: CallEvent;
  /** Which of the events that it asked for this is. */
  readonly number: number;
  readonly now: Date;
  /** The call when it is over. */
  readonly over: CallRow | undefined;
}

interface Refusal {
  readonly body: object;
  /** Default: that of the refusal. */
  readonly status?: 422;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API of one company. */
export interface CallApi {
  /** Where calls are created, with `:account`. */
  readonly collection: readonly string[];
  /** Where one is, with `:account` and `:call`. */
  readonly instance: readonly string[];
  /** The same as the company writes it. */
  readonly paths: { readonly collection: string; readonly instance: string };
  /** The API key that a request carries. */
  keyIn(incoming: IncomingMessage): string | undefined;
  /** What a request to create a call asks for. @throws CallRefused */
  read(fields: URLSearchParams, account: string): CreateCall;
  /** The company's name for a call. */
  sidOf(id: number): string;
  /** The call with this name. Undefined if it is not one of ours. */
  idIn(sid: string): number | undefined;
  /** An account for one call. */
  accountOf(id: number): string;
  /** The answer to the request that has created a call. */
  created(row: CallRow): object;
  /** The answer to a request for a call. Undefined if the company has none for one in this state. */
  show(row: CallRow, query: URLSearchParams): object | undefined;
  /** The answer to a request for all calls of an account. @throws CallRefused */
  list?(find: FindCalls, account: string, query: URLSearchParams): Promise<object>;
  refuse(refused: Refused): Refusal;
  readonly request: Request;
  /** What an agent is told about its call. */
  fieldsOf(call: TelephoneCall, progress: Progress): Readonly<Record<string, string>>;
}

export type CallStatus = "queued" | "in-progress" | "completed" | "failed" | "canceled";

/** How a call ended that never reached the agent, without a fault of anything. */
const CALLED_OFF: readonly (string | null)[] = ["hung_up_by_agent", "ended_by_request"];

export function statusOf({ started_at, ended_at, end_reason, attempts }: CallRow): CallStatus {
  if (ended_at === null) return attempts === null ? "queued" : "in-progress";
  // Once the agent's stream was connected, the call has taken place.
  if (started_at !== null) return "completed";
  return CALLED_OFF.includes(end_reason) ? "canceled" : "failed";
}

/** How long a call took. Null while it lasts. */
export function secondsOf({ started_at, ended_at }: CallRow): number | null {
  if (ended_at === null) return null;
  if (started_at === null) return 0;
  return Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000));
}
