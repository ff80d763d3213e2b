// Telnyx' own client: `node telnyx-client.mjs SERVICE KEY NUMBER STREAM`, in a folder that has `telnyx`. It calls the number with the
// service in place of api.telnyx.com, connects the call to the stream, and prints what it was told as a line of JSON.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Telnyx from "telnyx";

const [service, key, To, stream] = process.argv.slice(2);
const ACCOUNT = "61bf923e-5e4d-4595-a110-56190ea18a1b";
const From = "+14155550100";
const told = { asked: [], statuses: [] };
const texml = `<Response><Connect><Stream url="${stream}" bidirectionalMode="rtp"/></Connect></Response>`;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (request.url === "/status") {
    told.statuses.push(fields);
    return response.writeHead(204).end();
  }
  told.asked.push(fields);
  response.writeHead(200, { "content-type": "text/xml" }).end(texml);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const own = `http://127.0.0.1:${server.address().port}`;

const clientWith = (apiKey) => new Telnyx({ apiKey, baseURL: `${service}/v2`, maxRetries: 0 });
const { calls } = clientWith(key).texml.accounts;
const refusal = (error) => ({
  name: error.constructor.name,
  status: error.status,
  errors: error.error?.errors,
});
const at = { account_sid: ACCOUNT };
const body = { To, From, Url: `${own}/voice`, ApplicationSid: "2632670363749713721", Timeout: 30 };

const created = await calls.calls(ACCOUNT, {
  body: {
    ...body,
    MachineDetection: "Enable",
    StatusCallback: `${own}/status`,
    StatusCallbackEvent: "initiated ringing answered completed",
  },
});
const seen = [];
let call;
do {
  await sleep(50);
  call = await calls.retrieve(created.call_sid, at);
  if (seen.at(-1) !== call.status) seen.push(call.status);
} while (call.status === "ringing" || call.status === "in-progress");
while (told.statuses.length < 4) await sleep(50);
const listed = (await calls.retrieveCalls(ACCOUNT, { PageSize: 20 })).calls.map(({ sid }) => sid);
const second = await calls.calls(ACCOUNT, { body: { To, From, Texml: texml } });
const hung_up = await calls.update(second.call_sid, { ...at, Status: "completed" });
const refusals = {
  unknown: await calls.calls(ACCOUNT, { body: { ...body, To: "+14155559999" } }).catch(refusal),
  no_url: await calls.calls(ACCOUNT, { body: { To, From } }).catch(refusal),
  bad_url: await calls.calls(ACCOUNT, { body: { ...body, Url: "file:///etc/passwd" } }).catch(refusal),
  plain: await calls.calls(ACCOUNT, { body: { ...body, To: "4155550123" } }).catch(refusal),
  stranger: await clientWith("wrong").texml.accounts.calls.calls(ACCOUNT, { body }).catch(refusal),
  missing: await calls.retrieve("v3:nothing", at).catch(refusal),
};
server.close();
server.closeAllConnections();
console.log(JSON.stringify({ ...told, created, seen, call, listed, hung_up, refusals }));
