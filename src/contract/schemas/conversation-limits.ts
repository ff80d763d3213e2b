import { z } from "zod";
import {
  OPENING_PATIENCE_DEFAULT,
  OPENING_PATIENCE_MAXIMUM,
  TURNS_DEFAULT,
  TURNS_MAXIMUM,
} from "../values.ts";

/** The simulation settings for the conversations of its runs. */
export const conversationLimits = {
  max_concurrent: z
    .int()
    .min(1)
    .nullish()
    .describe(
      "how many conversations of a run are in progress at the same time; the others wait; default: all",
    ),
  max_turns: z
    .int()
    .min(1)
    .max(TURNS_MAXIMUM)
    .nullish()
    .describe(
      `turns of the digital human after which it ends a conversation, silences included; default ${TURNS_DEFAULT}`,
    ),
  opening_patience_ms: z
    .int()
    .min(0)
    .max(OPENING_PATIENCE_MAXIMUM)
    .nullish()
    .describe(
      `how long a digital human without a speaks_first_config waits for the agent to speak first, in milliseconds; default ${OPENING_PATIENCE_DEFAULT}, and 0 for an inbound agent with an http_webhook, which can only answer`,
    ),
};
