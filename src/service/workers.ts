/** The worker of each kind of job. */

import { checkAlert } from "./alerts/observe.ts";
import { deleteBlob } from "./blobs/delete-blob.ts";
import {
  checkAgentAnswer,
  type ReadyAnswer,
  readyAnswer,
  takeAgentAnswer,
} from "./domain/conversations/answer.ts";
import { openConversations, readState } from "./domain/conversations/open.ts";
import { conversationSilence } from "./domain/conversations/silence.ts";
import { speak } from "./domain/conversations/speak.ts";
import { onAgentUnreachable } from "./domain/conversations/unreachable.ts";
import { evaluateCall } from "./evaluation/evaluate-call.ts";
import { evaluateResult } from "./evaluation/evaluate-result.ts";
import type { JobWorkers } from "./jobs/jobs.ts";
import { deleteExpired } from "./retention/delete-expired.ts";
import { runSchedule } from "./schedules/run-schedule.ts";
import type { Service } from "./service.ts";
import { tellCallEnded } from "./voice/agent-calls/status-callback.ts";
import { placeCall } from "./voice/place-call.ts";
import { deliverWebhook } from "./webhooks/deliver.ts";

export const workers: JobWorkers<Service> = {
  deliver_webhook: deliverWebhook<ReadyAnswer, Service>({
    check: checkAgentAnswer,
    ready: readyAnswer,
    take: takeAgentAnswer,
    unreachable: onAgentUnreachable,
  }),
  evaluate_call: evaluateCall,
  open_conversations: openConversations,
  conversation_silence: conversationSilence,
  speak,
  read_state: readState,
  place_call: placeCall,
  tell_call_ended: tellCallEnded,
  evaluate_result: evaluateResult,
  run_schedule: runSchedule,
  check_alert: checkAlert,
  delete_blob: deleteBlob,
  delete_expired: deleteExpired,
};
