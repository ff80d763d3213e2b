/**
 * Plays the service of one conversation on the recorder: agent 101, result 12, and a caller that says what
 * the test tells it.
 */
import { randomUUID } from "node:crypto";
import { beforeEach } from "vitest";
import type { Recorded, Recorder, Reply } from "./recorder.ts";
import { deliver } from "./webhooks.ts";

interface Entry {
  readonly role: string;
  readonly message: string;
  readonly message_id: string | null;
  readonly start_offset_ms: number;
}

interface ToolCall {
  readonly name: string;
  readonly parameters: unknown;
  readonly output: unknown;
  readonly start_offset_ms: number;
}

export interface PlayedConversation {
  readonly transcript: Entry[];
  readonly tool_calls: ToolCall[];
  readonly agent: { id: string; name: string; http_webhook: string | null; http_webhook_key: string | null };
  /** What the caller says to each finished turn, in order. After that, nothing. */
  readonly replies: string[];
  /** After this reply, the caller hangs up. */
  last: string | undefined;
  /** Faults instead of successful answers to messages, in order. */
  readonly faults: Reply[];
  /** The bodies of E6 that arrived, including those answered with a fault. */
  messages(): Recorded["body"][];
  /** The caller speaks: into the transcript, and to the agent's webhook if it has one. */
  speak(message: string): Promise<void>;
  ended_at: string | null;
  end_reason: string;
}

export function useConversation(recorder: Recorder): PlayedConversation {
  const played: PlayedConversation = {
    transcript: [],
    tool_calls: [],
    agent: { id: "101", name: "Front desk", http_webhook: null, http_webhook_key: "whsec_1" },
    replies: [],
    last: undefined,
    faults: [],
    ended_at: null,
    end_reason: "user_hung_up",
    messages: () => recorder.requests.filter(({ path }) => path === E6).map(({ body }) => body),
    async speak(message) {
      const message_id = randomUUID();
      const end_conversation = message === played.last;
      played.transcript.push({ role: "USER", message, message_id, start_offset_ms: offset() });
      if (end_conversation) played.ended_at = "2026-11-01T12:00:00Z";
      const { http_webhook, http_webhook_key } = played.agent;
      const body = { simulation_result_id: "12", message, message_id, end_conversation };
      if (http_webhook) await deliver(http_webhook, body, { key: http_webhook_key ?? "" });
    },
  };
  const offset = () => 100 * (played.transcript.length + played.tool_calls.length);
  beforeEach(() => {
    for (const list of [played.transcript, played.tool_calls, played.replies, played.faults]) list.length = 0;
    Object.assign(played.agent, { http_webhook: null, http_webhook_key: "whsec_1" });
    played.last = undefined;
    played.ended_at = null;
    played.end_reason = "user_hung_up";
    recorder.answer((request) => answer(request, played, offset));
  });
  return played;
}

const E6 = "/v1/send-http-text-message";

function answer(request: Recorded, played: PlayedConversation, offset: () => number): Reply {
  const { method, path, body } = request;
  if (path === E6) return played.faults.shift() ?? take(body, played, offset);
  if (path === "/v1/all-agents") return { body: [played.agent] };
  if (path === "/v1/update-agent") {
    const { agent_id: _, ...changes } = body;
    return { body: Object.assign(played.agent, changes) };
  }
  if (path === "/v1/retrieve-simulation-result/12")
    return { body: { simulation_result: recordOf(played), status: "200" } };
  if (path === "/v1/digital-human/501")
    return {
      body: { digital_human: { id: 501, name: "Refund, angry", intent: "Wants a refund", verbosity: "low" } },
    };
  return { status: 404, body: { detail: `no route ${method} ${path}` } };
}

function take(body: Recorded["body"], played: PlayedConversation, offset: () => number): Reply {
  const { type, message, message_id = null, name, parameters = null, output = null } = body;
  if (played.ended_at) return { status: 409, body: { detail: "conversation 12 has ended" } };
  if (type === "tool_call")
    played.tool_calls.push({ name, parameters, output, start_offset_ms: offset() + 1 });
  else if (message) played.transcript.push({ role: "AGENT", message, message_id, start_offset_ms: offset() });
  const end_conversation = body.end_conversation === true;
  if (end_conversation) played.ended_at = "2026-11-01T12:00:00Z";
  else if (type !== "tool_call" && body.end_turn !== false) {
    const reply = played.replies.shift();
    if (reply !== undefined) void played.speak(reply);
  }
  return { body: { simulation_result_id: "12", status: "success", end_conversation } };
}

const recordOf = ({ transcript, tool_calls, ended_at, end_reason }: PlayedConversation) => ({
  id: 12,
  simulation_run_id: 900,
  simulation_id: 7,
  agent_id: 101,
  digital_human_id: 501,
  status: ended_at ? "COMPLETED" : "RUNNING",
  created_at: "2026-11-01T12:00:00Z",
  end_time: ended_at,
  end_reason: ended_at ? end_reason : null,
  transcript,
  tool_calls: tool_calls.map(({ name, ...call }) => ({ name, expected: [], actual: [call] })),
});
