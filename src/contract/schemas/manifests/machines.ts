/** Machines that answer the calls of an agent: a menu and a voicemail, as people write them. */
import { z } from "zod";
import { list, text } from "../common.ts";

const words = text.min(1).max(1000);

const Option = z.strictObject({
  key: z
    .string()
    .regex(/^[0-9*#]$/, "must be one key: 0 to 9, * or #")
    .optional()
    .describe("the key that chooses it: the agent writes 2, [2] or press 2"),
  words: list(text.min(1).max(200))
    .min(1)
    .max(10)
    .optional()
    .describe("words that choose it, anywhere in what the agent says"),
  say: words.optional().describe("what the machine says before it repeats the menu"),
  transfer: words.optional().describe("what is said when the agent is put through; the call then ends"),
});

export const Ivr = z.strictObject({
  greeting: words.describe("the menu, as it is spoken"),
  options: list(Option).min(1).max(20).describe("each has a key, words or both, and say or transfer"),
  repeats: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe("how often the menu is said again before the machine hangs up; default 2"),
  goodbye: words.optional().describe("what it says when it hangs up without a choice"),
  reaches: text
    .min(1)
    .max(200)
    .optional()
    .describe(
      "the option that the agent must reach, by its key or one of its words; becomes success_criteria",
    ),
});

export const Voicemail = z.strictObject({
  greeting: words.describe("what is said before the beep"),
  message: z
    .union([z.literal(true), list(text.min(1).max(200)).min(1).max(20)])
    .optional()
    .describe(
      "words that the message after the beep must have, or true for any message; becomes success_criteria",
    ),
  hangs_up: z
    .literal(true)
    .optional()
    .describe("the agent must hang up without a message; becomes success_criteria"),
});
