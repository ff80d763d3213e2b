import { z } from "zod";
import { WORLD_LIMITS } from "../limits.ts";
import { dateTime, freeObject, keyed, list, text } from "./common.ts";

/** Names that rules and steps can write without quotes. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const name = text.regex(NAME, "must be a name of letters, digits and _, such as bookings");
const toolName = text.regex(/^[A-Za-z_][\w.-]{0,63}$/, "must be the name of a tool, such as book_table");

const WorldFault = z.strictObject({
  answer: z.literal([500, 429, "timeout"]).describe("the status of the answer, or timeout: it never comes"),
  share: z.number().gt(0).max(1).optional().describe("the share of calls that get it, such as 0.1"),
  call: z.int().min(1).optional().describe("the call of this tool in the conversation that gets it, from 1"),
});

const WorldTool = z.strictObject({
  name: toolName.describe("as the agent calls it"),
  description: text.optional().describe("what it does, as the agent is told"),
  input: freeObject.optional().describe("JSON Schema of its arguments: an object; default: none"),
  steps: text
    .max(WORLD_LIMITS.text)
    .optional()
    .describe(
      "what it does, a step a line: find, require, insert, update, delete, set, if, for each, answer",
    ),
  answer: text
    .max(WORLD_LIMITS.text)
    .optional()
    .describe("what it answers after its steps, such as {reference: booking.id}"),
  faults: list(WorldFault, 20).optional().describe("calls that fail, to see what the agent does then"),
  latency_ms: z
    .int()
    .min(0)
    .max(WORLD_LIMITS.latency_ms)
    .optional()
    .describe("how long each answer takes; default 0"),
});

const WorldTable = z.strictObject({
  key: name.optional().describe("the column that names a row; a new row gets one if it has none"),
  columns: list(name, WORLD_LIMITS.columns)
    .optional()
    .describe("its columns; default: those of its rows, so a table without rows needs them"),
  rows: list(freeObject, WORLD_LIMITS.rows).optional().describe("its rows, as each conversation finds them"),
});

/** Tools with state for an agent under test: every conversation begins with the same tables. */
export const World = z.strictObject({
  clock: dateTime
    .optional()
    .describe("the conversation's now, such as 2026-11-24T09:00:00; default: when it begins"),
  seed: z
    .union([text, z.int().transform(String)])
    .optional()
    .describe("decides keys and faults; default 1"),
  tools: list(WorldTool, WORLD_LIMITS.tools).min(1),
  tables: keyed(WorldTable).describe("its tables by name"),
});

const Expected = z.strictObject({
  has: list(freeObject, 100).optional().describe("each of them must fit at least one row"),
  never_has: list(freeObject, 100).optional().describe("none of them may fit a row"),
  unchanged: z.literal(true).optional().describe("every row is as it was when the conversation began"),
});

/** What a conversation must leave in the tables of its world. Values fit as in the rule language. */
export const ExpectedState = z.strictObject({
  tables: keyed(Expected).optional().describe("what must be there, by table"),
  only: z
    .boolean()
    .optional()
    .describe("true: nothing else may have changed than the rows that has and never_has speak of"),
});
