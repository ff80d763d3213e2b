/** After a conversation: its verdict, or a note that it continues. */
import { setTimeout as sleep } from "node:timers/promises";
import { readConversation } from "../../../contract/readings/conversation.ts";
import { Failure } from "../../../lib/failure.ts";
import { isSettled } from "../../../results/check/conversation.ts";
import type { Context } from "../../context.ts";
import { suspicionLines } from "../../render/evaluation/suspicions.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { notesOn } from "../sim/shared/notes.ts";
import { whyNot } from "../sim/shared/why-not.ts";

/** The service evaluates a conversation within this time, unless a judge takes longer. */
const PATIENCE_MS = 8000;
const POLL_MS = 250;

/** Waits a moment for the evaluation, then notes the verdict, its reasons and the next command. */
export async function tellVerdict(context: Context, simulation_result_id: string): Promise<void> {
  const { terminal } = context;
  const read = async () =>
    readConversation(
      (await context.read("get_simulation_result", { params: { simulation_result_id } })).simulation_result,
    );
  const end = performance.now() + PATIENCE_MS;
  try {
    let result = await read();
    while (!isSettled(result) && performance.now() < end) {
      await sleep(POLL_MS, undefined, { signal: context.signal });
      result = await read();
    }
    const next = `\`parley sim result ${simulation_result_id}\` shows the whole conversation`;
    if (!isSettled(result)) return await terminal.note(`it is still being evaluated; ${next}`);
    const suspected = suspicionLines(result.suspicions ?? [], { agent_id: result.agent_id });
    await terminal.note(sanitize([...notesOn(result), ...whyNot(result), ...suspected, next].join("\n")));
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    await terminal.note(`the verdict could not be read (${error.message})`);
  }
}

export const stillRunning = (simulation_result_id: string): string =>
  `the conversation is still running; \`parley chat ${simulation_result_id}\` continues it, \`parley sim end ${simulation_result_id}\` ends it`;
