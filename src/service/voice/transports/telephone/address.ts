/** Calls agents written for the telephone. This side acts as their telephone company. */
import type { SessionFacts } from "../../../../contract/rules/tested-versions.ts";
import type { Outbound } from "../../../network/outbound.ts";
import type { LineAddress } from "../address.ts";
import { DialFailure } from "../transport.ts";
import { type Carrier, type CarrierName, type TelephoneCall, withQuery } from "./carrier.ts";
import { CARRIERS } from "./carriers.ts";
import { hangsUp, type StreamPlace } from "./stream-xml.ts";

const WEBHOOK_MS = 15_000;
const ANSWER_MAXIMUM = 64 * 1024;

/** The address of an agent: asks its webhook where the audio goes. @throws DialFailure */
export async function telephoneAddress(
  name: CarrierName,
  call: TelephoneCall,
  outbound: Pick<Outbound, "post">,
  signal: AbortSignal,
): Promise<LineAddress> {
  const carrier = CARRIERS[name];
  const given = call.asked?.answer ? carrier.placeIn(call.asked.answer) : undefined;
  const place =
    given ??
    (/^https?:/.test(call.url)
      ? await askWebhook(carrier, call, outbound, signal)
      : { url: call.url, parameters: {}, attributes: call.asked?.call_control?.attributes ?? {} });
  const headers = {
    "x-simulation-result-id": String(call.simulation_result_id),
    ...carrier.headers(call, place),
  };
  const parameters = { ...place.parameters, ...parametersOf(call.session) };
  return {
    url: place.url,
    headers,
    session: call.session,
    telephone: { carrier: name, call, place: { ...place, parameters } },
  };
}

/** The parameters of a stream are texts. What is not known is left out. */
const parametersOf = (session: SessionFacts) =>
  Object.fromEntries(
    Object.entries(session).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );

async function askWebhook(
  carrier: Carrier,
  call: TelephoneCall,
  outbound: Pick<Outbound, "post">,
  signal: AbortSignal,
): Promise<StreamPlace> {
  const { method, url, fields, headers } = carrier.ring(call);
  const { host } = new URL(url);
  const form = new URLSearchParams(fields).toString();
  const asked = method === "GET" ? withQuery(url, form) : url;
  const answer = await outbound
    .post({
      method,
      url: asked,
      headers: {
        ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
        "x-simulation-result-id": String(call.simulation_result_id),
        ...headers,
      },
      body: method === "GET" ? "" : form,
      timeout_ms: WEBHOOK_MS,
      answer_maximum: ANSWER_MAXIMUM,
      signal,
    })
    .catch((error: Error) => {
      signal.throwIfAborted();
      throw new DialFailure("unreachable", `${host} cannot be reached: ${error.message}`);
    });
  if (answer.status === 401 || answer.status === 403)
    throw new DialFailure("rejected", `${host} rejected the call with status ${answer.status}`);
  if (answer.status !== 200)
    throw new DialFailure("unreachable", `${host} answered with status ${answer.status}`);
  const text = answer.text ?? "";
  if (hangsUp(text)) throw new DialFailure("rejected", `${host} hung up in its answer to the call`);
  const place = carrier.placeIn(text);
  if (!place) throw new DialFailure("unreachable", `${host} sent no ${carrier.wants}`);
  if (!URL.canParse(place.url) || !/^wss?:$/.test(new URL(place.url).protocol))
    throw new DialFailure(
      "unreachable",
      `the stream in the answer of ${host} has no valid ws:// or wss:// URL`,
    );
  return place;
}
