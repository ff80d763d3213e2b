/** The workers of a test. What only calls and schedules need is loaded if a job asks for it after all. */

import {
  checkAgentAnswer,
  type ReadyAnswer,
  readyAnswer,
  takeAgentAnswer,
} from "./domain/conversations/answer.ts";
import { countNext, openConversations, readState } from "./domain/conversations/open.ts";
import { conversationSilence } from "./domain/conversations/silence.ts";
import { speak } from "./domain/conversations/speak.ts";
import { onAgentUnreachable } from "./domain/conversations/unreachable.ts";
import { evaluateResult } from "./evaluation/evaluate-result.ts";
import type { JobWorker, JobWorkers } from "./jobs/jobs.ts";
import type { JobKind } from "./jobs/promised.ts";
import type { Service } from "./service.ts";
import { deliverWebhook } from "./webhooks/deliver.ts";

const later = <K extends JobKind>(kind: K, concurrency = 1): JobWorker<K, Service> => ({
  concurrency,
  async run(payload, service, attempt) {
    const { workers } = await import("./workers.ts");
    return workers[kind].run(payload, service, attempt);
  },
});

/**
 * @param calls how many at the same time
 * @param ready resolves when the agent can take so many more conversations
 */
export const benchWorkers = (
  calls = 1,
  ready?: (conversations: number) => Promise<void>,
): JobWorkers<Service> => ({
  deliver_webhook: deliverWebhook<ReadyAnswer, Service>({
    check: checkAgentAnswer,
    ready: readyAnswer,
    take: takeAgentAnswer,
    unreachable: onAgentUnreachable,
  }),
  open_conversations: {
    ...openConversations,
    async run(payload, service, more) {
      if (ready) await ready(await countNext(service, payload.simulation_run_id));
      return openConversations.run(payload, service, more);
    },
  },
  conversation_silence: conversationSilence,
  speak,
  read_state: readState,
  evaluate_result: evaluateResult,
  evaluate_call: later("evaluate_call"),
  place_call: later("place_call", calls),
  tell_call_ended: later("tell_call_ended"),
  run_schedule: later("run_schedule"),
  check_alert: later("check_alert"),
  delete_blob: later("delete_blob"),
  delete_expired: later("delete_expired"),
});
