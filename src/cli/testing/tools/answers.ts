/** Answers the tool calls of a model that is the agent: in the world of the conversation, or by stand-ins. */

import { Trouble } from "../trouble.ts";
import { answerCall, type StandIn } from "./stand-ins.ts";

interface Called {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Answering {
  readonly world_url: unknown;
  readonly stand_ins: readonly StandIn[];
  /** Where in the test file the stand-ins are. */
  readonly where: string;
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly output: unknown;
  /** What the answer to the caller's turn says of it. A world records the call itself. */
  readonly bodies: readonly object[];
  /** However slow the world is, the agent is not. */
  readonly waited_ms: number;
}

/** @throws Trouble if nobody answers the call */
export async function answerTool(
  call: Called,
  { world_url, stand_ins, where, signal }: Answering,
): Promise<ToolAnswer> {
  if (typeof world_url === "string") {
    const called_at = performance.now();
    const output = await callInWorld(world_url, call, signal);
    return { output, bodies: [], waited_ms: performance.now() - called_at };
  }
  const output = answerCall(stand_ins, call, where);
  const { name, parameters } = call;
  return { output, bodies: [{ tool_calls: [{ name, parameters, output }] }], waited_ms: 0 };
}

/** What a tool of the conversation's world answers, whatever its status. */
async function callInWorld(
  world_url: string,
  { name, parameters }: Called,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(`${world_url}/tools/${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(parameters),
    signal,
  }).catch((error: Error) => {
    if (signal.aborted) throw error;
    throw new Trouble(`the world cannot be reached at ${new URL(world_url).origin}: ${error.message}`);
  });
  return response.text();
}
