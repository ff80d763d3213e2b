import { z } from "zod";

/** One fault of a request: where it is, what was expected, and what was sent. */
export const ValidationItem = z.object({
  loc: z.array(z.string()).describe("path from body, path or query"),
  msg: z.string(),
  type: z.string(),
  input: z.unknown(),
  ctx: z.record(z.string(), z.unknown()),
});

/** Body of 422: every fault of the request at once. */
export const ValidationError = z.object({ detail: z.array(ValidationItem) });

/** Body of every other refusal. */
export const Refusal = z.object({
  detail: z.string(),
  code: z.string().optional().describe("409 of E3 and E4, and of an operation that needs a language model"),
  phone_number: z.string().optional().describe("409 of E3 and E4"),
  conflict: z
    .object({ digital_human_id: z.int(), name: z.string().nullable() })
    .optional()
    .describe("409 of E3 and E4"),
});
