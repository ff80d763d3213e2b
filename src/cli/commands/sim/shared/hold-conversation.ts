/** Holds one conversation of a digital human, in a run of its own. */
import type { readConversation } from "../../../../contract/readings/conversation.ts";
import { isSettled } from "../../../../results/check/conversation.ts";
import type { Context } from "../../../context.ts";
import { runTest } from "../../release/shared/test-service.ts";

/** How often the service is asked whether it is over, in seconds. */
const POLL_S = 0.5;

export type Read = ReturnType<typeof readConversation>;

export interface ConversationToHold {
  readonly simulation_id: number;
  readonly digital_human_id: number;
  readonly prompt_id?: string;
  readonly knowledge_base_id?: string;
  readonly seed?: string;
}

export interface HoldOptions {
  /** In seconds. */
  readonly max_time: number;
  /** Refuses to hold it in another way. */
  readonly only?: "text" | "calls";
  readonly poll?: number;
}

export interface HeldConversation {
  /** Undefined if it did not take place, or did not end in time. What is left of it has been ended. */
  readonly conversation: Read | undefined;
  readonly is_down: boolean;
}

export async function holdConversation(
  context: Context,
  { digital_human_id, ...run }: ConversationToHold,
  { max_time, only, poll = POLL_S }: HoldOptions,
): Promise<HeldConversation> {
  const { runs, is_down = false } = await runTest(context, {
    run: { ...run, num_runs: 1, digital_human_ids: [digital_human_id] } as never,
    retries: 0,
    max_wait: max_time,
    poll,
    ...(only && { only }),
    tell: async () => undefined,
  });
  const [conversation] = runs.flatMap(({ conversations }) => conversations) as Read[];
  const isOver = !is_down && conversation !== undefined && isSettled(conversation);
  return { conversation: isOver ? conversation : undefined, is_down };
}
