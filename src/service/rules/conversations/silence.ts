import type { JobLane } from "../../jobs/jobs.ts";
import { askedFor, callerStateOf } from "./caller.ts";
import { takeStep } from "./step.ts";

/** The agent has said nothing for as long as the digital human waits. Where it has spoken meanwhile, nothing happens. */
export const conversationSilence: JobLane<"conversation_silence"> = {
  concurrency: 16,
  async run({ simulation_result_id, turn }, service) {
    return {
      async commit(transaction) {
        const result = await transaction
          .selectFrom("simulation_result")
          .selectAll()
          .where("id", "=", simulation_result_id)
          .where("ended_at", "is", null)
          .executeTakeFirst();
        if (!result || (await callerStateOf(transaction, result.id))?.turn !== turn) return;
        // The agent has spoken, and the model is asked what to answer.
        if (await askedFor(transaction, result.id)) return;
        await takeStep(transaction, service, result, { event: "silence" }, service.now());
      },
    };
  },
};
