/** The service's operations that a check needs. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../../../client/client.ts";
import { readConversation } from "../../../../contract/readings/conversation.ts";
import type { Body } from "../../../../contract/types.ts";
import { type Conversation, isSettled } from "../../../../results/check/conversation.ts";
import type { Context } from "../../../context.ts";
import {
  type CheckOptions,
  runCheck,
  type Tested,
  type TestService,
} from "../../../release/check/run-check.ts";
import { startProgress } from "../../../terminal/progress.ts";
import { callInstead } from "../../sim/shared/call-instead.ts";
import { startedRun } from "../../sim/shared/started-run.ts";

export interface Test {
  readonly run: Body<"queue_http_text_simulation_run">;
  readonly retries: number;
  /** Seconds. */
  readonly max_wait: number;
  readonly poll: number;
  /** In text, or by calling the agent, and not in the other way. Default: in text, or else by calling. */
  readonly only?: "text" | "calls";
  /** Told of the progress instead of the terminal. */
  tell?(text: string): Promise<void>;
}

/** Runs a test to its end. Under --dry-run, shows the run that it would start instead. */
export async function runTest(context: Context, test: Test): Promise<Tested> {
  const { run, retries, max_wait, poll, only, tell } = test;
  if (context.isDryRun) await context.change("queue_http_text_simulation_run", { body: run });
  const client = await context.lastingClient();
  // With --json, stderr is reserved for errors.
  const silent = context.globals.json || context.globals.output === "json";
  const progress = silent || tell ? undefined : await startProgress(context.terminal);
  const { signal } = context;
  const options: CheckOptions = {
    retries,
    max_wait_ms: max_wait * 1000,
    poll_ms: poll * 1000,
    signal,
    now: () => performance.now(),
    sleep: (ms) => sleep(ms, undefined, { signal }),
    tell: tell ?? (async (text) => progress?.say(text)),
  };
  try {
    return await runCheck(testService(context, client, { run, ...(only && { only }) }), options);
  } finally {
    progress?.stop();
    await client.close();
  }
}

const testService = (
  context: Context,
  client: Client,
  { run, only }: Pick<Test, "run" | "only">,
): TestService => ({
  async start(digital_human_ids) {
    const body = { ...run, ...(digital_human_ids && { digital_human_ids: [...digital_human_ids] }) };
    const call: Client["call"] = (...asked) => client.call(...asked);
    const inText = () =>
      client.call("queue_http_text_simulation_run", { body }).catch((error: unknown) => {
        if (only === "text") throw error;
        return callInstead({ read: call, change: call }, body, error);
      });
    const queued = only === "calls" ? await client.call("queue_simulation_run", { body }) : await inText();
    return {
      simulation_run_id: startedRun(queued),
      simulation_result_ids: queued.simulation_result_ids ?? [],
    };
  },
  async conversations(simulation_run_id) {
    const { simulation_results } = await context.read("list_simulation_results", {
      params: { simulation_run_id },
    });
    return simulation_results.map(readConversation);
  },
  async evaluated(conversations) {
    const conversations_read: Conversation[] = [];
    for (const conversation of conversations) {
      if (conversation.evaluation !== undefined || !isSettled(conversation))
        conversations_read.push(conversation);
      else {
        const params = { simulation_result_id: conversation.id };
        const { simulation_result } = await context.read("get_simulation_result", { params });
        conversations_read.push(readConversation(simulation_result));
      }
    }
    return conversations_read;
  },
  async end(simulation_result_ids) {
    const test_result_ids = [...simulation_result_ids];
    // Report the failure that made it necessary to end the runs, not this one.
    await client
      .call("end_conversations", { body: { test_result_ids: test_result_ids } })
      .catch((error: Error) =>
        context.terminal.alert(
          `warning: could not end the conversations (${error.message}); end them with \`parley sim end ${test_result_ids.join(" ")}\``,
        ),
      );
  },
});
