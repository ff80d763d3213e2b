/** Parts of a request to create a call that companies name differently, and mean alike. */
import { E164 } from "../../../contract/rules/phone-numbers.ts";
import {
  type AgentCall,
  CALL_EVENTS,
  type CallEvent,
  type StatusCallback,
} from "../../domain/runs/agent-call.ts";
import type { Carrier } from "../transports/telephone/carrier.ts";
import { CallRefused, shown } from "./refused.ts";

/** The limit for XML in a request. */
const XML_MAXIMUM = 4000;
const URL_MAXIMUM = 4000;
export const ACCOUNT = /^[\w-]{1,64}$/;
/** A number, or the name of a client. */
const CALLER = /^[\w+:.@-]{1,100}$/;

/** Who is called. @param needs what a request must have, for people */
export function calledIn(to: string, name: string, needs: string): string {
  if (to === "")
    throw new CallRefused("no_to", `No '${name}' number is specified; the request needs ${needs}`);
  if (E164.test(to)) return to;
  throw new CallRefused(
    "bad_to",
    `Invalid '${name}' number ${shown(to)}; write it in E.164, such as +14155550123`,
  );
}

export function callerIn(from: string, name: string): string {
  if (from === "") throw new CallRefused("no_from", `No '${name}' number is specified`);
  if (!CALLER.test(from)) throw new CallRefused("bad_from", `Invalid '${name}' number ${shown(from)}`);
  return from;
}

/** @param names parameters that would change the call, where nothing here does what they ask */
export function refuseAny(fields: URLSearchParams, names: readonly string[]): void {
  for (const name of names)
    if (!["", "false"].includes(fields.get(name) ?? ""))
      throw new CallRefused("unsupported", `${name} is not supported here; leave it out`);
}

/**
 * Where the agent is: its webhook, or the stream in the XML that a webhook would answer.
 * @param options.xml_wins if a request has both
 */
export function agentIn(
  fields: URLSearchParams,
  carrier: Pick<Carrier, "placeIn" | "wants">,
  xml_name: string,
  { xml_wins = false } = {},
): { readonly url: string; readonly answer: string | null } {
  const url = fields.get("Url") ?? "";
  const answer = fields.get(xml_name) ?? "";
  if (url !== "" && !(xml_wins && answer !== "")) return { url: addressIn(url, "Url"), answer: null };
  if (answer === "") throw new CallRefused("no_url", `Url parameter is required, or ${xml_name}`);
  if (answer.length > XML_MAXIMUM)
    throw new CallRefused(
      "unsupported",
      `${xml_name} has more than ${XML_MAXIMUM} characters; answer with it at a Url instead`,
    );
  const place = carrier.placeIn(answer);
  if (!place) throw new CallRefused("bad_xml", `${xml_name} has no valid ${carrier.wants}`);
  if (!isStream(place.url))
    throw new CallRefused("bad_xml", `The stream in ${xml_name} has no valid ws:// or wss:// URL`);
  return { url: place.url, answer };
}

const isStream = (url: string) => URL.canParse(url) && /^wss?:$/.test(new URL(url).protocol);

/** The address of a stream. */
export function streamIn(url: string, name: string): string {
  if (isStream(url) && url.length <= URL_MAXIMUM) return url;
  throw new CallRefused(
    "bad_url",
    `${name} must be a URL that begins with wss:// or ws://, of at most ${URL_MAXIMUM} characters, not ${shown(url)}`,
  );
}

/** Where the agent is told how its call goes, in the parameters `StatusCallback…`. */
export function callbackIn(fields: URLSearchParams): AgentCall["callbacks"] {
  const url = fields.get("StatusCallback") ?? "";
  if (url === "") return [];
  // Some clients send them as one text with spaces.
  const events = fields
    .getAll("StatusCallbackEvent")
    .flatMap((one) => one.split(" ").filter((word) => word !== ""));
  const unknown = events.find((event) => !isEvent(event));
  if (unknown !== undefined)
    throw new CallRefused(
      "unsupported",
      `StatusCallbackEvent ${shown(unknown)} does not exist; the events are ${CALL_EVENTS.join(", ")}`,
    );
  const callback: StatusCallback = {
    url: addressIn(url, "StatusCallback"),
    method: methodIn(fields, "StatusCallbackMethod"),
    events: events.length === 0 ? ["completed"] : CALL_EVENTS.filter((event) => events.includes(event)),
  };
  return [callback];
}

const isEvent = (text: string): text is CallEvent => (CALL_EVENTS as readonly string[]).includes(text);

export function addressIn(text: string, name: string): string {
  const refused = (why: string) => new CallRefused("bad_url", `${name} is not a valid URL: ${why}`);
  if (text.length > URL_MAXIMUM) throw refused(`it has more than ${URL_MAXIMUM} characters`);
  if (!URL.canParse(text)) throw refused(shown(text));
  const { protocol, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol)) throw refused("it must begin with https:// or http://");
  if (username !== "" || password !== "")
    throw refused("a user name and a password in it are not sent; put a secret in the query instead");
  return text;
}

/** @param choices what `MachineDetection` may be, and what each means */
export function detectionIn(
  fields: URLSearchParams,
  choices: Readonly<Record<string, AgentCall["machine_detection"]>>,
): AgentCall["machine_detection"] {
  const asked = fields.get("MachineDetection") ?? "";
  if (asked === "") return null;
  const names = Object.keys(choices);
  if (names.includes(asked)) return choices[asked] ?? null;
  throw new CallRefused("unsupported", `MachineDetection must be ${names.join(" or ")}, not ${shown(asked)}`);
}

export function methodIn(fields: URLSearchParams, name: string): "GET" | "POST" {
  const method = (fields.get(name) ?? "POST").toUpperCase();
  if (method !== "GET" && method !== "POST")
    throw new CallRefused("unsupported", `${name} must be GET or POST, not ${shown(method)}`);
  return method;
}
