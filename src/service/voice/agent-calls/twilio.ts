/** Twilio's API for calls. */
import { basicPassword } from "../../http/incoming.ts";
import { idFor, resultIn } from "../transports/telephone/carrier.ts";
import { callFields, callSid, twilio, twilioRequest } from "../transports/telephone/twilio.ts";
import {
  asRfc2822,
  type CallApi,
  type CallRow,
  type CreateCall,
  dated,
  progressOf,
  secondsOf,
  statusOf,
} from "./api.ts";
import { pageOf } from "./list.ts";
import { CallRefused, type Fault } from "./refused.ts";
import { agentIn, callbackIn, calledIn, callerIn, detectionIn, methodIn, refuseAny } from "./request.ts";

const CODES: Readonly<Record<Fault, number>> = {
  no_to: 21_201,
  no_from: 21_213,
  bad_to: 21_211,
  bad_from: 21_212,
  no_url: 21_205,
  bad_url: 21_205,
  bad_xml: 12_100,
  unreachable: 21_214,
  unsupported: 20_001,
  not_found: 20_404,
};
/** Codes for what every resource refuses. */
const BY_STATUS: Readonly<Record<number, number>> = { 401: 20_003, 404: CODES.not_found, 429: 20_429 };

const COLLECTION = "/2010-04-01/Accounts/:account/Calls";
const callsPath = (account: string) => `/2010-04-01/Accounts/${account}/Calls`;

function show(row: CallRow) {
  const { id, created_at, started_at, ended_at } = row;
  const { account_sid, from, to } = row.asked;
  const sid = callSid(id);
  const seconds = secondsOf(row);
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

/** @throws CallRefused */
export function readTwilioCall(fields: URLSearchParams, account_sid: string): CreateCall {
  const to = calledIn(fields.get("To") ?? "", "To", "To, From and Url");
  const from = callerIn(fields.get("From") ?? "", "From");
  refuseAny(fields, ["ApplicationSid", "SendDigits", "AsyncAmd"]);
  // As at Twilio, `Twiml` is ignored if there is a `Url`.
  const { url, answer } = agentIn(fields, twilio, "Twiml");
  const machine_detection = detectionIn(fields, {
    Enable: "Enable",
    DetectMessageEnd: "DetectMessageEnd",
  });
  const method = methodIn(fields, "Method");
  const asked = { account_sid, from, to, method, answer, machine_detection, callbacks: callbackIn(fields) };
  return { url, asked };
}

export const twilioCalls: CallApi = {
  collection: [COLLECTION, `${COLLECTION}.json`],
  instance: [`${COLLECTION}/:call`],
  paths: { collection: callsPath("{AccountSid}"), instance: `${callsPath("{AccountSid}")}/{CallSid}` },
  keyIn: basicPassword,
  read: readTwilioCall,
  sidOf: callSid,
  idIn(name) {
    const sid = name.replace(/\.json$/, "");
    return sid.startsWith("CA") ? resultIn("CA", sid.slice(2)) : undefined;
  },
  accountOf: (id) => `AC${idFor("AC", id)}`,
  created: show,
  show,
  list: (find, account, query) => pageOf(find, query, { path: `${callsPath(account)}.json`, show }),
  refuse(refused) {
    const { status } = refused;
    const code =
      refused instanceof CallRefused ? CODES[refused.fault] : (BY_STATUS[status] ?? CODES.unsupported);
    const message =
      status === 401
        ? `Authenticate: send an API key of the organization as the auth token (${refused.message})`
        : refused.message;
    return {
      body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
      ...(status === 401 && { headers: { "www-authenticate": 'Basic realm="Twilio API"' } }),
    };
  },
  request: twilioRequest,
  fieldsOf(call, { event, number, now, over }) {
    return {
      ...callFields(call),
      ...(over
        ? { CallStatus: statusOf(over), CallDuration: String(secondsOf(over) ?? 0) }
        : { CallStatus: progressOf(event) }),
      CallbackSource: "call-progress-events",
      SequenceNumber: String(number),
      Timestamp: asRfc2822(now),
    };
  },
};
