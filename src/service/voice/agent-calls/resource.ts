/** A call that an agent has created → Twilio's form of a call. */
import type { AgentCall } from "../../domain/runs/agent-call.ts";
import type { Row } from "../../store/schema.ts";
import { callSid } from "../transports/telephone/twilio.ts";

export interface CallRow
  extends Pick<Row<"simulation_result">, "id" | "created_at" | "started_at" | "ended_at" | "end_reason"> {
  readonly asked: AgentCall;
  /** How often it was dialled; null before that. */
  readonly attempts: number | null;
}

type CallStatus = "queued" | "in-progress" | "completed" | "failed" | "canceled";

/** How a call ended that never reached the agent, without a fault of anything. */
const CALLED_OFF: readonly (string | null)[] = ["hung_up_by_agent", "ended_by_request"];

function statusOf({ started_at, ended_at, end_reason, attempts }: CallRow): CallStatus {
  if (ended_at === null) return attempts === null ? "queued" : "in-progress";
  // Once the agent's stream was connected, the call has taken place.
  if (started_at !== null) return "completed";
  return CALLED_OFF.includes(end_reason) ? "canceled" : "failed";
}

export const asRfc2822 = (date: Date) => date.toUTCString().replace("GMT", "+0000");
const dated = (at: string | null) => (at === null ? null : asRfc2822(new Date(at)));

export const callsPath = (account_sid: string) => `/2010-04-01/Accounts/${account_sid}/Calls`;

export function callResource(row: CallRow) {
  const { id, created_at, started_at, ended_at } = row;
  const { account_sid, from, to } = row.asked;
  const sid = callSid(id);
  const seconds =
    ended_at === null
      ? null
      : started_at === null
        ? 0
        : Math.max(0, Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 1000));
  return {
    sid,
    account_sid,
    status: statusOf(row),
    direction: "outbound-api",
    to,
    to_formatted: to,
    from,
    from_formatted: from,
    date_created: dated(created_at),
    date_updated: dated(ended_at ?? started_at ?? created_at),
    start_time: dated(started_at),
    end_time: dated(ended_at),
    duration: seconds === null ? null : String(seconds),
    api_version: "2010-04-01",
    price: null,
    price_unit: "USD",
    queue_time: "0",
    ...{ annotation: null, answered_by: null, caller_name: null, forwarded_from: null, group_sid: null },
    ...{ parent_call_sid: null, phone_number_sid: null, trunk_sid: null },
    uri: `${callsPath(account_sid)}/${sid}.json`,
    // None of them is here.
    subresource_uris: {},
  };
}
