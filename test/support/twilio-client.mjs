// Twilio's own client: `node twilio-client.mjs SERVICE KEY NUMBER WEBHOOK`, in a folder that has `twilio`. It calls the number
// with the service in place of api.twilio.com, connects the call to the stream of an agent, whose webhook is WEBHOOK, and prints what it
// was told as a line of JSON. Twilio's own code makes the TwiML and checks every signature.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import twilio from "twilio";

const [service, key, to, webhook] = process.argv.slice(2);
const ACCOUNT = `AC${"0123456789abcdef".repeat(2)}`;
const from = "+14155550100";
const told = { asked: [], statuses: [], signatures: [] };

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const fields = Object.fromEntries(new URLSearchParams(body));
  const signature = request.headers["x-twilio-signature"];
  const url = `http://${request.headers.host}${request.url}`;
  told.signatures.push(twilio.validateRequest(key, signature, url, fields));
  if (request.url === "/status") {
    told.statuses.push(fields.CallStatus);
    return response.writeHead(204).end();
  }
  told.asked.push(fields);
  const answer = new twilio.twiml.VoiceResponse();
  const stream = answer.connect().stream({ url: `ws://${new URL(webhook).host}/media` });
  stream.parameter({ name: "order", value: "A1" });
  response.writeHead(200, { "content-type": "text/xml" }).end(answer.toString());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const own = `http://127.0.0.1:${server.address().port}`;

const clientWith = (token) => {
  const client = twilio(ACCOUNT, token);
  client.api.baseUrl = service;
  return client;
};
const client = clientWith(key);
const refusal = ({ status, code, message, moreInfo }) => ({ status, code, message, moreInfo });

const url = `${own}/voice`;
const created = await client.calls.create({
  ...{ to, from, url },
  statusCallback: `${own}/status`,
  statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
});
const seen = [created.status];
let call = created;
while (call.status === "queued" || call.status === "in-progress") {
  await sleep(200);
  call = await client.calls(created.sid).fetch();
  if (seen.at(-1) !== call.status) seen.push(call.status);
}
const listed = await client.calls.list({ limit: 20 });
const unknown = await client.calls.create({ to: "+14155559999", from, url }).catch(refusal);
const stranger = await clientWith("wrong").calls.create({ to, from, url }).catch(refusal);
const missing = await client
  .calls(`CA${"0".repeat(32)}`)
  .fetch()
  .catch(refusal);
const other = await client.calls
  .create({ to, from, twiml: new twilio.twiml.VoiceResponse().toString() })
  .catch(refusal);
const second = await client.calls.create({ to, from, url });
const hung_up = await client.calls(second.sid).update({ status: "completed" });
server.close();
server.closeAllConnections();

const shown = ({ sid, status, direction, duration, dateCreated, startTime, endTime }) => ({
  ...{ sid, status, direction, duration },
  dates: [dateCreated, startTime, endTime].map(
    (date) => date instanceof Date && !Number.isNaN(date.getTime()),
  ),
});
console.log(
  JSON.stringify({
    ...told,
    created: created.sid,
    seen,
    ended: shown(call),
    listed: listed.map(({ sid }) => sid),
    second: second.sid,
    hung_up: hung_up.status,
    refusals: { unknown, stranger, missing, other },
  }),
);
