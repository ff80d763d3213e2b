/** Telnyx' API for calls that are answered with TeXML. Its other one is Call Control. */
import { keyOf } from "../../http/incoming.ts";
import { asUuid, idFor } from "../transports/telephone/carrier.ts";
import { callControlId, callFields, telnyx, telnyxRequest } from "../transports/telephone/telnyx.ts";
import { type CallApi, type CallRow, type CreateCall, inForm } from "./api.ts";
import { pageOf } from "./list.ts";
import { callIn, refuseAsTelnyx } from "./telnyx-shared.ts";
import { progressFields, readCall, showCall, withoutSuffix } from "./twilio-form.ts";

const COLLECTION = "/v2/texml/Accounts/:account/Calls";
const callsPath = (account: string) => `/v2/texml/Accounts/${account}/Calls`;

function show(row: CallRow) {
  const call = showCall(row, callControlId(row.id), callsPath(row.asked.account_sid));
  // Its calls have no state before this.
  return { ...call, status: call.status === "queued" ? "ringing" : call.status, direction: "outbound" };
}

/** @throws CallRefused */
const readTelnyxCall = (fields: URLSearchParams, account_sid: string): CreateCall =>
  readCall(fields, account_sid, {
    carrier: telnyx,
    xml: "Texml",
    xml_wins: true,
    method: "UrlMethod",
    detections: { Enable: "Enable", Disable: null, DetectMessageEnd: "DetectMessageEnd" },
    refused: ["AsyncAmd", "SuperviseCallSid"],
  });

export const telnyxCalls: CallApi = {
  dialect: "telnyx",
  collection: [COLLECTION, `${COLLECTION}.json`],
  instance: [`${COLLECTION}/:call`],
  paths: { collection: callsPath("{account_sid}"), instance: `${callsPath("{account_sid}")}/{call_sid}` },
  keyIn: keyOf,
  read: readTelnyxCall,
  sidOf: callControlId,
  idIn: (name) => callIn(withoutSuffix(name)),
  accountOf: (id) => asUuid(idFor("user_id", id)),
  // Its documents leave call_sid out, which agents need in order to follow a call.
  created: ({ id, asked: { from, to } }) => ({ from, to, status: "queued", call_sid: callControlId(id) }),
  show,
  list: (calls, account, query) => pageOf(calls, query, { path: `${callsPath(account)}.json`, show }),
  refuse: refuseAsTelnyx,
  tell: inForm(telnyxRequest, (call, progress) => {
    const fields = callFields(call);
    return {
      ...fields,
      CallSidLegacy: fields.CallSid,
      ...progressFields(progress),
      Timestamp: progress.now.toISOString(),
    };
  }),
};
