import { z } from "zod";
import { text } from "../common.ts";
import { Ivr, Voicemail } from "./machines.ts";

/**
 * A value that a caller knows, or a list of them. Null: nobody has said yet what it is, and a run with the caller is refused until
 * then.
 */
const fact = z
  .union([
    text,
    z.number(),
    z.boolean(),
    z
      .array(z.union([text.min(1), z.number()]))
      .min(1)
      .max(50),
  ])
  .nullable();
const facts = z.record(text.min(1).max(200), fact);
/** Several of them are one trait, with a semicolon between them. */
const wishes = z.array(
  text
    .min(1)
    .max(500)
    .regex(/^[^;]*$/, "must not contain a semicolon"),
);

/**
 * The fields in which people write a digital human. Reading a manifest turns them into the published fields,
 * so every service takes the same file.
 */
export const plainFields = {
  goal: z
    .strictObject({
      tool: text.min(1).describe("the tool of the agent that has to be called"),
      facts: facts
        .optional()
        .describe(
          "what the tool takes from this caller, by the names of its parameters; a list where the tool takes several; null: " +
            "still to be filled in, and a run with the caller is refused until then",
        ),
      changes: z
        .record(text.min(1).max(200), z.union([text, z.number()]))
        .optional()
        .describe(
          "what the caller wants instead once the agent has read the fact back: it changes its mind once, and the tool " +
            "has to be called with these; becomes traits",
        ),
    })
    .optional()
    .describe(
      "the deed that the caller has come for; becomes traits, and success_criteria unless there are some",
    ),
  facts: facts
    .optional()
    .describe("what else the caller knows and says when it is asked, by name; becomes traits"),
  answers: z
    .array(
      z.strictObject({
        asked_about: text.min(1).describe("what the agent asks about, in words"),
        say: text.min(1).describe("what the caller answers, word for word"),
      }),
    )
    .optional()
    .describe("answers to particular questions; becomes scripted_responses, after those of the file"),
  prefers: wishes
    .optional()
    .describe("what the caller takes if it may choose, the best first; becomes a trait"),
  refuses: wishes.optional().describe("what the caller takes under no circumstances; becomes a trait"),
  opening: text
    .min(1)
    .optional()
    .describe("the caller's first message, word for word; becomes the message of speaks_first_config"),
  success: text
    .min(1)
    .optional()
    .describe("when the conversation counts as a success, in words or as @rules; becomes success_criteria"),
  ends_when: text
    .min(1)
    .optional()
    .describe("when the caller hangs up: `the agent says goodbye`; becomes hangup_instructions"),
  ivr: Ivr.optional().describe(
    "it is a machine with a menu, for an agent that calls; becomes scripted_responses, hangup_phrases and its first message",
  ),
  voicemail: Voicemail.optional().describe(
    "it is a voicemail, for an agent that calls; becomes scripted_responses, hangup_phrases and its first message",
  ),
};

export type PlainFields = { [K in keyof typeof plainFields]?: z.input<(typeof plainFields)[K]> };
