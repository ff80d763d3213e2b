import { agentOption } from "../agent-option.ts";
import { defineCommand } from "../command.ts";
import { callOptions, toCall } from "./call-options.ts";

export const command = defineCommand({
  about:
    "Submits one finished call or chat: a recording, a transcript, or both. A recording file is checked by its " +
    "content and sent while it is read; a transcript file becomes the entries of the transcript, and what a .json " +
    "says besides (participants, tool_calls, events, conversation_ended_by) is taken too unless a flag says " +
    'otherwise. In captions, `<v Agent>` and "Agent: " are the agent, anything else the user. The call is never ' +
    "submitted twice by itself.",
  options: { agent: agentOption, ...callOptions },
  examples: [
    [
      "parley evaluate --agent 101 --start-time 2026-11-01T12:00:00Z --recording call.wav --transcript call.json",
      "a recorded call with its transcript",
    ],
    [
      "parley evaluate --agent 101 --start-time-from mtime --transcript chat.vtt --metric-tag core --json --query call_id",
      "a chat, judged by the metrics tagged core; prints the id of the evaluation",
    ],
  ],
  view: { kind: "record" },
  async run(context, { agent, ...input }) {
    const { toSubmission } = await import("../../calls/submission.ts");
    const { fields, files } = await toCall(input, String(await context.agent(agent)), context.cwd);
    const { notes, ...request } = await toSubmission(fields, files);
    for (const note of notes) await context.terminal.note(note);
    const data = await context.change("evaluate", request);
    return { data, hint: `\`parley evaluate show ${data.call_id}\` shows the call` };
  },
});
