/** Follows a queued call: finds its conversation and prints what is said in it. */
import { setTimeout as sleep } from "node:timers/promises";
import { RESULT_STATUSES_UNDER_WAY } from "../../contract/values.ts";
import { usage } from "../../lib/failure.ts";
import { type ConversationRecord, recordOf } from "../chat/record.ts";
import { spokenLines } from "../chat/transcript.ts";
import type { Context } from "../context.ts";
import { sanitize } from "../terminal/sanitize.ts";

const UNDER_WAY: readonly (string | null)[] = RESULT_STATUSES_UNDER_WAY;

/** The simulation that a digital human calls for unless another one is named. */
export async function simulationOf(context: Context, digital_human_id: number): Promise<number> {
  const found = await context.read("get_digital_human", { params: { digital_human_id } });
  const [first] = found.simulation_ids ?? [];
  if (first !== undefined) return first;
  throw usage(`digital human ${digital_human_id} belongs to no simulation, so there is no agent to call`, {
    hint: `name one with --simulation, or attach it: \`parley dh update ${digital_human_id} --set simulation_ids=[<id>]\``,
  });
}

/** Prints the turns as they are said, and returns the conversation once it is evaluated. Ctrl-C hangs up. */
export async function follow(
  context: Context,
  simulation_result_id: string,
  poll_ms: number,
): Promise<ConversationRecord> {
  const params = { simulation_result_id };
  const { json, output, query } = context.globals;
  const isText = !json && output === undefined && query === undefined;
  const unseen = unseenParts();
  try {
    for (;;) {
      const result = recordOf(await context.read("get_simulation_result", { params }));
      const lines = spokenLines(unseen(result), "AGENT".length);
      if (isText && lines.length > 0) await context.terminal.write(`${sanitize(lines.join("\n"))}\n`);
      if (!UNDER_WAY.includes(result.status) && result.outcome !== null) return result;
      await sleep(poll_ms, undefined, { signal: context.signal });
    }
  } catch (error) {
    if (context.signal.aborted) await hangUp(context, simulation_result_id);
    throw error;
  }
}

/**
 * What has come since the last time. An agent's turn is recorded when it is over, so it may come after the tool calls
 * that were made during it.
 */
export function unseenParts(): (
  record: ConversationRecord,
) => Pick<ConversationRecord, "transcript" | "tool_calls"> {
  const seen = new Map<string, number>();
  return ({ transcript, tool_calls }) => {
    const here = new Map<string, number>();
    const isNew = (...parts: readonly unknown[]) => {
      const key = JSON.stringify(parts);
      const times = (here.get(key) ?? 0) + 1;
      here.set(key, times);
      if (times <= (seen.get(key) ?? 0)) return false;
      seen.set(key, times);
      return true;
    };
    return {
      transcript: transcript.filter(({ role, start_offset_ms }) => isNew(role, start_offset_ms)),
      tool_calls: tool_calls.filter(({ name, parameters, start_offset_ms }) =>
        isNew("tool", name, parameters, start_offset_ms),
      ),
    };
  };
}

async function hangUp(context: Context, simulation_result_id: string): Promise<void> {
  const client = await context.lastingClient();
  await client
    .call("end_conversations", { body: { test_result_ids: [simulation_result_id] } })
    .catch(() => undefined);
  await client.close();
}
