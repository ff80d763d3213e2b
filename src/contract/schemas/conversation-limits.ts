import { z } from "zod";

/** What a simulation says of the conversations of its runs. */
export const conversationLimits = {
  max_concurrent: z
    .int()
    .min(1)
    .nullish()
    .describe("conversations of a run that go on at the same time; the others wait; default: all"),
  max_turns: z
    .int()
    .min(1)
    .max(1000)
    .nullish()
    .describe("turns of the digital human after which it ends a conversation, silences included; default 40"),
};
