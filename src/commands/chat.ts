import { randomUUID } from "node:crypto";
import { type Conversation, farewell, type Message, toMessage } from "../chat/message.ts";
import type { Context } from "../context.ts";
import { usage } from "../failure.ts";
import { readLines } from "../terminal/lines.ts";
import { escapeControls, sanitizeLine } from "../terminal/sanitize.ts";
import { arg, defineCommand, flag } from "./command.ts";

export const command = defineCommand({
  about:
    "You, or a program on standard input, are the agent: each line is a message, or a JSON object with the fields of " +
    "POST /v1/send-http-text-message, such as a tool call. Blank lines are skipped. The service's answer to each is " +
    "printed, with --json as a line of JSON; the digital human's replies go to the agent's webhook. The end of the " +
    "input ends the command and leaves the conversation open, unless --end is given.",
  args: {
    simulation_result_id: arg("<simulation-result-id>", "the conversation, as `parley sim start` printed it"),
  },
  options: { end: flag("--end", "at the end of the input, end the conversation and have it evaluated") },
  examples: [
    ["parley chat 12", "type what the agent says; Ctrl-D ends the command"],
    ["printf 'Hello, clinic speaking\\n' | parley chat 12 --end --json", "one message, then the end"],
    [
      `echo '{"type":"tool_call","name":"find_slot","output":{"slot":"10:30"}}' | parley chat 12`,
      "logs a tool call",
    ],
  ],
  async run(context, { simulation_result_id, end }) {
    if (context.globals.api_key_stdin)
      throw usage("standard input cannot hold both the API key and the messages", {
        hint: "give the key in PARLEY_API_KEY",
      });
    const messages = read(context, { simulation_result_id, newId: randomUUID }, end);
    if (context.isDryRun) await context.changeEach("send_http_text_message", await all(messages));
    await converse(context, messages);
    return { data: undefined };
  },
});

async function* read(
  { terminal, signal }: Context,
  conversation: Conversation,
  end: boolean,
): AsyncGenerator<{ body: Message }> {
  if (terminal.isInteractive)
    await terminal.note(`you are the agent in conversation ${conversation.simulation_result_id}`);
  for await (const line of readLines(terminal, { prompt: "agent> ", signal }))
    if (line.trim() !== "") yield { body: toMessage(line, conversation) };
  if (end) yield { body: farewell(conversation) };
}

async function converse(context: Context, messages: AsyncIterable<{ body: Message }>): Promise<void> {
  const { terminal, globals } = context;
  const asJson = globals.json || globals.output === "json" || globals.output === "jsonl";
  if (!asJson && !terminal.isInteractive) await terminal.write("message_id\tstatus\tend_conversation\n");
  for await (const message of messages) {
    const answer = await context.change("send_http_text_message", message);
    const { status, end_conversation } = answer;
    const row = [message.body.message_id, status, end_conversation].map((cell) => sanitizeLine(String(cell)));
    await terminal.write(`${asJson ? escapeControls(JSON.stringify(answer)) : row.join("\t")}\n`);
    if (!end_conversation) continue;
    await terminal.note("the conversation has ended");
    return;
  }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
