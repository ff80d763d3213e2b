// Calls out by the API of a telephone company, with the environment that `parley test` gives to an agent with `dial: telnyx` or
// `dial: plivo`: `node carrier-dialler.mjs telnyx|call-control|plivo STREAM`. The call is connected to the stream once somebody listens
// there.
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const [company, stream] = process.argv.slice(2);
const { env } = process;
const listens = (port) =>
  new Promise((found) => {
    const socket = connect(port, "127.0.0.1", () => found(true));
    socket.on("error", () => found(false));
    socket.unref();
  });
while (!(await listens(Number(new URL(stream).port)))) await sleep(50);

const XML = {
  telnyx: `<Response><Connect><Stream url="${stream}" bidirectionalMode="rtp"/></Connect></Response>`,
  plivo: `<Response><Stream bidirectional="true" contentType="audio/x-mulaw;rate=8000">${stream}</Stream></Response>`,
};
const server = createServer((request, response) =>
  request.resume().on("end", () => response.end(XML[company])),
);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const webhook = `http://127.0.0.1:${server.address().port}/voice`;

const basic = Buffer.from(`${env.PLIVO_AUTH_ID}:${env.PLIVO_AUTH_TOKEN}`).toString("base64");
const [url, authorization, body] = {
  telnyx: [
    `${env.TELNYX_BASE_URL}/texml/Accounts/${env.TELNYX_ACCOUNT_SID}/Calls`,
    `Bearer ${env.TELNYX_API_KEY}`,
    { To: env.PARLEY_DIAL_NUMBER, From: "+14155550100", Url: webhook },
  ],
  "call-control": [
    `${env.TELNYX_BASE_URL}/calls`,
    `Bearer ${env.TELNYX_API_KEY}`,
    {
      ...{ connection_id: env.TELNYX_CONNECTION_ID, to: env.PARLEY_DIAL_NUMBER, from: "+14155550100" },
      ...{ stream_url: stream, stream_bidirectional_mode: "rtp" },
    },
  ],
  plivo: [
    `${env.PARLEY_BASE_URL}/v1/Account/${env.PLIVO_AUTH_ID}/Call/`,
    `Basic ${basic}`,
    { to: env.PARLEY_DIAL_NUMBER, from: "14155550100", answer_url: webhook },
  ],
}[company];
const headers = { authorization, "content-type": "application/json" };
const created = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
console.log(created.status, await created.text());
if (!created.ok) process.exit(1);
