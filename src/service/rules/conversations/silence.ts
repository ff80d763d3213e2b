import { wakeAfter } from "../../../engine/caller/apply.ts";
import { waitsToOpen } from "../../../engine/caller/next.ts";
import type { JobLane } from "../../jobs/jobs.ts";
import { callerStateOf } from "./caller.ts";
import { offsetIn } from "./clock.ts";
import { stackedIn } from "./entries.ts";
import { sceneOf } from "./scene.ts";
import { takeStep } from "./step.ts";

/** The agent has been silent for as long as the digital human waits. Does nothing if it has spoken since. */
export const conversationSilence: JobLane<"conversation_silence"> = {
  concurrency: 16,
  async run({ simulation_result_id, turn }, service) {
    // The usual case: the turn is over and will not return.
    if ((await callerStateOf(service.db, simulation_result_id))?.turn !== turn) return { unforced: true };
    return {
      async commit(transaction) {
        const scene = await sceneOf(transaction, simulation_result_id);
        if (!scene || scene.result.ended_at !== null || scene.state?.turn !== turn) return;
        // The agent has spoken, and a model is being asked for the answer.
        if (scene.asking) return;
        const at = service.now();
        if (
          waitsToOpen(scene.caller(), scene.state) &&
          (await stackedIn(transaction, simulation_result_id)) !== ""
        ) {
          // The agent speaks first and has not finished. The digital human waits for it as for any other
          // message.
          const wait_ms = wakeAfter(scene.caller(), scene.state, offsetIn(scene.result, at));
          if (wait_ms > 0) {
            const due_at = new Date(at.getTime() + wait_ms);
            const payload = { simulation_result_id, turn };
            return service.jobs.add(transaction, [{ kind: "conversation_silence", payload, due_at }]);
          }
        }
        await takeStep(transaction, service, scene, { event: "silence" }, at);
      },
    };
  },
};
