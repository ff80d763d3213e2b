/** The lane of each kind of job. */
import { checkAlert } from "./alerts/observe.ts";
import { deleteBlob } from "./blobs/delete-blob.ts";
import { evaluateCall } from "./evaluation/evaluate-call.ts";
import { evaluateResult } from "./evaluation/evaluate-result.ts";
import type { JobLanes } from "./jobs/jobs.ts";
import { deleteExpired } from "./retention/delete-expired.ts";
import { checkAgentAnswer, takeAgentAnswer } from "./rules/conversations/answer.ts";
import { openConversations } from "./rules/conversations/open.ts";
import { conversationSilence } from "./rules/conversations/silence.ts";
import { speak } from "./rules/conversations/speak.ts";
import { onAgentUnreachable } from "./rules/conversations/unreachable.ts";
import { runSchedule } from "./schedules/run-schedule.ts";
import { placeCall } from "./voice/place-call.ts";
import { deliverWebhook } from "./webhooks/deliver.ts";

export const lanes: JobLanes = {
  deliver_webhook: deliverWebhook({
    check: checkAgentAnswer,
    take: takeAgentAnswer,
    unreachable: onAgentUnreachable,
  }),
  evaluate_call: evaluateCall,
  open_conversations: openConversations,
  conversation_silence: conversationSilence,
  speak,
  place_call: placeCall,
  evaluate_result: evaluateResult,
  run_schedule: runSchedule,
  check_alert: checkAlert,
  delete_blob: deleteBlob,
  delete_expired: deleteExpired,
};
