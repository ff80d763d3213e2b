/** Follows a queued call: finds its conversation and prints what is said in it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../../client/client.ts";
import { isUnderWayStatus } from "../../../contract/values.ts";
import { Failure, usage } from "../../../lib/failure.ts";
import { type ConversationRecord, recordOf } from "../../chat/record.ts";
import { spokenLines } from "../../chat/transcript.ts";
import type { Context } from "../../context.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { option } from "../options.ts";
import { numberBetween } from "../parsers.ts";

/** How often and how long a call is asked about. */
export const followOptions = {
  poll: option("--poll <seconds>", "time between requests to the service", numberBetween(0.05, 60), 0.5),
  max_wait: option(
    "--max-wait <seconds>",
    "longest wait, from the start of the call until it is evaluated; then the call is hung up",
    numberBetween(0, 604_800),
    1800,
  ),
};

/** The simulation that a digital human calls for unless another one is named. */
export async function simulationOf(context: Context, digital_human_id: number): Promise<number> {
  const answer = await context.read("get_digital_human", { params: { digital_human_id } });
  const [first] = answer.simulation_ids ?? [];
  if (first !== undefined) return first;
  throw usage(`digital human ${digital_human_id} belongs to no simulation, so there is no agent to call`, {
    hint: `name one with --simulation, or attach it: \`parley dh update ${digital_human_id} --set simulation_ids=[<id>]\``,
  });
}

export interface Following {
  /** In seconds, like `max_wait`. */
  readonly poll: number;
  readonly max_wait: number;
  /** Called when a call that was hung up has a recording, with a client that Ctrl-C does not stop. */
  readonly afterHangUp?: ((client: Client) => Promise<void>) | undefined;
}

/**
 * Prints the turns as they are said, and returns the conversation once it is evaluated. Ctrl-C hangs up, and so does the
 * end of the wait.
 * @throws Failure (gate) if the wait is over first
 */
export async function follow(
  context: Context,
  simulation_result_id: string,
  { poll, max_wait, afterHangUp }: Following,
): Promise<ConversationRecord> {
  const began = performance.now();
  const params = { simulation_result_id };
  const { json, output, query } = context.globals;
  const isText = !json && output === undefined && query === undefined;
  const unseen = unseenParts();
  try {
    for (;;) {
      const result = recordOf(await context.read("get_simulation_result", { params }));
      const lines = spokenLines(unseen(result), "AGENT".length);
      if (isText && lines.length > 0) await context.terminal.write(`${sanitize(lines.join("\n"))}\n`);
      if (!isUnderWayStatus(result.status) && result.outcome !== null) return result;
      const left = max_wait * 1000 - (performance.now() - began);
      if (left <= 0) throw notOver(result, max_wait);
      await sleep(Math.min(poll * 1000, left), undefined, { signal: context.signal });
    }
  } catch (error) {
    if (context.signal.aborted || isTimeOver(error)) await hangUp(context, simulation_result_id, afterHangUp);
    throw error;
  }
}

/** How long, in seconds, a call takes to end after it was hung up, at most, and how often it is asked about. */
const HUNG_UP_WITHIN_S = 10;
const HUNG_UP_POLL_S = 0.25;
const TIME_OVER = "time_over";

const isTimeOver = (error: unknown) => error instanceof Failure && error.options.code === TIME_OVER;

const notOver = ({ id, status }: ConversationRecord, max_wait: number) =>
  new Failure("gate", `the call was not evaluated within ${max_wait} s; its status: ${status}`, {
    code: TIME_OVER,
    hint: `\`parley sim result ${id}\` shows what became of it; --max-wait allows more time`,
  });

/**
 * What has come since the last time. An agent's turn is recorded when it is over, so it may come after the tool calls
 * that were made during it.
 */
export function unseenParts(): (
  record: Pick<ConversationRecord, "transcript" | "tool_calls" | "events">,
) => Pick<ConversationRecord, "transcript" | "tool_calls" | "events"> {
  const seen = new Map<string, number>();
  return ({ transcript, tool_calls, events }) => {
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
      events: events?.filter(({ title, start_offset_ms }) => isNew("event", title, start_offset_ms)),
    };
  };
}

async function hangUp(
  context: Context,
  simulation_result_id: string,
  afterHangUp: Following["afterHangUp"],
): Promise<void> {
  const client = await context.lastingClient();
  try {
    await client.call("end_conversations", { body: { test_result_ids: [simulation_result_id] } });
    if (afterHangUp && (await isRecorded(client, simulation_result_id))) await afterHangUp(client);
  } catch (error) {
    await context.terminal.alert(`warning: ${(error as Error).message}`);
  } finally {
    await client.close();
  }
}

/** Whether a call has a recording, a moment after it was hung up. */
async function isRecorded(client: Client, simulation_result_id: string): Promise<boolean> {
  for (let times = 0; times < HUNG_UP_WITHIN_S / HUNG_UP_POLL_S; times++) {
    const { simulation_result } = await client.call("get_simulation_result", {
      params: { simulation_result_id },
    });
    if (simulation_result.call) return simulation_result.call.recording !== null;
    await sleep(HUNG_UP_POLL_S * 1000);
  }
  return false;
}
