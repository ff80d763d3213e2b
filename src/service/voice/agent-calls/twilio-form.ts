/** What Twilio's API for calls has in common with the APIs of those who copy it. */
import type { AgentCall, CallEvent } from "../../domain/runs/agent-call.ts";
import type { Carrier } from "../transports/telephone/carrier.ts";
import { type CallRow, type CreateCall, type Progress, secondsOf, statusOf } from "./api.ts";
import { agentIn, callbackIn, calledIn, callerIn, detectionIn, methodIn, refuseAny } from "./request.ts";

/** What each company names in its own way in a request to create a call. */
interface RequestForm {
  readonly carrier: Pick<Carrier, "placeIn" | "wants">;
  /** The parameter with the XML that a webhook would answer. */
  readonly xml: string;
  /** Whether the XML is taken if a request has a `Url` too. */
  readonly xml_wins: boolean;
  /** The parameter that says how `Url` is asked. */
  readonly method: string;
  readonly detections: Readonly<Record<string, AgentCall["machine_detection"]>>;
  /** Parameters that nothing here does. */
  readonly refused: readonly string[];
}

/** @throws CallRefused */
export function readCall(fields: URLSearchParams, account_sid: string, form: RequestForm): CreateCall {
  const to = calledIn(fields.get("To") ?? "", "To", "To, From and Url");
  const from = callerIn(fields.get("From") ?? "", "From");
  refuseAny(fields, form.refused);
  const { url, answer } = agentIn(fields, form.carrier, form.xml, { xml_wins: form.xml_wins });
  const machine_detection = detectionIn(fields, form.detections);
  const method = methodIn(fields, form.method);
  const asked = { account_sid, from, to, method, answer, machine_detection, callbacks: callbackIn(fields) };
  return { url, asked };
}

/** A call, without its direction. @param path of the account's calls */
export function showCall(row: CallRow, sid: string, path: string) {
  const { created_at, started_at, ended_at, asked } = row;
  const { account_sid, from, to } = asked;
  const seconds = secondsOf(row);
  return {
    sid,
    account_sid,
    status: statusOf(row),
    to,
    to_formatted: to,
    from,
    from_formatted: from,
    date_created: dated(created_at),
    date_updated: dated(ended_at ?? started_at ?? created_at),
    start_time: dated(started_at),
    end_time: dated(ended_at),
    duration: seconds === null ? null : String(seconds),
    uri: `${path}/${sid}.json`,
  };
}

const UNTIL_PICKED_UP = { initiated: "initiated", ringing: "ringing", answered: "in-progress" } as const;

/** The state of a call that is not over. */
const progressOf = (event: CallEvent): string => (event === "completed" ? event : UNTIL_PICKED_UP[event]);

/** What `StatusCallback` gets about the progress of a call. */
export const progressFields = ({ event, number, over }: Progress) => ({
  ...(over
    ? { CallStatus: statusOf(over), CallDuration: String(secondsOf(over) ?? 0) }
    : { CallStatus: progressOf(event) }),
  CallbackSource: "call-progress-events",
  SequenceNumber: String(number),
});

/** A name as a path has it. */
export const withoutSuffix = (name: string) => name.replace(/\.json$/, "");

export const asRfc2822 = (date: Date) => date.toUTCString().replace("GMT", "+0000");
const dated = (at: string | null) => (at === null ? null : asRfc2822(new Date(at)));
