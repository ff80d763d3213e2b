import { z } from "zod";
import { TURNS_DEFAULT, TURNS_MAXIMUM } from "../values.ts";

/** What a simulation says about the conversations of its runs. */
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
};
