/** An agent that is a prompt, tools and a model behind an OpenAI-compatible API. Parley keeps what was said. */
import { fieldsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import type { AgentTool } from "../../../engine/tools/tool.ts";
import type { TestedAgent, Turn } from "../agent.ts";
import { sayWhy } from "../http/agent.ts";
import { type Answer, isPage, posterTo, statusTrouble } from "../http/post.ts";
import type { ProcessGroup } from "../processes/group.ts";
import { answerTool } from "../tools/answers.ts";
import type { StandIn } from "../tools/stand-ins.ts";
import { excerpt, seconds, Trouble } from "../trouble.ts";
import { completions, type Entry, responses } from "./wire.ts";

/** How often in a row an agent may call tools before it says something. */
const ROUNDS = 12;

export interface ChatAgentOptions {
  readonly url: string;
  readonly model: string;
  readonly prompt: string;
  readonly tools: readonly AgentTool[];
  readonly stand_ins: readonly StandIn[];
  readonly api_key: string | undefined;
  readonly about: string;
  readonly timeout_ms: number;
  readonly group?: ProcessGroup | undefined;
  readonly ready_ms?: number | undefined;
}

export async function chatAgent(options: ChatAgentOptions): Promise<TestedAgent> {
  const { model, prompt, tools, stand_ins, api_key, about, timeout_ms, group, ready_ms } = options;
  const url = endpointOf(options.url);
  const wire = new URL(url).pathname.endsWith("/responses") ? responses : completions;
  const { post, close } = await posterTo(url);
  /** What was said, and the last turn. A caller may lose patience and speak again while tools are being called. */
  const conversations = new Map<string, { readonly said: Entry[]; last: Promise<unknown> }>();
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    ...(api_key !== undefined && { authorization: `Bearer ${api_key}` }),
  };
  /** A server may repeat the key that it refuses. */
  const hidden = (text: string) => (api_key ? text.replaceAll(api_key, "••••") : text);

  async function ask(said: readonly Entry[], signal: AbortSignal, until: number) {
    const late = `the agent did not answer within ${seconds(timeout_ms)}`;
    const left = until - performance.now();
    if (left <= 0) throw new Trouble(late);
    const body = JSON.stringify(wire.body(model, prompt, said, tools));
    const answer = await post({ body, headers, signal, timeout_ms: left, late }).catch((error: unknown) =>
      sayWhy(error, { signal, url, group }),
    );
    return wire.read(readAnswer({ ...answer, text: hidden(answer.text) }));
  }

  async function answer({ body, signal }: Turn, said: Entry[]): Promise<string> {
    let until = performance.now() + timeout_ms;
    const answers: object[] = [];
    const { message, world_url } = JSON.parse(body);
    said.push(wire.heard(String(message ?? "")));
    for (let round = 0; round < ROUNDS; round++) {
      const { text, calls, entries } = await ask(said, signal, until);
      said.push(...entries);
      if (calls.length === 0 && text.trim() === "") throw new Trouble("the agent answered without a message");
      if (text !== "") answers.push({ message: text });
      if (calls.length === 0) return answers.map((one) => JSON.stringify(one)).join("\n");
      for (const call of calls) {
        const where = "agent.chat.tool_outputs";
        const { output, bodies, waited_ms } = await answerTool(call, { world_url, stand_ins, where, signal });
        said.push(wire.output(call, output));
        answers.push(...bodies);
        until += waited_ms;
      }
    }
    throw new Trouble(`the agent called tools ${ROUNDS} times in a row and said nothing`);
  }

  return {
    about,
    ...(ready_ms !== undefined && { ready_ms }),
    async answer(turn) {
      if (turn.is_last) return "";
      const begun: { readonly said: Entry[]; last: Promise<unknown> } = {
        said: [...turn.given].map((one) => ({ ...one })),
        last: Promise.resolve(),
      };
      const conversation = conversations.get(turn.simulation_result_id) ?? begun;
      conversations.set(turn.simulation_result_id, conversation);
      const answered = conversation.last.then(() => answer(turn, conversation.said));
      conversation.last = answered.catch(() => undefined);
      return answered;
    },
    over: (id) => void conversations.delete(id),
    tail: () => group?.tail() ?? [],
    async stop() {
      close();
      await group?.stop();
    },
  };
}

/** @throws Trouble if this is not an answer of a model's server */
function readAnswer(answer: Answer) {
  const { status, text } = answer;
  const fields = parseObject(text);
  if (status < 200 || status > 299) {
    const words = fieldsOf(fields?.["error"])["message"];
    throw statusTrouble(answer, typeof words === "string" ? words : text);
  }
  if (isPage(answer))
    throw new Trouble(
      "the agent answered with a web page (HTML) instead of JSON: is the URL the one of its API, such as https://…/v1?",
    );
  if (!fields)
    throw new Trouble(
      `the agent answered with something other than a JSON object: ${JSON.stringify(excerpt(text))}`,
    );
  if (!Array.isArray(fields["choices"]) && !Array.isArray(fields["output"]))
    throw new Trouble(`the agent's answer is not a chat completion: ${JSON.stringify(excerpt(text))}`);
  return fields;
}

/** The endpoint itself, or the one below the base URL of an API. */
function endpointOf(url: string): string {
  const endpoint = new URL(url);
  const path = endpoint.pathname.replace(/\/$/, "");
  endpoint.pathname = /\/(?:chat\/completions|responses)$/.test(path) ? path : `${path}/chat/completions`;
  return endpoint.href;
}
