import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";

export interface Opening {
  readonly simulation_id: number;
  /** The simulation's first digital human, if none is named. */
  readonly digital_human_id: number | undefined;
  readonly seed?: string;
  /** The agent's http_webhook gets nothing of the conversation. */
  readonly without_webhook?: true;
}

/** Starts a run of one conversation, and returns its id. */
export async function openConversation(
  context: Context,
  { simulation_id, digital_human_id, ...more }: Opening,
): Promise<string> {
  const id = digital_human_id ?? (await firstOf(context, simulation_id));
  const body = { simulation_id, digital_human_ids: [id], num_runs: 1, ...more };
  const { simulation_result_ids } = await context.change("queue_http_text_simulation_run", { body });
  const [conversation] = simulation_result_ids;
  if (conversation === undefined) throw new TypeError("a run without a conversation");
  return conversation;
}

async function firstOf(context: Context, simulation_id: number): Promise<number> {
  const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
  const [first] = digital_humans;
  if (first) return first.id;
  throw usage(`simulation ${simulation_id} has no digital humans`, {
    hint: `\`parley dh create --simulation ${simulation_id}\` adds one`,
  });
}
