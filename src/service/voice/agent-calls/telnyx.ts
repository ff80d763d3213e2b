/** Telnyx' API for calls that are answered with TeXML. Its other one, Call Control, has no such answers. */
import { keyOf } from "../../http/incoming.ts";
import { asUuid, idFor, resultIn } from "../transports/telephone/carrier.ts";
import { callControlId, callFields, telnyx, telnyxRequest } from "../transports/telephone/telnyx.ts";
import type { CallApi, CallRow, CreateCall } from "./api.ts";
import { pageOf } from "./list.ts";
import { CallRefused, type Fault } from "./refused.ts";
import { progressFields, readCall, showCall, withoutSuffix } from "./twilio-form.ts";

interface Title {
  readonly code: string;
  readonly title: string;
  readonly status?: 422;
}

const MISSING = { code: "10004", title: "Missing required parameter", status: 422 } as const;
const NOT_E164 = { code: "10016", title: "Phone number must be in +E.164 format", status: 422 } as const;
const BAD_REQUEST = { code: "10015", title: "Bad Request" };
const NOT_FOUND = { code: "10005", title: "Resource not found" };

const TITLES: Readonly<Record<Fault, Title>> = {
  no_to: MISSING,
  no_from: MISSING,
  no_url: MISSING,
  bad_to: NOT_E164,
  bad_from: NOT_E164,
  bad_url: { code: "10003", title: "Invalid URL", status: 422 },
  bad_xml: BAD_REQUEST,
  unreachable: { code: "10002", title: "Invalid phone number", status: 422 },
  unsupported: BAD_REQUEST,
  not_found: NOT_FOUND,
};
/** What every resource refuses. */
const BY_STATUS: Readonly<Record<number, Title>> = {
  401: { code: "10009", title: "Authentication failed" },
  404: NOT_FOUND,
  429: { code: "10011", title: "Too many requests" },
};

const COLLECTION = "/v2/texml/Accounts/:account/Calls";
const callsPath = (account: string) => `/v2/texml/Accounts/${account}/Calls`;

function show(row: CallRow) {
  const call = showCall(row, callControlId(row.id), callsPath(row.asked.account_sid));
  // Its calls have no state before this.
  return { ...call, status: call.status === "queued" ? "ringing" : call.status, direction: "outbound" };
}

/** @throws CallRefused */
export const readTelnyxCall = (fields: URLSearchParams, account_sid: string): CreateCall =>
  readCall(fields, account_sid, {
    carrier: telnyx,
    xml: "Texml",
    xml_wins: true,
    method: "UrlMethod",
    detections: { Enable: "Enable", Disable: null, DetectMessageEnd: "DetectMessageEnd" },
    refused: ["AsyncAmd", "SuperviseCallSid"],
  });

export const telnyxCalls: CallApi = {
  collection: [COLLECTION, `${COLLECTION}.json`],
  instance: [`${COLLECTION}/:call`],
  paths: { collection: callsPath("{account_sid}"), instance: `${callsPath("{account_sid}")}/{call_sid}` },
  keyIn: keyOf,
  read: readTelnyxCall,
  sidOf: callControlId,
  idIn(name) {
    const sid = withoutSuffix(name);
    return sid.startsWith("v3:") ? resultIn("call_control_id", sid.slice(3)) : undefined;
  },
  accountOf: (id) => asUuid(idFor("user_id", id)),
  // Its documents leave call_sid out, which agents need in order to follow a call.
  created: ({ id, asked: { from, to } }) => ({ from, to, status: "queued", call_sid: callControlId(id) }),
  show,
  list: (find, account, query) => pageOf(find, query, { path: `${callsPath(account)}.json`, show }),
  refuse(refused) {
    const known = refused instanceof CallRefused ? TITLES[refused.fault] : BY_STATUS[refused.status];
    const { code, title, status }: Title = known ?? BAD_REQUEST;
    const meta = { url: `https://developers.telnyx.com/docs/overview/errors/${code}` };
    return {
      body: { errors: [{ code, title, detail: refused.message, meta }] },
      ...(status && { status }),
    };
  },
  request: telnyxRequest,
  fieldsOf(call, progress) {
    const fields = callFields(call);
    return {
      ...fields,
      CallSidLegacy: fields.CallSid,
      ...progressFields(progress),
      Timestamp: progress.now.toISOString(),
    };
  },
};
