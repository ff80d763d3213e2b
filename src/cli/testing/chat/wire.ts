/** What is sent to a model's server, and what it answers: chat completions, and responses. */
import { type Fields, fieldsOf, itemsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import type { AgentTool } from "../../../engine/tools/tool.ts";
import { excerpt, Trouble } from "../trouble.ts";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** An entry of the conversation, in the form of the server. */
export type Entry = Readonly<Record<string, unknown>>;

export interface Told {
  readonly text: string;
  readonly calls: readonly Call[];
  /** To be sent back with the next question. */
  readonly entries: readonly Entry[];
}

export interface Wire {
  body(model: string, prompt: string, said: readonly Entry[], tools: readonly AgentTool[]): object;
  heard(message: string): Entry;
  /** @throws Trouble */
  read(answer: Fields): Told;
  output(call: Call, output: unknown): Entry;
}

export const schemaOf = ({ name, description, parameters }: AgentTool) => ({
  name,
  ...(description !== undefined && { description }),
  parameters: parameters ?? { type: "object", properties: {} },
});

export const completions: Wire = {
  body: (model, prompt, said, tools) => ({
    model,
    messages: [...(prompt === "" ? [] : [{ role: "system", content: prompt }]), ...said],
    ...(tools.length > 0 && { tools: tools.map((one) => ({ type: "function", function: schemaOf(one) })) }),
  }),
  heard: (content) => ({ role: "user", content }),
  read({ choices }) {
    const message = fieldsOf(fieldsOf(itemsOf(choices)[0])["message"]);
    const calls = itemsOf(message["tool_calls"]).map(fieldsOf);
    return {
      text: textOf(message["content"]) || textOf(message["refusal"]),
      calls: calls.map(({ id, function: called }) => callOf(id, fieldsOf(called))),
      entries: [{ ...message, role: "assistant" }],
    };
  },
  output: ({ id }, output) => ({ role: "tool", tool_call_id: id, content: outputText(output) }),
};

export const responses: Wire = {
  body: (model, prompt, said, tools) => ({
    model,
    ...(prompt !== "" && { instructions: prompt }),
    input: said,
    store: false,
    ...(tools.length > 0 && { tools: tools.map((one) => ({ type: "function", ...schemaOf(one) })) }),
  }),
  heard: (content) => ({ role: "user", content }),
  read({ output }) {
    const items = itemsOf(output).map(fieldsOf);
    return {
      text: items.map(({ type, content }) => (type === "message" ? textOf(content) : "")).join(""),
      calls: items.flatMap((item) =>
        item["type"] === "function_call" ? [callOf(item["call_id"], item)] : [],
      ),
      entries: items,
    };
  },
  output: ({ id }, output) => ({ type: "function_call_output", call_id: id, output: outputText(output) }),
};

/** @throws Trouble if it has no name, or if its arguments are not an object */
export function callOf(id: unknown, { name, arguments: given }: Fields): Call {
  if (typeof name !== "string" || name === "") throw new Trouble("the agent called a tool without a name");
  const parameters = given === undefined || given === "" ? {} : parseObject(String(given));
  if (!parameters)
    throw new Trouble(
      `the agent called ${name} with arguments that are not a JSON object: ${JSON.stringify(excerpt(String(given)))}`,
    );
  return { id: String(id ?? ""), name, parameters };
}

export const outputText = (output: unknown) =>
  typeof output === "string" ? output : JSON.stringify(output ?? null);

/** Some servers answer with a list of parts. */
const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : itemsOf(content)
        .map((part) => fieldsOf(part)["text"] ?? fieldsOf(part)["refusal"])
        .filter((text) => typeof text === "string")
        .join("");
