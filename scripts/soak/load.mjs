// What a team's CI and monitoring do in a minute, as fast as possible.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { wavHeader } from "../wav.mjs";
import { fetchAgain, HOSTILE_KEY, hostileOrganization, LONG_MESSAGE } from "./hostile.mjs";
import { BINARY } from "./service.mjs";
import { voiceSeed } from "./voice.mjs";

export const KEY = "pk_soak";
/** The voice agent of the team and its simulation. */
export const VOICE = 103;

/** A second of a quiet tone, 8 kHz mono, as a data URL. */
function recording() {
  const samples = Buffer.alloc(16_000);
  for (let at = 0; at < 8000; at++) samples.writeInt16LE(Math.round(3000 * Math.sin(at / 4)), at * 2);
  const header = wavHeader({ channels: 1, rate: 8000, bytes: samples.length });
  return `data:audio/wav;base64,${Buffer.concat([header, samples]).toString("base64")}`;
}

/** An agent under test that says yes, and also receives the events. */
export async function startAgent() {
  const agent = { url: "", service_url: "" };
  const server = createServer(async (request, response) => {
    const { simulation_result_id, message_id, end_conversation } = JSON.parse(await text(request));
    response.writeHead(204).end();
    if (!simulation_result_id || end_conversation || !message_id) return;
    const turn = Number(message_id.split(".")[1]);
    const isLongWinded = request.url === "/long-winded";
    const said =
      turn > 2 ? "Goodbye!" : turn === 2 ? "Your order has been cancelled." : "What is your order number?";
    const message = isLongWinded ? LONG_MESSAGE : said;
    const body = JSON.stringify({ simulation_result_id, message, message_id: `to-${message_id}` });
    const key = isLongWinded ? HOSTILE_KEY : KEY;
    const headers = { "x-api-key": key, "content-type": "application/json" };
    await fetch(`${agent.service_url}/v1/send-http-text-message`, { method: "POST", headers, body }).catch(
      () => {},
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  agent.url = `http://127.0.0.1:${server.address().port}`;
  agent.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return agent;
}

export const seedFor = (agent_url, { hostile }) => ({
  kind: "Seed",
  organizations: [
    {
      name: "soak",
      api_key: KEY,
      agents: [
        {
          id: 101,
          name: "Desk",
          mode: "TEXT",
          http_webhook: `${agent_url}/agent`,
          knowledge_bases: [{ kb_text: "Open" }],
        },
        voiceSeed(VOICE).agent,
      ],
      metrics: [
        {
          name: "Hello",
          response_type: "pass_fail",
          agent_ids: [101],
          scoring_guidance: '@rules\npass when agent says "hello"',
        },
      ],
      simulations: [
        voiceSeed(VOICE).simulation,
        {
          id: 7,
          name: "Orders",
          agent_id: 101,
          opening_patience_ms: 0,
          digital_humans: [
            {
              id: 501,
              name: "A",
              intent: "I want to cancel my order.",
              role_description: "Your order number is A-1.",
            },
            {
              id: 502,
              name: "B",
              intent: "I want to cancel my order.",
              role_description: "Your order number is B-2.",
            },
          ],
        },
      ],
      webhooks: [{ url: `${agent_url}/hook`, secret: "whsec" }],
    },
    ...(hostile ? [hostileOrganization(agent_url)] : []),
  ],
});

/** The operations of one minute. Returns how many there were. `bulk`: also runs the command line. */
export async function minute(url, number, folder, { bulk }) {
  let operations = 0;
  const call = async (method, path, body, expected = 200, key = KEY) => {
    operations++;
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetchAgain(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const told = await answer.text();
    if (answer.status !== expected)
      throw new Error(`${method} ${path}: ${answer.status} ${told.slice(0, 500)}`);
    return JSON.parse(told);
  };
  const audio = recording();
  const evaluation = (at) => ({
    agent_id: "101",
    trace_id: `${number}-${at}`,
    start_time_utc: "2026-11-01T12:00:00Z",
    participants: [{ role: "AGENT", spoke_first: true }, { role: "USER" }],
    transcript: [
      { speaker: "AGENT", utterance: "Hello, how can I help?", start_offset_ms: 0, end_offset_ms: 400 },
      { speaker: "USER", utterance: "Cancel my order", start_offset_ms: 500, end_offset_ms: 900 },
    ],
    ...(at === 0 && { recording_base64: audio }),
  });
  const versions = async () => {
    const path = "/v1/agents/101/knowledge-bases";
    const { id } = await call("POST", `${path}/versions`, { kb_text: `${number} `.repeat(20_000) });
    await call("GET", `${path}/versions?limit=5`);
    await call("DELETE", `${path}/${id}`);
    const metric = await call("POST", "/v1/create-custom-metric", {
      name: `m ${number}`,
      response_type: "pass_fail",
    });
    await call("DELETE", `/v1/custom-metric/${metric.id}`);
  };
  const work = [
    ...Array.from({ length: 20 }, () => () => call("GET", "/v1/custom-metrics")),
    ...Array.from({ length: 10 }, () => () => call("GET", "/v1/digital-humans-by-simulation/7")),
    ...Array.from({ length: 6 }, (_, at) => () => call("POST", "/v1/evaluate", evaluation(at))),
    ...Array.from({ length: 3 }, () => versions),
    ...Array.from(
      { length: 2 },
      (_, at) => () => call("GET", "/v1/all-agents", undefined, 401, `guess ${number} ${at}`),
    ),
    () => call("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 }),
    () => call("GET", "/v1/webhook-deliveries?page_size=20"),
    () => call("POST", "/v1/add-agent", { name: 5 }, 422),
    ...(bulk ? [() => commandLine(url, number, folder).then((sent) => (operations += sent))] : []),
  ].values();
  const lane = async () => {
    for (const step of work) await step();
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return operations;
}

/** Bulk work through the command line: calls from flags, with a separate process for each command. */
async function commandLine(url, number, folder) {
  const env = { PATH: process.env.PATH, HOME: folder, PARLEY_BASE_URL: url, PARLEY_API_KEY: KEY };
  const evaluations = Array.from({ length: 20 }, (_, at) => ({
    agent_id: "101",
    trace_id: `bulk ${number} ${at}`,
    start_time_utc: "2026-11-01T12:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: [{ speaker: "AGENT", utterance: "Hello" }],
  }));
  const lines = evaluations.map((one) => JSON.stringify(one)).join("\n");
  const { writeFile } = await import("node:fs/promises");
  await writeFile(`${folder}/calls-${number}.jsonl`, `${lines}\n`);
  const child = spawn(process.execPath, [BINARY, "evaluate", `calls-${number}.jsonl`, "--quiet"], {
    env,
    cwd: folder,
  });
  const [told, [code]] = await Promise.all([text(child.stderr), once(child, "close"), text(child.stdout)]);
  if (code !== 0) throw new Error(`parley evaluate ended with ${code}: ${told}`);
  return evaluations.length;
}
