/** A language model that says and calls what a test has written down, over OpenAI's chat completions. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface Step {
  readonly text?: string;
  /** Calls of tools: each with its name and parameters. */
  readonly calls?: readonly (readonly [string, object])[];
}

/** What has been said and done when the model is asked. */
export interface Asked {
  /** The results of tools since the caller spoke, and all of them. */
  readonly results: readonly string[];
  readonly all: readonly string[];
  /** The names of the tools that it may call. */
  readonly tools: readonly string[];
}

type Steps = readonly (Step | ((asked: Asked) => Step))[];

/** What the caller says, in part, and what the model then does, one step after each result. "" is the greeting. */
export type Script = Readonly<Record<string, Steps>>;

interface Message {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly object[];
}

const textOf = ({ content }: Message): string =>
  typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("");

/** Agents send text as it is, or as JSON. */
const resultsIn = (messages: readonly Message[]): string[] =>
  messages
    .filter(({ role }) => role === "tool")
    .map((message) => textOf(message).replace(/^"(.*)"$/s, plain));

const plain = (json: string): string => JSON.parse(json);

interface Question {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

function nextOf(script: Script, { messages, tools = [] }: Question): Step {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const said = last < 0 ? "" : textOf(messages[last] as Message).toLowerCase();
  const since = messages.slice(last + 1);
  const [, steps] =
    Object.entries(script).find(([words]) => (words === "" ? said === "" : said.includes(words))) ?? [];
  const called = since.filter(({ tool_calls = [] }) => tool_calls.length > 0).length;
  // Another agent of the same session greets, too, and knows what was called before.
  const step = steps?.[said === "" ? 0 : called];
  if (step === undefined) return { text: `The script has no answer to: ${said}` };
  if (typeof step !== "function") return step;
  const names = tools.map(({ function: { name } }) => name);
  return step({ results: resultsIn(since), all: resultsIn(messages), tools: names });
}

/** Pieces of an answer, as the API streams them. */
function* piecesOf({ text = "", calls = [] }: Step) {
  const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "scripted" };
  const delta = (value: object, finish_reason: string | null = null) => ({
    ...chunk,
    choices: [{ index: 0, delta: value, finish_reason }],
  });
  yield delta({ role: "assistant", content: text });
  for (const [index, [name, parameters]] of calls.entries()) {
    const called = { name, arguments: JSON.stringify(parameters) };
    const id = `call_${name}_${index}_${Math.random().toString(36).slice(2)}`;
    yield delta({ tool_calls: [{ index, id, type: "function", function: called }] });
  }
  yield delta({}, calls.length > 0 ? "tool_calls" : "stop");
  yield { ...chunk, choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } };
}

export async function startModel(script: Script) {
  const server = createServer(async (request, answer) => {
    if (request.method !== "POST") return answer.writeHead(405).end();
    const question = (await json(request)) as Question;
    answer.writeHead(200, { "content-type": "text/event-stream" });
    for (const piece of piecesOf(nextOf(script, question)))
      answer.write(`data: ${JSON.stringify(piece)}\n\n`);
    return answer.end("data: [DONE]\n\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
