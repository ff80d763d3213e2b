import { z } from "zod";
import { DURATION } from "../../duration.ts";
import { freeObject, list, text } from "../common.ts";

const Say = z
  .strictObject({
    say: text.min(1).describe("a message of the agent"),
    end_turn: z.boolean().optional().describe("false: more follows before the digital human answers"),
    end: z.literal(true).optional().describe("ends the conversation with this message"),
  })
  .refine(
    ({ end_turn, end }) => end === undefined || end_turn !== false,
    "cannot end the conversation in the middle of a turn: leave out end_turn or end",
  );

const Expect = z.strictObject({
  expect: z
    .strictObject({
      contains: z.string().min(1).optional(),
      equals: z.string().optional(),
      matches: z.string().min(1).optional().describe("a regular expression"),
      ended: z.boolean().optional().describe("true: the digital human ends the conversation"),
      within: z.string().regex(DURATION, "must be a time such as 10s, 500ms or 2m").optional(),
    })
    .refine(
      ({ contains, equals, matches, ended }) =>
        [contains, equals, matches, ended].some((expectation) => expectation !== undefined),
      "must say what is expected: contains, equals, matches or ended",
    ),
});

const Tool = z.strictObject({
  tool: z
    .strictObject({
      name: z.string().min(1),
      parameters: freeObject.optional(),
      output: z.unknown().optional(),
    })
    .describe("a tool call of the agent, logged"),
});

const End = z.strictObject({ end: z.literal(true).describe("ends the conversation") });

/** What the agent says and expects in a text conversation, step by step. */
export const ScriptManifest = z.strictObject({
  kind: z.literal("Script"),
  steps: list(z.union([Say, Expect, Tool, End])).min(1),
});
