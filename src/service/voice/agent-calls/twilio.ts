/** Twilio's API for calls. */
import { basicPassword } from "../../http/incoming.ts";
import { idFor, resultIn } from "../transports/telephone/carrier.ts";
import { callFields, callSid, twilio, twilioRequest } from "../transports/telephone/twilio.ts";
import { type CallApi, type CallRow, type CreateCall, inForm } from "./api.ts";
import { pageOf } from "./list.ts";
import { CallRefused, type Fault } from "./refused.ts";
import { asRfc2822, progressFields, readCall, showCall, withoutSuffix } from "./twilio-form.ts";

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

const show = (row: CallRow) => ({
  ...showCall(row, callSid(row.id), callsPath(row.asked.account_sid)),
  direction: "outbound-api",
  api_version: "2010-04-01",
  price: null,
  price_unit: "USD",
  queue_time: "0",
  annotation: null,
  answered_by: null,
  caller_name: null,
  forwarded_from: null,
  group_sid: null,
  parent_call_sid: null,
  phone_number_sid: null,
  trunk_sid: null,
  // None of them is here.
  subresource_uris: {},
});

/** @throws CallRefused */
const readTwilioCall = (fields: URLSearchParams, account_sid: string): CreateCall =>
  readCall(fields, account_sid, {
    carrier: twilio,
    xml: "Twiml",
    // As at Twilio, `Twiml` is ignored if there is a `Url`.
    xml_wins: false,
    method: "Method",
    detections: { Enable: "Enable", DetectMessageEnd: "DetectMessageEnd" },
    refused: ["ApplicationSid", "SendDigits", "AsyncAmd"],
  });

export const twilioCalls: CallApi = {
  dialect: "twilio",
  collection: [COLLECTION, `${COLLECTION}.json`],
  instance: [`${COLLECTION}/:call`],
  paths: { collection: callsPath("{AccountSid}"), instance: `${callsPath("{AccountSid}")}/{CallSid}` },
  keyIn: basicPassword,
  read: readTwilioCall,
  sidOf: callSid,
  idIn(name) {
    const sid = withoutSuffix(name);
    return sid.startsWith("CA") ? resultIn("CA", sid.slice(2)) : undefined;
  },
  accountOf: (id) => `AC${idFor("AC", id)}`,
  created: show,
  show,
  list: (calls, account, query) => pageOf(calls, query, { path: `${callsPath(account)}.json`, show }),
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
  tell: inForm(twilioRequest, (call, progress) => ({
    ...callFields(call),
    ...progressFields(progress),
    Timestamp: asRfc2822(progress.now),
  })),
};
