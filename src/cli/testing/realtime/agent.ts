/** An agent that is a session of a realtime model, by text: OpenAI's Realtime API over its WebSocket. */
import { fieldsOf, itemsOf } from "../../../contract/is-object.ts";
import type { AgentTool } from "../../../engine/tools/tool.ts";
import type { TestedAgent } from "../agent.ts";
import { type Call, callOf, outputText, schemaOf } from "../chat/wire.ts";
import {
  type First,
  type Limit,
  nextFrame,
  type SocketAgentOptions,
  socketAgent,
  type Talk,
} from "../socket/agent.ts";
import type { SocketLine } from "../socket/line.ts";
import { answerTool } from "../tools/answers.ts";
import type { StandIn } from "../tools/stand-ins.ts";
import { excerpt, Trouble } from "../trouble.ts";

/** How often in a row a model may call tools before it says something. */
const ROUNDS = 12;

export interface RealtimeAgentOptions extends Omit<SocketAgentOptions, "begin" | "headers" | "secret"> {
  readonly prompt: string;
  readonly tools: readonly AgentTool[];
  readonly stand_ins: readonly StandIn[];
  readonly api_key: string | undefined;
}

export function realtimeAgent({
  prompt,
  tools,
  stand_ins,
  api_key,
  ...options
}: RealtimeAgentOptions): TestedAgent {
  const session = { ...sessionOf(prompt, tools), output_modalities: ["text"] };
  return socketAgent({
    ...options,
    ...(api_key !== undefined && { headers: { authorization: `Bearer ${api_key}` }, secret: api_key }),
    async begin(line, turn, limit) {
      const model = new Session(line, api_key);
      await model.until("session.created", turn, limit);
      line.send({ type: "session.update", session });
      await model.until("session.updated", turn, limit);
      for (const { role, content } of turn.given) model.add(messageOf(role, content));
      return talk(model, stand_ins);
    },
  });
}

/** The fields of a session that describe the agent. */
export const sessionOf = (prompt: string, tools: readonly AgentTool[]) => ({
  type: "realtime",
  ...(prompt !== "" && { instructions: prompt }),
  ...(tools.length > 0 && {
    tools: tools.map((tool) => ({ type: "function", ...schemaOf(tool) })),
    tool_choice: "auto",
  }),
});

/** Why a response has failed. Undefined if it has not. */
export function failureOf(response: Readonly<Record<string, unknown>>): string | undefined {
  const { status } = response;
  if (status === undefined || status === "completed") return undefined;
  const details = fieldsOf(response["status_details"]);
  const words = fieldsOf(details["error"])["message"] ?? details["reason"];
  return typeof words === "string" ? words : `the response is ${status}`;
}

/** The model's calls of functions in a response. */
export const callsIn = (response: Readonly<Record<string, unknown>>): Call[] =>
  itemsOf(response["output"])
    .map(fieldsOf)
    .flatMap((item) => (item["type"] === "function_call" ? [callOf(item["call_id"], item)] : []));

/** The result of a call, as an item of the conversation. */
export const outputOf = (call: Call, output: unknown) => ({
  type: "function_call_output",
  call_id: call.id,
  output: outputText(output),
});

const talk = (model: Session, stand_ins: readonly StandIn[]): Talk => ({
  async answer(turn, limit) {
    const { message, world_url } = JSON.parse(turn.body);
    const answers: object[] = [];
    model.add(messageOf("user", String(message ?? "")));
    for (let round = 0; round < ROUNDS; round++) {
      const { text, calls } = await model.respond(turn, limit);
      if (text !== "") answers.push({ message: text });
      if (calls.length === 0) {
        if (text === "") throw new Trouble("the agent answered without a message");
        return answers;
      }
      for (const call of calls) {
        const where = "agent.realtime.tool_outputs";
        const { output, bodies, waited_ms } = await answerTool(call, {
          world_url,
          stand_ins,
          where,
          signal: turn.signal,
        });
        model.add(outputOf(call, output));
        answers.push(...bodies);
        limit.until += waited_ms;
      }
    }
    throw new Trouble(`the agent called tools ${ROUNDS} times in a row and said nothing`);
  },
  over: () => undefined,
});

const messageOf = (role: string, text: string) => ({
  type: "message",
  role,
  content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
});

/** The session of a model: what is sent, and what comes back. */
class Session {
  readonly #line: SocketLine;
  readonly #key: string | undefined;

  constructor(line: SocketLine, key: string | undefined) {
    this.#line = line;
    this.#key = key;
  }

  add(item: object): void {
    this.#line.send({ type: "conversation.item.create", item });
  }

  /** Waits for an event. @throws Trouble if the server reports an error first */
  async until(type: string, turn: First, limit: Limit): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const frame = await nextFrame(this.#line, turn, limit);
      if (frame["type"] === "error") throw this.#trouble(fieldsOf(frame["error"])["message"]);
      if (frame["type"] === type) return frame;
    }
  }

  async respond(
    turn: First,
    limit: Limit,
  ): Promise<{ readonly text: string; readonly calls: readonly Call[] }> {
    this.#line.send({ type: "response.create" });
    const response = fieldsOf((await this.until("response.done", turn, limit))["response"]);
    const failure = failureOf(response);
    if (failure !== undefined) throw this.#trouble(failure);
    return {
      text: itemsOf(response["output"])
        .map(fieldsOf)
        .map(({ type, content }) => (type === "message" ? spokenIn(content) : ""))
        .join("")
        .trim(),
      calls: callsIn(response),
    };
  }

  /** A server may repeat the key that it refuses. */
  #trouble(words: unknown): Trouble {
    const said = excerpt(typeof words === "string" ? words : "without words");
    return new Trouble(
      `the model's server reports an error: ${this.#key ? said.replaceAll(this.#key, "••••") : said}`,
    );
  }
}

/** Text, or what was said as audio. */
const spokenIn = (content: unknown): string =>
  itemsOf(content)
    .map((part) => fieldsOf(part)["text"] ?? fieldsOf(part)["transcript"])
    .filter((text) => typeof text === "string")
    .join("");
