/** Plivo's API for calls. */
import { randomUUID } from "node:crypto";
import { basicPassword } from "../../http/incoming.ts";
import { asHex, resultIn } from "../transports/telephone/carrier.ts";
import { accountId, callFields, callUuid, plainNumber, plivoRequest } from "../transports/telephone/plivo.ts";
import { type CallApi, type CallRow, type CreateCall, inForm, secondsOf, statusOf } from "./api.ts";
import { plivoList } from "./plivo-list.ts";
import { CallRefused, shown } from "./refused.ts";
import { addressIn, calledIn, callerIn, methodIn, refuseAny } from "./request.ts";

const COLLECTION = "/v1/Account/:account/Call";
const callsPath = (account: string) => `/v1/Account/${account}/Call/`;
/** What the parameters of a call are told for. */
const CALLBACKS = { ring: "ringing", hangup: "completed" } as const;

/** Numbers are written without a plus here. */
const withPlus = (number: string) => (/^\d/.test(number) ? `+${number}` : number);

const timeOf = (at: string | null) => at?.replace("T", " ").replace(/(?:\.\d+)?Z$/, "+00:00") ?? null;

/** A call that is over. */
function record(row: CallRow) {
  const { id, created_at, started_at, ended_at, asked } = row;
  const seconds = secondsOf(row) ?? 0;
  return {
    api_id: randomUUID(),
    answer_time: timeOf(started_at),
    bill_duration: seconds,
    billed_duration: seconds,
    call_direction: "outbound",
    call_duration: seconds,
    call_uuid: callUuid(id),
    end_time: timeOf(ended_at),
    from_number: plainNumber(asked.from),
    initiation_time: timeOf(created_at),
    parent_call_uuid: null,
    resource_uri: `${callsPath(asked.account_sid)}${callUuid(id)}/`,
    to_number: plainNumber(asked.to),
    total_amount: "0.00000",
    total_rate: "0.00000",
  };
}

/** A call that is not. */
const current = ({ id, started_at, asked }: CallRow, call_status: string) => ({
  api_id: randomUUID(),
  call_status,
  call_uuid: callUuid(id),
  caller_name: asked.from,
  direction: "outbound",
  from: plainNumber(asked.from),
  request_uuid: callUuid(id),
  ...(started_at !== null && { session_start: timeOf(started_at) }),
  to: plainNumber(asked.to),
});

/** @throws CallRefused */
function readPlivoCall(fields: URLSearchParams, account_sid: string): CreateCall {
  const several = fields.get("to") ?? "";
  if (several.includes("<"))
    throw new CallRefused(
      "unsupported",
      "Several numbers in 'to' are not supported here; call each by itself",
    );
  const to = calledIn(withPlus(several), "to", "to, from and answer_url");
  const from = callerIn(withPlus(fields.get("from") ?? ""), "from");
  refuseAny(fields, ["send_digits", "machine_detection_url"]);
  const url = fields.get("answer_url") ?? "";
  if (url === "") throw new CallRefused("no_url", "answer_url parameter is required");
  const detection = fields.get("machine_detection") ?? "";
  if (!["", "true", "false"].includes(detection))
    throw new CallRefused("unsupported", `machine_detection must be true, not ${shown(detection)}`);
  const callbacks = Object.entries(CALLBACKS).flatMap(([name, event]) => {
    const callback = fields.get(`${name}_url`) ?? "";
    if (callback === "") return [];
    const method = methodIn(fields, `${name}_method`);
    return [{ url: addressIn(callback, `${name}_url`), method, events: [event] }];
  });
  const machine_detection = detection === "true" ? ("Enable" as const) : null;
  const method = methodIn(fields, "answer_method");
  const asked = { account_sid, from, to, method, answer: null, machine_detection, callbacks };
  return { url: addressIn(url, "answer_url"), asked };
}

export const plivoCalls: CallApi = {
  dialect: "plivo",
  collection: [`${COLLECTION}/`, COLLECTION],
  instance: [`${COLLECTION}/:call/`, `${COLLECTION}/:call`],
  paths: { collection: callsPath("{auth_id}"), instance: `${callsPath("{auth_id}")}{call_uuid}/` },
  keyIn: basicPassword,
  read: readPlivoCall,
  sidOf: callUuid,
  idIn: (uuid) => resultIn("CallUUID", asHex(uuid)),
  accountOf: accountId,
  created: ({ id }) => ({ api_id: randomUUID(), message: "call fired", request_uuid: callUuid(id) }),
  show(row, query) {
    const status = statusOf(row);
    const wanted = query.get("status");
    if (wanted === "queued" && status === "queued") return current(row, status);
    if (wanted === "live" && status === "in-progress") return current(row, status);
    return wanted === null && row.ended_at !== null ? record(row) : undefined;
  },
  list: (calls, account, query) =>
    plivoList(calls, query, { path: callsPath(account), record, uuidOf: callUuid }),
  refuse: ({ message }) => ({ body: { api_id: randomUUID(), error: message } }),
  tell: inForm(plivoRequest, (call, { over }) => {
    const fields = callFields(call);
    if (!over) return { ...fields, CallStatus: "ringing", Event: "Ring" };
    const status = statusOf(over);
    const seconds = String(secondsOf(over) ?? 0);
    return {
      ...fields,
      // Somebody had picked up.
      CallStatus: status === "failed" ? "failed" : "completed",
      Event: "Hangup",
      Duration: seconds,
      BillDuration: seconds,
      ...(status !== "failed" && { HangupCause: "NORMAL_CLEARING" }),
    };
  }),
};
