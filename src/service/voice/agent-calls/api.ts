/** What the APIs of telephone companies have in common that agents create calls with. */
import type { IncomingMessage } from "node:http";
import type { DIALLED_CARRIERS } from "../../../contract/values.ts";
import type { AgentCall, CallEvent, StatusCallback } from "../../domain/runs/agent-call.ts";
import type { Refused } from "../../errors.ts";
import type { Row } from "../../store/schema.ts";
import type { Request, Ring, TelephoneCall } from "../transports/telephone/carrier.ts";

export type DialledCarrier = (typeof DIALLED_CARRIERS)[number];

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

/** Where a call is. */
export type CallState = "queued" | "live" | "over";

export interface CallPage {
  readonly limit: number;
  /** Only those created before the one with this number. */
  readonly before?: number | undefined;
  /** How many to leave out. */
  readonly offset?: number;
  /** Only those in this state. */
  readonly state?: CallState;
}

/** The calls of an account. */
export interface AccountCalls {
  /** The newest first. */
  find(page: CallPage): Promise<CallRow[]>;
  count(state: CallState): Promise<number>;
}

/** What is said to an agent about the progress of its call. */
export interface Progress {
  readonly event: CallEvent;
  /** Which of the events that it asked for this is. */
  readonly number: number;
  readonly now: Date;
  /** The call when it is over. */
  readonly over: CallRow | undefined;
}

/** A request that says it. */
interface Told extends Omit<Ring, "fields"> {
  readonly body: string;
}

export interface Refusal {
  readonly body: object;
  /** Default: that of the refusal. */
  readonly status?: 422;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An API of a company. */
export interface CallApi {
  /** The company. */
  readonly dialect: DialledCarrier;
  /** Where calls are created, with `:account` if the API has it in its paths. */
  readonly collection: readonly string[];
  /** Where one is, with `:call`. */
  readonly instance: readonly string[];
  /** The same as the company writes it. */
  readonly paths: { readonly collection: string; readonly instance: string };
  /** The API key that a request carries. */
  keyIn(incoming: IncomingMessage): string | undefined;
  /** The account of a request to create a call, if it is not in the path. @throws CallRefused */
  accountIn?(fields: URLSearchParams): string;
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
  /** The status of that answer. Default: 201. */
  readonly created_status?: 200;
  /** The answer to a request for a call. Undefined if the company has none for one in this state. */
  show(row: CallRow, query: URLSearchParams): object | undefined;
  /** The answer to a request for all calls of an account. @throws CallRefused */
  list?(calls: AccountCalls, account: string, query: URLSearchParams): Promise<object>;
  refuse(refused: Refused): Refusal;
  /** The requests that tell an agent how its call goes. */
  tell(call: TelephoneCall, callback: StatusCallback, progress: Progress): readonly Told[];
}

/** Tells it in a form, or in a query. */
export const inForm =
  (
    request: Request,
    fieldsOf: (call: TelephoneCall, progress: Progress) => Readonly<Record<string, string>>,
  ): CallApi["tell"] =>
  (call, callback, progress) => {
    const { method, url, headers, fields } = request(
      call,
      callback.method,
      callback.url,
      fieldsOf(call, progress),
    );
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(fields).toString();
    return [{ method, url, headers: { ...(method === "POST" && type), ...headers }, body }];
  };

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
