import { waitsToOpen } from "../../../engine/caller/next.ts";
import { wakeAfter } from "../../../engine/caller/turn/apply.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { JobWorker } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { WithModel } from "../../model/model.ts";
import type { Store } from "../../store/store.ts";
import { callerStateOf } from "./caller.ts";
import { loadConversation, momentIn } from "./conversation.ts";
import { pendingMessages } from "./entries.ts";
import { takeStep } from "./step.ts";

/** The agent has been silent for as long as the digital human waits. Does nothing if it has spoken since. */
export const conversationSilence: JobWorker<"conversation_silence", Store & Clock & Ids & Jobs & WithModel> =
  {
    concurrency: 16,
    async run({ simulation_result_id, turn }, service) {
      // The usual case: the turn is over and will not return.
      if ((await callerStateOf(service.db, simulation_result_id))?.turn !== turn) return { unforced: true };
      return {
        async commit(transaction) {
          const conversation = await loadConversation(transaction, simulation_result_id);
          if (!conversation || conversation.result.ended_at !== null || conversation.state?.turn !== turn)
            return;
          // The agent has spoken, and a model is being asked for the answer.
          if (conversation.asking) return;
          const at = service.now();
          if (
            waitsToOpen({ caller: conversation.caller(), state: conversation.state }) &&
            (await pendingMessages(transaction, simulation_result_id)) !== ""
          ) {
            // The agent speaks first and has not finished. The digital human waits for it as for any other
            // message.
            const wait_ms = wakeAfter({ ...momentIn(conversation, at), state: conversation.state });
            if (wait_ms > 0) {
              const due_at = new Date(at.getTime() + wait_ms);
              const payload = { simulation_result_id, turn };
              return service.jobs.add(transaction, [{ kind: "conversation_silence", payload, due_at }]);
            }
          }
          await takeStep(transaction, service, conversation, { event: "silence" }, at);
        },
      };
    },
  };
