// Plivo's own client: `node plivo-client.mjs SERVICE KEY NUMBER STREAM`, in a folder that has `plivo`. It calls the number with the
// service in place of api.plivo.com, connects the call to the stream, and prints what it was told as a line of JSON. Plivo's own code
// checks every signature.
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";

const require = createRequire(import.meta.url);
const plivo = require("plivo");
const [service, key, to, stream] = process.argv.slice(2);
const ACCOUNT = "MAXXXXXXXXXXXXXXXXXX";
const from = "14155550100";
const told = { asked: [], statuses: [], signatures: [] };

// The client has the address of Plivo's API for calls built in, so its requests are sent elsewhere.
const axios = createRequire(require.resolve("plivo"))("axios");
axios.defaults.adapter = (config) => {
  config.url = config.url.replace("https://api.plivo.com", service);
  return axios
    .getAdapter("http")(config)
    .catch((error) => {
      refused = { status: error.response?.status, body: error.response?.data };
      throw error;
    });
};
/** The client keeps little of a refusal. */
let refused;

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const fields = Object.fromEntries(new URLSearchParams(body));
  const { headers } = request;
  const [signature, nonce] = ["", "-nonce"].map((end) => headers[`x-plivo-signature-v3${end}`]);
  const url = `http://${headers.host}${request.url}`;
  told.signatures.push(plivo.validateV3Signature(request.method, url, nonce, key, signature, fields));
  if (request.url !== "/voice") {
    told.statuses.push(fields);
    return response.writeHead(204).end();
  }
  told.asked.push(fields);
  const answer = new plivo.Response();
  answer.addStream(stream, {
    bidirectional: true,
    keepCallAlive: true,
    contentType: "audio/x-mulaw;rate=8000",
  });
  response.writeHead(200, { "content-type": "text/xml" }).end(answer.toXML());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const own = `http://127.0.0.1:${server.address().port}`;

const { calls } = new plivo.Client(ACCOUNT, key);
const refusal = () => refused;
const url = `${own}/voice`;
const created = await calls.create(from, to, url, {
  ringUrl: `${own}/ring`,
  hangupUrl: `${own}/hangup`,
  machineDetection: "true",
});
const uuid = created.requestUuid;
const live = await (async () => {
  for (;;) {
    const found = await calls.getLiveCall(uuid).catch(() => undefined);
    if (found) return found;
    await sleep(50);
  }
})();
const live_list = await calls.listLiveCalls();
const early = await calls.get(uuid).catch(refusal);
while (told.statuses.length < 2) await sleep(50);
const record = await calls.get(uuid);
const second = await calls.create(from, to, url);
const hung_up = await calls.hangup(second.requestUuid);
const again = await calls.hangup(second.requestUuid).catch(refusal);
/** The client keeps the description of a page beside its items. */
const pageOf = async (params) => {
  const found = await calls.list(params);
  return { calls: [...found], meta: found.meta };
};
const listed = await pageOf({ limit: 1 });
const rest = await pageOf({ limit: 1, offset: 1 });
const refusals = {
  unknown: await calls.create(from, "14155559999", url).catch(refusal),
  several: await calls.create(from, ["14155550123", "14155550124"], url).catch(refusal),
  bad_url: await calls.create(from, to, "file:///etc/passwd").catch(refusal),
  stranger: await new plivo.Client(ACCOUNT, "wrong").calls.create(from, to, url).catch(refusal),
  filter: await calls.list({ fromNumber: from }).catch(refusal),
  missing: await calls.get("48dfaf60-3b2a-11e3-8c0a-000000000000").catch(refusal),
};
server.close();
server.closeAllConnections();
const got = { created, live, live_list, early, record, second, hung_up, again, listed, rest };
console.log(JSON.stringify({ ...told, ...got, refusals }));
process.exit(0);
