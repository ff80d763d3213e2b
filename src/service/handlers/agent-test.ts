/** Tries an agent outside any conversation: a message to its webhook, or a connection to its WebSocket. */
import { readAgentAnswer } from "../../contract/agent-answer.ts";
import { reachOf } from "../../contract/rules/agent-reach.ts";
import { announcedVersions, NO_VERSIONS } from "../../contract/rules/tested-versions.ts";
import type { Output } from "../../contract/types.ts";
import { MESSAGE_EVENT, WEBHOOK_HEADERS } from "../../contract/values.ts";
import type { Clock } from "../clock.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import type { Ids } from "../ids.ts";
import type { Network } from "../network/outbound.ts";
import { chirpAddress } from "../voice/transports/chirp.ts";
import { closeSocket, openSocketOnce } from "../voice/transports/open-socket.ts";
import { signingHeaders } from "../webhooks/sign.ts";
import type { Handlers } from "./handler.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_MAXIMUM = 64 * 1024;
const LATE = `the agent did not answer within ${TIMEOUT_MS / 1000} s`;
/** How many characters to show of an answer that is not in the agreed form. */
const SHOWN = 2000;

type Tested = Output<"AgentTested">;
type Found = Omit<Tested, "url" | "ms">;

export const agentTestHandlers = {
  async test_agent({ organization_id, params, body: { message } }, service) {
    const { record } = await requireAgent(service.db, organization_id, params.agent_id);
    const { http_webhook, http_webhook_key }: Output<"AgentCreate"> = JSON.parse(record);
    if (!http_webhook)
      return { url: null, ms: 0, ...failed("the agent has no http_webhook, so there is nowhere to send it") };
    if (!URL.canParse(http_webhook))
      return { url: null, ms: 0, ...failed("the http_webhook of the agent is not a valid URL") };
    const began = performance.now();
    const sent = await send(service, http_webhook, http_webhook_key ?? undefined, message);
    const { origin, pathname } = new URL(http_webhook);
    return { url: origin + pathname, ms: Math.round(performance.now() - began), ...sent };
  },
  async test_agent_connection({ organization_id, params }, { db, outbound, newId }) {
    const { record } = await requireAgent(db, organization_id, params.agent_id);
    const agent: Output<"AgentCreate"> = JSON.parse(record);
    const reach = reachOf(agent);
    if (reach.by !== "websocket")
      return {
        url: null,
        ms: 0,
        failure: reach.by === null ? reach.why : "The agent has no WebSocket of its own.",
      };
    const began = performance.now();
    const { url, headers } = chirpAddress({
      url: reach.url.href,
      username: agent.websocket_username ?? null,
      password: agent.websocket_password ?? null,
      session: {
        simulation_result_id: `test-${newId()}`,
        ...announcedVersions(params.agent_id, NO_VERSIONS),
      },
    });
    const options = { headers, policy: outbound.policy, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const opened = await openSocketOnce(url, options, (socket) => socket).catch((error: Error) => error);
    const ms = Math.round(performance.now() - began);
    const { origin, pathname } = reach.url;
    const tried = { url: origin + pathname, ms };
    if (opened instanceof Error)
      return { ...tried, failure: opened.name === "TimeoutError" ? LATE : opened.message };
    await closeSocket(opened);
    return { ...tried, failure: null };
  },
} satisfies Partial<Handlers>;

const failed = (failure: string, status: number | null = null): Found => ({
  status,
  answer: null,
  tool_calls: [],
  failure,
});

async function send(
  { outbound, newId, now }: Network & Ids & Clock,
  url: string,
  secret: string | undefined,
  message: string,
): Promise<Found> {
  const id = `test-${newId()}`;
  const delivery = newId();
  const body = JSON.stringify({
    simulation_result_id: id,
    message,
    message_id: `${id}.1`,
    end_conversation: false,
  });
  const headers = {
    "content-type": "application/json",
    [WEBHOOK_HEADERS.event]: MESSAGE_EVENT,
    [WEBHOOK_HEADERS.delivery]: delivery,
    "x-simulation-result-id": id,
    ...signingHeaders({ id: delivery, body, secret, now: now() }),
  };
  try {
    const { status, text } = await outbound.post({
      url,
      headers,
      body,
      timeout_ms: TIMEOUT_MS,
      answer_maximum: ANSWER_MAXIMUM,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return readFound(status, text);
  } catch (error) {
    const { name, message: words, code } = error as Error & { readonly code?: string };
    if (name === "TimeoutError" || name === "AbortError") return failed(LATE);
    return failed(code === "ECONNREFUSED" ? `nothing listens there (${code})` : words || code || name);
  }
}

function readFound(status: number, text: string | undefined): Found {
  if (text === undefined) return failed("the answer is larger than 64 KiB", status);
  if (status < 200 || status > 299)
    return { ...failed(`the agent answered with status ${status}`, status), answer: shown(text) };
  const bodies = readAgentAnswer(text);
  if (!bodies)
    return text.trim() === ""
      ? failed("the agent took the message and answered nothing; it may answer later by the API", status)
      : {
          ...failed("the answer is not a JSON object with a `message`", status),
          answer: shown(text),
        };
  const said = bodies.map(({ message }) => message).filter((message) => typeof message === "string");
  const tool_calls = bodies.flatMap(({ type, name }) =>
    type === "tool_call" && typeof name === "string" ? [name] : [],
  );
  if (said.length === 0)
    return { ...failed("the answer has no `message`", status), answer: shown(text), tool_calls };
  return { status, answer: said.join("\n"), tool_calls, failure: null };
}

const shown = (text: string): string | null =>
  text.slice(0, SHOWN).toWellFormed().replaceAll("\0", "") || null;
