/**
 * An agent under test that answers at once. It measures how long the service takes for a turn: from sending
 * the agent's message to the arrival of the digital human's. `POST /begin` with {url, key} first. `GET
 * /turns` returns the times and resets them.
 */
import { Agent, createServer, request } from "node:http";
import { json } from "node:stream/consumers";

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const sent = new Map();
let service;
let turns = [];
let ended = 0;

function replyTo({ message_id }) {
  const turn = Number(message_id.split(".")[1]);
  if (turn === 1) return "Sure. What is your order number?";
  if (turn === 2) return "Thank you. Your order has been cancelled. Anything else?";
  return "Goodbye!";
}

async function take(turn) {
  const { simulation_result_id, end_conversation } = turn;
  const began = sent.get(simulation_result_id);
  if (began !== undefined) turns.push(performance.now() - began);
  sent.delete(simulation_result_id);
  if (end_conversation) {
    ended++;
    return;
  }
  const body = JSON.stringify({
    simulation_result_id,
    message: replyTo(turn),
    message_id: `to-${turn.message_id}`,
  });
  sent.set(simulation_result_id, performance.now());
  const headers = {
    "x-api-key": service.key,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  request(`${service.url}/v1/send-http-text-message`, { agent, method: "POST", headers }, (response) => {
    response.resume();
  }).end(body);
}

const server = createServer(async (incoming, response) => {
  if (incoming.url === "/turns") {
    response.end(JSON.stringify({ turns, ended }));
    turns = [];
    return;
  }
  const body = await json(incoming);
  response.writeHead(204).end();
  if (incoming.url === "/begin") service = body;
  else if ("message_id" in body) await take(body);
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
