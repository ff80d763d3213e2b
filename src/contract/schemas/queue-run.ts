import { z } from "zod";
import { identifierAsText, integer, list, uuid } from "./common.ts";

/** The fields of every request for a run. */
export const QueueRun = z.strictObject({
  simulation_id: identifierAsText,
  prompt_id: uuid.nullish().describe("default: the version labelled production"),
  knowledge_base_id: uuid.nullish().describe("default: the version labelled production"),
  digital_human_ids: list(identifierAsText).nullish().describe("default: all those of the simulation"),
  num_runs: integer.min(1).nullish().describe("instead of each digital human's own"),
  seed: z
    .string()
    .min(1)
    .max(200)
    .nullish()
    .describe("digital humans say the same in runs with the same seed; default: the run's id"),
});

/** Body of queue-http-text-simulation-run. */
export const QueueTextRun = QueueRun.extend({
  without_webhook: z
    .boolean()
    .nullish()
    .describe(
      "extension: true: the agent's http_webhook gets nothing of this run; whoever speaks as the agent reads the transcript",
    ),
});
