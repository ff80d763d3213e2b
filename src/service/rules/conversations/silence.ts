import type { JobLane } from "../../jobs/jobs.ts";
import { callerStateOf } from "./caller.ts";
import { sceneOf } from "./scene.ts";
import { takeStep } from "./step.ts";

/** The agent has been silent for as long as the digital human waits. If it has spoken meanwhile, nothing happens. */
export const conversationSilence: JobLane<"conversation_silence"> = {
  concurrency: 16,
  async run({ simulation_result_id, turn }, service) {
    // The usual case: the turn is over and will not return.
    if ((await callerStateOf(service.db, simulation_result_id))?.turn !== turn) return { unforced: true };
    return {
      async commit(transaction) {
        const scene = await sceneOf(transaction, simulation_result_id);
        if (!scene || scene.result.ended_at !== null || scene.state?.turn !== turn) return;
        // The agent has spoken, and the model is being asked what to answer.
        if (scene.asking) return;
        await takeStep(transaction, service, scene, { event: "silence" }, service.now());
      },
    };
  },
};
