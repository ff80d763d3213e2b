// So many conversations at once, each with a world of its own that its agent calls, while another process watches /healthz.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { setPriority } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { tellAnswered } from "./answered.mjs";
import { fetchAgain } from "./hostile.mjs";
import { KEY } from "./load.mjs";

/**
 * What is held, at most: milliseconds for which the main thread works without letting others in, milliseconds that /healthz
 * takes above a bare server, calls of tools that were answered otherwise than the tables say.
 */
export const WORLDS = { held_p999: 50, healthz_p999: 50, wrong: 0, unanswered: 0 };

/** If the p99.9 of the bare server is above this, the machine is too busy to conclude anything from /healthz. */
const BUSY_MS = 10;
/** Turns of a conversation. In each, the agent calls three tools. */
const TURNS = 4;
/** A model takes at least so long to decide on a call, and at most twice as long. */
const THINKING_MS = 300;
const SLOTS = 300;

const argument = (type) => ({ type });
const WORLD = {
  tables: {
    slots: {
      key: "id",
      rows: Array.from({ length: SLOTS }, (_, at) => ({ id: at + 1, day: `day ${at % 50}`, seats: 40 })),
    },
    bookings: { key: "id", columns: ["id", "slot", "name"] },
  },
  tools: [
    {
      name: "list_slots",
      input: { type: "object", properties: { day: argument("string") } },
      steps: "find all found in slots with {day: input.day, seats: {$gt: 0}}",
      answer: "{slots: found}",
    },
    {
      name: "reserve",
      input: { type: "object", properties: { slot: argument("integer"), name: argument("string") } },
      steps: [
        "find slot in slots with {id: input.slot}",
        'require slot and slot.seats > 0 or fail with "it is full"',
        "update slot set {seats: slot.seats - 1}",
        "insert booking into bookings {slot: slot.id, name: input.name}",
      ].join("\n"),
      answer: "{reference: booking.id, left: slot.seats}",
    },
    { name: "list_bookings", steps: "find all found in bookings", answer: "{bookings: count of found}" },
  ],
};

/** Runs conversations for some minutes. Returns what is held against `WORLDS`. */
export async function soakWorlds(service, conversations, minutes) {
  // A start loads the program.
  await service.look();
  const done = { calls: 0, wrong: 0, conversations: 0 };
  const agent = await startAgent(service, done);
  const call = async (method, path, body) => {
    const headers = { "x-api-key": KEY, "content-type": "application/json" };
    const answer = await fetchAgain(service.url + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  await call("POST", "/v1/update-agent", { agent_id: 101, http_webhook: agent.url });
  const { simulation_id } = await call("POST", "/v1/create-simulation", {
    ...{ agent_id: 101, name: "Worlds", world: WORLD, opening_patience_ms: 0, max_concurrent: conversations },
  });
  const digital_human = {
    intent: "I want to reserve a table.",
    num_runs: conversations,
    speaks_first_config: { speaks_first: true },
    expected_state: { tables: { bookings: { has: [{ name: "Lee" }] } } },
  };
  await call("POST", "/v1/create-digital-human", { simulation_ids: [simulation_id], digital_human });
  const bare = fork(join(import.meta.dirname, "bare.mjs"));
  const [bare_url] = await once(bare, "message");
  const health = fork(join(import.meta.dirname, "health.mjs"), [service.url, bare_url]);
  setPriority(10);
  const ends_at = performance.now() + minutes * 60_000;
  do {
    const { simulation_run_id } = await call("POST", "/v1/queue-http-text-simulation-run", { simulation_id });
    await ended(call, simulation_run_id);
    done.conversations += conversations;
  } while (performance.now() < ends_at && !service.hasEnded());
  health.send("tell");
  const [[times, idle]] = await once(health, "message");
  health.kill();
  bare.kill();
  agent.close();
  const { held } = await service.look();
  console.log(
    `${done.conversations} conversations, ${conversations} at once, with ${done.calls} calls of their worlds' tools`,
  );
  tellAnswered({ times, idle, held });
  return {
    held_p999: held.p999,
    // Null: the machine is too busy to tell.
    healthz_p999: idle.p999 > BUSY_MS ? null : times.p999 - idle.p999,
    wrong: done.wrong,
    unanswered: times.failed,
  };
}

/** An agent that reserves a table in each turn of the caller, and compares what its world answers with what it did before. */
async function startAgent(service, done) {
  const turns = new Map();
  const reserve = async ({ simulation_result_id, message_id, world_url }, turn) => {
    const tool = async (name, given) => {
      await sleep(THINKING_MS * (1 + Math.random()));
      done.calls++;
      return post(`${world_url}/tools/${name}`, given);
    };
    const { slots } = await tool("list_slots", { day: "day 7" });
    const { reference, left } = await tool("reserve", { slot: 8, name: "Lee" });
    const { bookings } = await tool("list_bookings", {});
    if (slots?.length !== SLOTS / 50 || reference !== turn || left !== 40 - turn || bookings !== turn)
      done.wrong++;
    const message = turn < TURNS ? "For how many people?" : "It is reserved. Goodbye!";
    const headers = { "x-api-key": KEY, "content-type": "application/json" };
    const body = JSON.stringify({
      ...{ simulation_result_id, message, message_id: `to-${message_id}`, end_conversation: turn >= TURNS },
    });
    await fetchAgain(`${service.url}/v1/send-http-text-message`, { method: "POST", headers, body });
  };
  const server = createServer(async (received, response) => {
    const told = JSON.parse(await text(received));
    response.writeHead(204).end();
    const { simulation_result_id: id, message_id, end_conversation } = told;
    if (!id || end_conversation || !message_id) return;
    // A caller that has lost patience speaks again: its turns follow one another.
    const { turn, before } = turns.get(id) ?? { turn: 0, before: undefined };
    if (turn >= TURNS) return;
    turns.set(id, { turn: turn + 1, before: Promise.resolve(before).then(() => reserve(told, turn + 1)) });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** On a connection of its own: a call on one that the service has just closed is lost, and must not be made twice. */
async function post(url, given) {
  const headers = { "content-type": "application/json" };
  const sent = request(url, { method: "POST", agent: false, headers });
  sent.end(JSON.stringify(given));
  const [answer] = await once(sent, "response");
  return JSON.parse(await text(answer));
}

async function ended(call, simulation_run_id) {
  for (;;) {
    const { simulation_results } = await call("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
    if (simulation_results.every(({ outcome }) => outcome !== null)) return;
    await sleep(500);
  }
}
