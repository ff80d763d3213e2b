/** Lets a person at a terminal be the agent. */
import { join as joinPath } from "node:path";
import { usage } from "../../../lib/failure.ts";
import { cardOf } from "../../chat/card.ts";
import { completions } from "../../chat/commands.ts";
import { readHistory, writeHistory } from "../../chat/history.ts";
import type { Message } from "../../chat/message.ts";
import { type Desk, Repl } from "../../chat/repl.ts";
import { dataFolder } from "../../config/paths.ts";
import type { Context } from "../../context.ts";
import { LineEditor } from "../../terminal/line-editor.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { untilStopped } from "../shared/until-stopped.ts";
import { endText } from "./shared/end-text.ts";
import type { Joined } from "./shared/join.ts";
import { requireRestartable } from "./shared/restart.ts";
import { spokenOf, writeTranscript } from "./shared/write-transcript.ts";
import { stillRunning, tellVerdict } from "./verdict.ts";

/**
 * Says `first`, and returns when the person leaves or the conversation is over. If the person takes back a
 * turn, returns what to say in a new conversation.
 */
export async function talkAtTerminal(
  context: Context,
  joined: Joined,
  first: readonly Message[],
): Promise<readonly Message[] | undefined> {
  const { terminal, signal } = context;
  const { session, conversation, record } = joined;
  const agent = String(record?.agent_id ?? "unknown").replaceAll(/[^\w-]/g, "_");
  const file = joinPath(dataFolder(context.env, context.platform), "chat", `history-${agent}.json`);
  const history = await readHistory(file);
  const { splitAtTurn } = await import("../../chat/record.ts");
  const { spokenLines } = await import("../../chat/transcript.ts");
  await terminal.note(
    `you are the agent in conversation ${conversation.simulation_result_id}; /help lists the commands`,
  );
  const earlier = record ? splitAtTurn(record).earlier : [];
  if (earlier.length > 0)
    await terminal.note(sanitize(spokenLines({ transcript: [...earlier], tool_calls: [] }).join("\n")));
  const desk = deskOf(context, joined);
  const editor = new LineEditor(terminal, {
    prompt: "agent> ",
    history,
    complete: (line) => completions(line, desk.tools),
  });
  const stop = () => editor.close();
  signal.addEventListener("abort", stop, { once: true });
  session.observe({ ended: async (reason) => editor.print(endText(reason)) });
  const interrupt = () => {
    editor.close();
    terminal.interrupt();
    return untilStopped(signal);
  };
  try {
    const paint = await terminal.errPaint();
    const repl = new Repl({ session, editor, conversation, desk, paint, interrupt });
    const listening = joined.listen();
    // The repeated messages answer what the caller says first, so they wait for it.
    if (first.length > 0) await listening;
    const [undone] = await Promise.all([repl.run(first), listening]);
    signal.throwIfAborted();
    editor.close();
    if (undone) return undone;
    if (!session.isOver) await terminal.note(stillRunning(conversation.simulation_result_id));
    else if (record) await tellVerdict(context, conversation.simulation_result_id);
    return undefined;
  } finally {
    signal.removeEventListener("abort", stop);
    editor.close();
    // A read-only home folder must not make the command fail.
    await writeHistory(file, editor.history).catch(() => undefined);
  }
}

function deskOf(context: Context, joined: Joined): Desk {
  const { record } = joined;
  return {
    tools: new Set(record?.tool_calls?.map(({ name }) => name)),
    async transcript() {
      const { spokenLines } = await import("../../chat/transcript.ts");
      return spokenLines(await spokenOf(context, joined)).join("\n") || "nothing has been said yet";
    },
    requireRepeatable: () => requireRestartable(joined),
    save: (file) => writeTranscript(context, joined, file),
    async who() {
      if (!record) throw usage("this service does not reveal who the caller is");
      const { digital_human } = await context.read("get_digital_human", {
        params: { digital_human_id: record.digital_human_id },
      });
      return cardOf(digital_human);
    },
  };
}
