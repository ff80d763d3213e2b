// Telnyx' own client: `node telnyx-call-control-client.mjs SERVICE KEY NUMBER STREAM`, in a folder that has `telnyx`. It calls the number
// by Call Control with the service in place of api.telnyx.com, and prints what it was told as a line of JSON.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Telnyx from "telnyx";

const [service, key, to, stream_url] = process.argv.slice(2);
const from = "+14155550100";
const connection_id = "1494404757140276705";
const client_state = Buffer.from("order 4471").toString("base64");
const events = [];

const clientWith = (apiKey) => new Telnyx({ apiKey, baseURL: `${service}/v2`, maxRetries: 0 });
const client = clientWith(key);
const { calls } = client;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  events.push(client.webhooks.unsafeUnwrap(body));
  response.writeHead(200).end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const webhook_url = `http://127.0.0.1:${server.address().port}/events`;

const refusal = (error) => ({
  name: error.constructor.name,
  status: error.status,
  errors: error.error?.errors,
});
const streams = { stream_url, stream_track: "inbound_track", stream_bidirectional_mode: "rtp" };
const body = { connection_id, to, from, ...streams };

const { data: created } = await calls.dial({
  ...body,
  stream_bidirectional_codec: "PCMA",
  stream_codec: "PCMA",
  answering_machine_detection: "detect",
  client_state,
  webhook_url,
  timeout_secs: 30,
});
const alive = [];
let call;
do {
  await sleep(50);
  ({ data: call } = await calls.retrieveStatus(created.call_control_id));
  if (alive.at(-1) !== call.is_alive) alive.push(call.is_alive);
} while (call.is_alive);
while (events.at(-1)?.data.event_type !== "call.hangup") await sleep(50);
const { data: second } = await calls.dial(body);
const hung_up = await calls.actions.hangup(second.call_control_id, {});
const again = await calls.actions.hangup(second.call_control_id, {}).catch(refusal);
const dialled = (changed) => calls.dial({ ...body, ...changed }).catch(refusal);
const refusals = {
  unknown: await dialled({ to: "+14155559999" }),
  several: await dialled({ to: [to, "+14155559999"] }),
  plain: await dialled({ to: "4155550123" }),
  no_connection: await dialled({ connection_id: undefined }),
  no_stream: await dialled({ stream_url: undefined, webhook_url }),
  bad_stream: await dialled({ stream_url: "https://127.0.0.1/" }),
  mp3: await dialled({ stream_bidirectional_mode: undefined }),
  assistant: await dialled({ assistant: { id: "assistant-1" } }),
  stranger: await clientWith("wrong").calls.dial(body).catch(refusal),
  missing: await calls.retrieveStatus("v3:nothing").catch(refusal),
};
server.close();
server.closeAllConnections();
console.log(JSON.stringify({ created, alive, call, events, hung_up, again, refusals }));
