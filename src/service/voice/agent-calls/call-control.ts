/** Telnyx' own API for calls, Call Control. The request for a call says where its stream goes, and a webhook only listens. */
import { randomUUID } from "node:crypto";
import type { AgentCall, CallControl } from "../../domain/runs/agent-call.ts";
import { keyOf } from "../../http/incoming.ts";
import { asUuid, idFor, type TelephoneCall } from "../transports/telephone/carrier.ts";
import { callControlId, callSessionId } from "../transports/telephone/telnyx.ts";
import { type CallApi, type CallRow, type CreateCall, type Progress, secondsOf, statusOf } from "./api.ts";
import { CallRefused, shown } from "./refused.ts";
import { ACCOUNT, addressIn, calledIn, callerIn, refuseAny, streamIn } from "./request.ts";
import { telnyxCalls } from "./telnyx.ts";
import { callIn, refuseAsTelnyx } from "./telnyx-shared.ts";

const COLLECTION = "/v2/calls";
const NEEDS = "connection_id, to, from and stream_url";
/** Client states and ids of commands are limited because they are kept, and everything that is told repeats a state. */
const TEXT_MAXIMUM = 4000;

/** Parameters that let the company say, play or connect something else than the agent. */
const REFUSED = [
  ...["assistant", "audio_url", "media_name", "enable_dialogflow", "transcription", "conference_config"],
  ...["bridge_intent", "bridge_on_answer", "link_to", "park_after_unbridge", "supervise_call_control_id"],
  "stream_auth_token",
];

/** @throws CallRefused */
function readControlledCall(fields: URLSearchParams, account_sid: string): CreateCall {
  const several = fields.getAll("to");
  if (several.length > 1)
    throw new CallRefused("unsupported", "Several numbers in to are not supported here; call each by itself");
  const to = calledIn(several[0] ?? "", "to", NEEDS);
  const from = callerIn(fields.get("from") ?? "", "from");
  refuseAny(fields, REFUSED);
  const url = streamUrlIn(fields);
  const callbacks = webhookIn(fields);
  const call_control: CallControl = {
    client_state: textIn(fields, "client_state"),
    command_id: textIn(fields, "command_id"),
    attributes: codecsIn(fields),
  };
  const machine_detection = detectionIn(fields, callbacks);
  const asked = { account_sid, from, to, method: "POST", answer: null } as const;
  return { url, asked: { ...asked, machine_detection, callbacks, call_control } };
}

function streamUrlIn(fields: URLSearchParams): string {
  const url = fields.get("stream_url") ?? "";
  if (url !== "") return streamIn(url, "stream_url");
  const others =
    "the commands that a webhook_url would send later, such as streaming_start, are not answered";
  throw new CallRefused(
    "no_url",
    `stream_url parameter is required here, because the call is connected to it once somebody has picked up: ${others}`,
  );
}

/** A parameter with a fixed set of values. */
function choiceIn(fields: URLSearchParams, name: string, choices: readonly string[]): string {
  const value = fields.get(name) ?? "";
  if (value === "" || choices.includes(value)) return value;
  throw new CallRefused("unsupported", `${name} must be ${choices.join(" or ")} here, not ${shown(value)}`);
}

/** The encoding of the stream, as the attributes of TeXML say it. */
function codecsIn(fields: URLSearchParams): CallControl["attributes"] {
  choiceIn(fields, "stream_track", ["inbound_track", "both_tracks"]);
  if (choiceIn(fields, "stream_bidirectional_mode", ["rtp"]) === "")
    throw new CallRefused(
      "unsupported",
      "stream_bidirectional_mode must be rtp here; without it, the agent would have to speak in MP3",
    );
  const codec = choiceIn(fields, "stream_codec", ["default", "PCMU", "PCMA", "L16"]);
  const bidirectionalCodec = choiceIn(fields, "stream_bidirectional_codec", ["PCMU", "PCMA", "L16"]);
  const rate = choiceIn(fields, "stream_bidirectional_sampling_rate", ["8000", "16000"]);
  return {
    ...(codec !== "" && codec !== "default" && { codec }),
    ...(bidirectionalCodec !== "" && { bidirectionalCodec }),
    ...(rate !== "" && { bidirectionalSamplingRate: rate }),
  };
}

function webhookIn(fields: URLSearchParams): AgentCall["callbacks"] {
  const url = fields.get("webhook_url") ?? "";
  if (url === "") return [];
  choiceIn(fields, "webhook_url_method", ["POST"]);
  const events = ["initiated", "answered", "completed"] as const;
  return [{ url: addressIn(url, "webhook_url"), method: "POST", events }];
}

function detectionIn(
  fields: URLSearchParams,
  callbacks: AgentCall["callbacks"],
): AgentCall["machine_detection"] {
  if (choiceIn(fields, "answering_machine_detection", ["detect", "disabled"]) !== "detect") return null;
  if (callbacks.length > 0) return "Enable";
  throw new CallRefused(
    "unsupported",
    "answering_machine_detection needs a webhook_url, which is told its result",
  );
}

function textIn(fields: URLSearchParams, name: "client_state" | "command_id"): string | null {
  const text = fields.get(name) ?? "";
  if (text.length > TEXT_MAXIMUM)
    throw new CallRefused("unsupported", `${name} has more than ${TEXT_MAXIMUM} characters`);
  return text === "" ? null : text;
}

const idsOf = (id: number) => ({
  call_control_id: callControlId(id),
  call_leg_id: asUuid(idFor("call_leg_id", id)),
  call_session_id: callSessionId(id),
});

const stateOf = (asked: AgentCall | undefined) => {
  const { client_state = null } = asked?.call_control ?? {};
  return client_state === null ? {} : { client_state };
};

function show(row: CallRow) {
  const { id, started_at, ended_at, asked } = row;
  return {
    data: {
      record_type: "call",
      ...idsOf(id),
      ...stateOf(asked),
      is_alive: ended_at === null,
      ...(started_at !== null && { start_time: started_at }),
      ...(ended_at !== null && { end_time: ended_at, call_duration: secondsOf(row) }),
    },
  };
}

/** What an event of a call says beside its ids. */
type Event = readonly [event_type: string, payload: object];

function eventsOf({ asked, is_machine }: TelephoneCall, { event, over }: Progress): readonly Event[] {
  if (event === "initiated") return [["call.initiated", { direction: "outgoing", state: "bridging" }]];
  if (event === "answered") {
    const detected = ["call.machine.detection.ended", { result: is_machine ? "machine" : "human" }] as const;
    return [["call.answered", { state: "answered" }], ...(asked?.machine_detection ? [detected] : [])];
  }
  return over ? [["call.hangup", hangUpOf(over)]] : [];
}

const CAUSES = { completed: "normal_clearing", canceled: "originator_cancel" } as const;

/** Who hangs up for which reasons. */
const SOURCES: readonly (readonly ["caller" | "callee", readonly string[]])[] = [
  ["caller", ["hung_up_by_agent"]],
  [
    "callee",
    [
      ...[
        "goal_reached",
        "script_finished",
        "hangup_phrase",
        "hangup_instructions",
        "transferred",
        "refused",
      ],
      ...["out_of_script", "going_in_circles", "silence_timeout"],
    ],
  ],
];

function hangUpOf(row: CallRow) {
  const status = statusOf(row);
  return {
    state: "hangup",
    start_time: row.started_at ?? row.created_at,
    hangup_cause: status === "completed" || status === "canceled" ? CAUSES[status] : "unspecified",
    hangup_source: SOURCES.find(([, reasons]) => reasons.includes(row.end_reason ?? ""))?.[0] ?? "unknown",
  };
}

export const callControl: CallApi = {
  dialect: "telnyx",
  collection: [COLLECTION],
  instance: [`${COLLECTION}/:call`],
  paths: { collection: COLLECTION, instance: `${COLLECTION}/{call_control_id}` },
  keyIn: keyOf,
  accountIn(fields) {
    const connection_id = fields.get("connection_id") ?? "";
    if (ACCOUNT.test(connection_id)) return connection_id;
    throw new CallRefused(
      "unsupported",
      connection_id === ""
        ? `connection_id parameter is required; the request needs ${NEEDS}`
        : `Invalid value for connection_id ${shown(connection_id)}; any name of at most 64 letters and digits will do`,
    );
  },
  read: readControlledCall,
  sidOf: callControlId,
  idIn: callIn,
  accountOf: telnyxCalls.accountOf,
  created: ({ id, asked }) => ({
    data: { record_type: "call", ...idsOf(id), ...stateOf(asked), is_alive: false },
  }),
  created_status: 200,
  show,
  refuse: refuseAsTelnyx,
  tell: (call, { url }, progress) =>
    eventsOf(call, progress).map(([event_type, said]) => {
      const payload = {
        ...idsOf(call.simulation_result_id),
        connection_id: call.asked?.account_sid,
        ...stateOf(call.asked),
        from: call.from,
        to: call.to,
        ...said,
      };
      const occurred_at = progress.now.toISOString();
      const data = { record_type: "event", event_type, id: randomUUID(), occurred_at, payload };
      const body = JSON.stringify({ data, meta: { attempt: 1, delivered_to: url } });
      return { method: "POST", url, headers: { "content-type": "application/json" }, body };
    }),
};
