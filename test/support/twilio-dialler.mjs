// An agent that calls out by Twilio's own client: `node twilio-dialler.mjs AGENT FILE [hangs-up]`, in a folder that has `twilio`, with the
// environment that `parley test` gives to an agent with `dial: twilio`. It calls a wrong number first, and then its caller, whom it connects
// to the stream of AGENT, a webhook for calls. What it was told is written to FILE as JSON when Twilio's API says that the call is over.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import twilio from "twilio";

const [agent, file, hangs_up] = process.argv.slice(2);
const { PARLEY_BASE_URL, PARLEY_DIAL_NUMBER: to, TWILIO_AUTH_TOKEN } = process.env;
const told = { statuses: [], signatures: [] };

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const fields = Object.fromEntries(new URLSearchParams(body));
  const url = `http://${request.headers.host}${request.url}`;
  told.signatures.push(
    twilio.validateRequest(TWILIO_AUTH_TOKEN, request.headers["x-twilio-signature"], url, fields),
  );
  if (request.url === "/status") {
    told.statuses.push(fields.CallStatus);
    return response.writeHead(204).end();
  }
  told.asked = fields;
  const answer = new twilio.twiml.VoiceResponse();
  answer.connect().stream({ url: `ws://${new URL(agent).host}/media` });
  response.writeHead(200, { "content-type": "text/xml" }).end(answer.toString());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const own = `http://127.0.0.1:${server.address().port}`;

// It takes account and token from the environment, as everywhere.
const client = twilio();
client.api.baseUrl = PARLEY_BASE_URL;
const asking = {
  from: "+14155550100",
  url: `${own}/voice`,
  statusCallback: `${own}/status`,
  statusCallbackEvent: ["initiated", "ringing", "answered", "completed"],
};
const refusal = ({ status, code, message }) => ({ status, code, message });
told.wrong = await client.calls.create({ ...asking, to: "+14155559999" }).catch(refusal);
let call = await client.calls.create({ ...asking, to });
told.seen = [call.status];
told.again = await client.calls.create({ ...asking, to }).catch(refusal);
while (call.status === "queued" || call.status === "in-progress") {
  await sleep(100);
  if (hangs_up && told.asked) await client.calls(call.sid).update({ status: "completed" });
  call = await client.calls(call.sid).fetch();
  if (told.seen.at(-1) !== call.status) told.seen.push(call.status);
}
told.listed = (await client.calls.list({ limit: 20 })).map(({ sid }) => sid);
told.sid = call.sid;
const write = () => writeFileSync(file, JSON.stringify(told));
write();
while (!told.statuses.includes("completed")) await sleep(50);
write();
