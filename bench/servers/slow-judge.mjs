/**
 * A slow judge. It answers every question after the milliseconds in its argument, with the verdict that the
 * metric holds. `GET /bench` returns how long the questions took in parallel and how long they would
 * have taken one after the other, and resets both.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

const THINKING_MS = Number(process.argv[2]);

let asked = [];

/** The parts of the prompt that a complete answer must repeat, and a verdict. */
function answerTo([system, user]) {
  const [nonce, document] = user.content.split("\n");
  const { code, turns } = JSON.parse(document);
  const controls = Array.from(
    system.content.matchAll(/"code" of the document is "(\w+)"/g),
    ([, named]) => named === code,
  );
  return {
    nonce,
    control_1: controls[0],
    control_2: controls[1],
    evidence: [{ turn: turns[0].i, quote: turns[0].text }],
    reasoning: "as the evidence shows",
    status: "scored",
    value: true,
  };
}

async function judge(request) {
  const question = { began: performance.now(), ended: 0 };
  asked.push(question);
  const { messages } = await json(request);
  await sleep(THINKING_MS);
  question.ended = performance.now();
  const message = { role: "assistant", content: JSON.stringify(answerTo(messages)) };
  return { object: "chat.completion", choices: [{ index: 0, finish_reason: "stop", message }] };
}

function told() {
  const questions = asked;
  asked = [];
  const [began, ended] = [questions.map((one) => one.began), questions.map((one) => one.ended)];
  return {
    questions: questions.length,
    together_ms: Math.max(...ended) - Math.min(...began),
    one_by_one_ms: questions.reduce((sum, one) => sum + one.ended - one.began, 0),
  };
}

const server = createServer(async (request, response) => {
  const answer = request.url === "/bench" ? told() : await judge(request);
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer));
});

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
