/** The form of Twilio's request to create a call → what is asked for. */
import {
  type AgentCall,
  CALL_EVENTS,
  type CallEvent,
  MACHINE_DETECTIONS,
} from "../../domain/runs/agent-call.ts";
import { connectedStream } from "../transports/telephone/stream-xml.ts";
import { twilio } from "../transports/telephone/twilio.ts";
import { CallRefused } from "./refused.ts";

/** Twilio's limit for TwiML in a request. */
const TWIML_MAXIMUM = 4000;
const URL_MAXIMUM = 4000;
const NUMBER = /^\+[1-9]\d{6,14}$/;
/** A number, or the name of a client. */
const CALLER = /^[\w+:.@-]{1,100}$/;
/** They would change the call, and nothing here does what they ask. */
const WITHOUT_EFFECT_HERE = ["ApplicationSid", "SendDigits", "AsyncAmd"] as const;

export interface CreateCall {
  /** The agent's webhook, or its stream if the TwiML came with the request. */
  readonly url: string;
  readonly asked: AgentCall;
}

/** @throws CallRefused */
export function readCreateCall(form: URLSearchParams, account_sid: string): CreateCall {
  const to = form.get("To") ?? "";
  if (to === "")
    throw new CallRefused(21_201, "No 'To' number is specified; the body is a form with To, From and Url");
  if (!NUMBER.test(to))
    throw new CallRefused(
      21_211,
      `Invalid 'To' number ${shown(to)}; write it in E.164, such as +14155550123`,
    );
  const from = form.get("From") ?? "";
  if (from === "") throw new CallRefused(21_213, "No 'From' number is specified");
  if (!CALLER.test(from)) throw new CallRefused(21_212, `Invalid 'From' number ${shown(from)}`);
  for (const name of WITHOUT_EFFECT_HERE)
    if (wants(form, name)) throw new CallRefused(20_001, `${name} is not supported here; leave it out`);
  const { url, twiml } = agentIn(form);
  const asked = {
    account_sid,
    from,
    to,
    method: methodIn(form, "Method"),
    twiml,
    machine_detection: detectionIn(form),
    status_callback: callbackIn(form),
  };
  return { url, asked };
}

const wants = (form: URLSearchParams, name: string) => !["", "false"].includes(form.get(name) ?? "");

/** As at Twilio, `Twiml` is ignored if there is a `Url`. */
function agentIn(form: URLSearchParams): { readonly url: string; readonly twiml: string | null } {
  const url = form.get("Url") ?? "";
  if (url !== "") return { url: addressIn(url, "Url"), twiml: null };
  const twiml = form.get("Twiml") ?? "";
  if (twiml === "") throw new CallRefused(21_205, "Url parameter is required, or Twiml");
  if (twiml.length > TWIML_MAXIMUM)
    throw new CallRefused(
      20_001,
      `Twiml has more than ${TWIML_MAXIMUM} characters; answer with it at a Url instead`,
    );
  const place = connectedStream(twiml);
  if (!place) throw new CallRefused(12_100, `Twiml has no valid ${twilio.wants}`);
  if (!URL.canParse(place.url) || !/^wss?:$/.test(new URL(place.url).protocol))
    throw new CallRefused(12_100, "The stream in Twiml has no valid ws:// or wss:// URL");
  return { url: place.url, twiml };
}

function callbackIn(form: URLSearchParams): AgentCall["status_callback"] {
  const url = form.get("StatusCallback") ?? "";
  if (url === "") return null;
  // Some clients send them as one text with spaces.
  const events = form
    .getAll("StatusCallbackEvent")
    .flatMap((one) => one.split(" ").filter((word) => word !== ""));
  const unknown = events.find((event) => !isEvent(event));
  if (unknown !== undefined)
    throw new CallRefused(
      20_001,
      `StatusCallbackEvent ${shown(unknown)} does not exist; the events are ${CALL_EVENTS.join(", ")}`,
    );
  return {
    url: addressIn(url, "StatusCallback"),
    method: methodIn(form, "StatusCallbackMethod"),
    events: events.length === 0 ? ["completed"] : CALL_EVENTS.filter((event) => events.includes(event)),
  };
}

const isEvent = (text: string): text is CallEvent => (CALL_EVENTS as readonly string[]).includes(text);

function addressIn(text: string, name: string): string {
  const refused = (why: string) => new CallRefused(21_205, `${name} is not a valid URL: ${why}`);
  if (text.length > URL_MAXIMUM) throw refused(`it has more than ${URL_MAXIMUM} characters`);
  if (!URL.canParse(text)) throw refused(shown(text));
  const { protocol, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol)) throw refused("it must begin with https:// or http://");
  if (username !== "" || password !== "")
    throw refused("a user name and a password in it are not sent; put a secret in the query instead");
  return text;
}

function detectionIn(form: URLSearchParams): AgentCall["machine_detection"] {
  const asked = form.get("MachineDetection") ?? "";
  if (asked === "") return null;
  const known = MACHINE_DETECTIONS.find((one) => one === asked);
  if (known) return known;
  throw new CallRefused(
    20_001,
    `MachineDetection must be ${MACHINE_DETECTIONS.join(" or ")}, not ${shown(asked)}`,
  );
}

function methodIn(form: URLSearchParams, name: string): "GET" | "POST" {
  const method = (form.get(name) ?? "POST").toUpperCase();
  if (method !== "GET" && method !== "POST")
    throw new CallRefused(20_001, `${name} must be GET or POST, not ${shown(method)}`);
  return method;
}

const shown = (text: string) => JSON.stringify(text.slice(0, 100));
