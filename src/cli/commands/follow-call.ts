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
  let shown = 0;
  try {
    for (;;) {
      const result = recordOf(await context.read("get_simulation_result", { params }));
      const lines = spokenLines(result);
      if (isText && lines.length > shown)
        await context.terminal.write(`${sanitize(lines.slice(shown).join("\n"))}\n`);
      shown = lines.length;
      if (!UNDER_WAY.includes(result.status) && result.outcome !== null) return result;
      await sleep(poll_ms, undefined, { signal: context.signal });
    }
  } catch (error) {
    if (context.signal.aborted) await hangUp(context, simulation_result_id);
    throw error;
  }
}

async function hangUp(context: Context, simulation_result_id: string): Promise<void> {
  const client = await context.lastingClient();
  await client
    .call("end_conversations", { body: { test_result_ids: [simulation_result_id] } })
    .catch(() => undefined);
  await client.close();
}
