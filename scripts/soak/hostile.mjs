// What a hostile user with a key does to hold up all others, and what strangers do without a key.
import http from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { exportsOf } from "./exports.mjs";
import { voiceSeed } from "./voice.mjs";

export const HOSTILE_KEY = "pk_hostile";
/** Its voice agent and the simulation of that. */
export const HOSTILE_VOICE = 203;

/** A pattern of fifty characters that looks at each position of a text hundreds of times. */
const costly = (digits) => String.raw`(?:\w{1,18} ?){1,18}\d{${digits}}`;

/** The hostile organization. Ids are its own. */
export const hostileOrganization = (agent_url) => ({
  name: "hostile",
  api_key: HOSTILE_KEY,
  agents: [
    {
      id: 201,
      name: "Costly",
      mode: "TEXT",
      http_webhook: `${agent_url}/long-winded`,
      knowledge_bases: [{ kb_text: "Open" }],
    },
    { id: 202, name: "Discreet", mode: "TEXT", redact_pii: true },
    voiceSeed(HOSTILE_VOICE).agent,
  ],
  metrics: [
    {
      name: "Costly",
      response_type: "pass_fail",
      agent_ids: [201],
      scoring_guidance: `@rules\n${times(30, (at) => `pass when agent says /${costly(10 + at)}/`).join("\n")}`,
    },
  ],
  simulations: [
    voiceSeed(HOSTILE_VOICE).simulation,
    {
      id: 8,
      name: "Scripts",
      agent_id: 201,
      digital_humans: [
        {
          id: 601,
          name: "Scripted",
          intent: "I want to cancel my order.",
          scripted_responses: times(200, (at) => ({
            match_type: "regex",
            match_phrase: costly(10 + at),
            response_value: "Yes",
          })),
        },
      ],
    },
  ],
});

/** What the hostile organization's agent says. */
export const LONG_MESSAGE = "we met for a while and spoke of this and that ".repeat(400);

function times(count, make) {
  return Array.from({ length: count }, (_, at) => make(at));
}

const call = (agent_id, fields) =>
  Buffer.from(
    `{"agent_id":"${agent_id}","start_time_utc":"2026-11-01T12:00:00Z","participants":[{"role":"AGENT"},{"role":"USER"}],${fields}}`,
  );
const entries = (count, text) =>
  times(
    count,
    (at) =>
      `{"speaker":"${at % 2 ? "USER" : "AGENT"}","utterance":"${text} ${at}","start_offset_ms":${at * 100},"end_offset_ms":${at * 100 + 90}}`,
  ).join(",");
/** Objects with keys that are all new: the most work per byte for a parser. */
const strangeKeys = (objects, keys) =>
  times(
    objects,
    (at) =>
      `{${times(keys, (key) => `"${at}_${key}_${(at * 7919 + key * 104729) % 1e9}":${key}`).join(",")}}`,
  ).join(",");
const agent = (fields) => Buffer.from(`{"name":"x","mode":"TEXT",${fields}}`);

/** Tries again if the service had closed an idle connection just as this was sent. */
export const fetchAgain = (url, options) =>
  fetch(url, options).catch((error) => {
    if (error.cause?.code !== "UND_ERR_SOCKET" && error.cause?.code !== "ECONNRESET") throw error;
    return fetch(url, options);
  });

/** Requests, each with the statuses that may answer it. Bodies are created once. */
const REQUESTS = [
  ["20,000 entries", "/v1/evaluate", call(201, `"transcript":[${entries(20_000, "That is")}]`), 200],
  [
    "personal data in 15,000 entries",
    "/v1/evaluate",
    call(202, `"transcript":[${entries(15_000, "call 415 555 0132 or dana@example.com,")}]`),
    200,
  ],
  [
    "long texts",
    "/v1/evaluate",
    call(
      201,
      `"transcript":[${times(4, () => `{"speaker":"AGENT","utterance":"${"word ".repeat(190_000)}"}`)}]`,
    ),
    200,
  ],
  [
    "costly rules",
    "/v1/evaluate",
    call(201, `"transcript":[${times(20, () => `{"speaker":"AGENT","utterance":"${LONG_MESSAGE}"}`)}]`),
    200,
  ],
  [
    "144,000 strange keys",
    "/v1/evaluate",
    call(
      201,
      `"transcript":[{"speaker":"USER","utterance":"a"}],"metadata":{"a":[${strangeKeys(160, 900)}]}`,
    ),
    200,
  ],
  ["nothing but faults", "/v1/evaluate", call(201, `"transcript":[${times(20_000, () => "{}")}]`), 422],
  ["20,000 strange keys", "/v1/add-agent", agent(`"rtc_metadata":{"a":[${strangeKeys(20, 900)}]}`), 200],
  ["too many keys", "/v1/add-agent", agent(`"rtc_metadata":{${strangeKeys(1, 50_000).slice(1, -1)}}`), 422],
  ["too deep", "/v1/add-agent", agent(`"rtc_metadata":${"[".repeat(1_500_000)}`), 422],
  [
    "a large knowledge base",
    "/v1/agents/201/knowledge-bases/versions",
    Buffer.from(`{"kb_text":"${"é ".repeat(490_000)}"}`),
    200,
  ],
  [
    "replays",
    "/v1/generate-digital-humans",
    Buffer.from(
      JSON.stringify({
        agent_id: "201",
        preview: true,
        replay_transcript: times(9, () => ({
          transcript: "USER: my order\nAGENT: which one\n".repeat(3000),
        })),
      }),
    ),
    200,
  ],
  [
    "goals that repeat something",
    "/v1/generate-digital-humans",
    Buffer.from(
      JSON.stringify({
        agent_id: "201",
        preview: true,
        goal_adherence: times(9, () => ({ goal: "caller's caller-goal 5 p.m. ".repeat(350), num_calls: 2 })),
      }),
    ),
    200,
  ],
  [
    "a log of another platform",
    "/v1/import/retell?agent_id=202",
    Buffer.from(
      JSON.stringify({
        call_id: "soak",
        start_timestamp: 1_750_000_000_000,
        transcript_object: times(9000, (at) => ({
          role: at % 2 ? "user" : "agent",
          content: `Call 415 555 ${1000 + (at % 9000)} or dana@example.com.`,
        })),
      }),
    ),
    200,
  ],
  ["a run of scripts", "/v1/queue-http-text-simulation-run", Buffer.from('{"simulation_id":8}'), 200],
];

const PROTOBUF = "application/x-protobuf";

/** Exports of spans, with their media types. The same spans again are not stored twice. */
const EXPORTS = [
  ["as many spans as fit", exportsOf.spans.json(), "application/json"],
  ["as many spans as may be, in protobuf", exportsOf.spans.protobuf(), PROTOBUF],
  ["long texts of tools", exportsOf.texts.json(), "application/json"],
  ["long texts of tools, in protobuf", exportsOf.texts.protobuf(), PROTOBUF],
];

const MEGABYTE = Buffer.alloc(2 ** 20, "word ");

/**
 * Sends one round of everything. Returns the number of requests. Throws if an answer is not as it should be.
 */
export async function hostileRound(url, round) {
  let count = 0;
  const post = (path, headers = {}) =>
    http.request(url + path, {
      method: "POST",
      agent: false,
      headers: { "x-api-key": HOSTILE_KEY, "content-type": "application/json", ...headers },
    });
  const send = async ([name, path, body, ...expected], type = "application/json") => {
    count++;
    const headers = { "x-api-key": HOSTILE_KEY, "content-type": type };
    const answer = await fetchAgain(url + path, { method: "POST", headers, body });
    const told = await answer.text();
    if (!expected.includes(answer.status)) throw new Error(`${name}: ${answer.status} ${told.slice(0, 500)}`);
  };
  const left = async (request, body) => {
    count++;
    request.on("error", () => undefined).on("response", (response) => response.resume());
    request.write(body);
    await sleep(300);
    request.destroy();
  };
  /** Sends an utterance of 100 MiB, until the service refuses more. */
  const endless = () =>
    new Promise((resolve, reject) => {
      count++;
      const request = post("/v1/evaluate", { "transfer-encoding": "chunked" });
      const end = (fault) => {
        request.destroy();
        if (fault) reject(fault);
        else resolve();
      };
      request
        .on("error", () => end())
        .on("response", ({ statusCode }) =>
          end(statusCode === 413 ? undefined : new Error(`100 MiB: ${statusCode}`)),
        );
      request.write('{"transcript":[{"speaker":"AGENT","utterance":"');
      let sent = 0;
      const more = () => {
        if (request.destroyed || sent++ === 100) return;
        if (request.write(MEGABYTE)) setImmediate(more);
        else request.once("drain", more);
      };
      more();
    });
  /** Connections that send half of something, and one that sends a single byte now and then. */
  const silent = async () => {
    const { hostname, port } = new URL(url);
    const sockets = times(60, (at) => {
      const socket = connect(Number(port), hostname).on("error", () => undefined);
      socket.write(["", "GET /v1/all-ag", "GET /healthz HTTP/1.1\r\nHost: loc"][at % 3]);
      return socket;
    });
    for (let at = 0; at < 20; at++) {
      sockets[0].write("a");
      await sleep(50);
    }
    for (const socket of sockets) socket.destroy();
  };
  const guesses = async () => {
    for (let at = 0; at < 20; at++) {
      count++;
      const headers = { "x-api-key": `guess ${round} ${at}` };
      const { status } = await fetchAgain(`${url}/v1/all-agents`, { headers });
      if (status !== 401 && status !== 429) throw new Error(`a guessed key: ${status}`);
    }
  };
  /** All large calls in one list, which is read to its end in every other round and otherwise abandoned. */
  const list = async () => {
    count++;
    const headers = { "x-api-key": HOSTILE_KEY };
    const answer = await fetchAgain(`${url}/v1/retrieve-call-logs/201?page_size=40`, { headers });
    let pieces = 0;
    for await (const _ of answer.body) if (++pieces > 50 && round % 2) break;
  };
  const body = REQUESTS[0][2];
  const work = [
    ...REQUESTS.map((request) => () => send(request)),
    ...EXPORTS.map(
      ([name, exported, type]) =>
        () =>
          send([name, "/v1/traces", exported, 200], type),
    ),
    endless,
    silent,
    guesses,
    list,
    () => left(post("/v1/evaluate", { "content-length": body.length }), body.subarray(0, body.length / 2)),
    () => left(post("/v1/add-agent", { "content-length": 100 }), '{"name":'),
  ].values();
  const lane = async () => {
    for (const step of work) await step();
  };
  await Promise.all(times(3, lane));
  return count;
}
