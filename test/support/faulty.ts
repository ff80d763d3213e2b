/** A service for submissions that fails in every way a network allows, by seed. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Random, randomOf } from "./random.ts";

export interface Faulty {
  readonly url: string;
  /** How often each call was created, by its `trace_id`. */
  readonly made: ReadonlyMap<string, number>;
  /** How often it did what. */
  readonly did: ReadonlyMap<Act, number>;
  /** Sets what it does from now on. */
  seed(seed: number): void;
  /** Called for each request as it begins. */
  onRequest: (() => void) | undefined;
  /** Resolves when no request is open. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What can happen to a request. `made` says whether the call exists afterwards. */
const ACTS = {
  accepted: { share: 55, made: true },
  refused_for_now: { share: 10, made: false },
  failed: { share: 10, made: false },
  reset_before_body: { share: 5, made: false },
  reset_after_body: { share: 5, made: false },
  reset_after_made: { share: 5, made: true },
  truncated_answer: { share: 5, made: true },
  broken_answer: { share: 5, made: true },
} as const;
export type Act = keyof typeof ACTS;

export async function startFaulty({ share_of_faults = 1 } = {}): Promise<Faulty> {
  const made = new Map<string, number>();
  const did = new Map<Act, number>();
  let random: Random = Math.random;
  let open = 0;

  const server = createServer((request, response) => {
    if (request.method === "GET") return void response.end("{}");
    open++;
    faulty.onRequest?.();
    const act = chooseAct(random, share_of_faults);
    did.set(act, (did.get(act) ?? 0) + 1);
    void perform(act, request, response, { made, random }).finally(() => open--);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const faulty: Faulty = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    did,
    onRequest: undefined,
    seed(seed) {
      random = randomOf(seed);
    },
    async settled() {
      while (open > 0) await sleep(1);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return faulty;
}

function chooseAct(random: Random, share_of_faults: number): Act {
  if (random() >= share_of_faults) return "accepted";
  let left = random() * 100;
  for (const [act, { share }] of Object.entries(ACTS)) {
    left -= share;
    if (left < 0) return act as Act;
  }
  return "accepted";
}

interface World {
  readonly made: Map<string, number>;
  readonly random: Random;
}

async function perform(
  act: Act,
  request: IncomingMessage,
  response: ServerResponse,
  { made, random }: World,
): Promise<void> {
  const { socket } = request;
  if (act === "reset_before_body") return void socket.resetAndDestroy();
  const text = await read(request);
  // The client disconnected in the middle, so there is no request.
  if (text === undefined) return;
  const { trace_id } = JSON.parse(text);
  if (random() < 0.3) await sleep(random() * 3);
  if (ACTS[act].made) made.set(trace_id, (made.get(trace_id) ?? 0) + 1);
  const answer = JSON.stringify({ status: "success", call_id: `id of ${trace_id}`, message: "queued" });
  switch (act) {
    case "accepted":
      return void response.end(answer);
    case "refused_for_now":
      response.writeHead(429, { "retry-after": "0" });
      return void response.end('{"detail":"slow down"}');
    case "failed":
      response.writeHead(random() < 0.5 ? 500 : 503);
      return void response.end('{"detail":"broken"}');
    case "truncated_answer":
      response.writeHead(200, { "content-length": answer.length });
      response.write(answer.slice(0, answer.length / 2));
      await sleep(1);
      return void socket.destroy();
    case "broken_answer":
      return void response.end(answer.slice(0, answer.length / 2));
    default:
      return void socket.resetAndDestroy();
  }
}

async function read(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await request.toArray()).join("");
  } catch {
    return undefined;
  }
}
