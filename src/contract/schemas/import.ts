import { z } from "zod";
import { LOGGED_CALLS_MAXIMUM } from "../limits.ts";

/** What another platform's webhook sends, in the platform's own shape. */
export const VendorLog = z
  .unknown()
  .describe(`a call's log, a list of at most ${LOGGED_CALLS_MAXIMUM} of them, or a webhook's envelope`);

/** What became of it. */
export const ImportAnswer = z.object({
  status: z.enum(["success", "ignored"]).describe("ignored: there is no finished call in it"),
  call_ids: z.array(z.string()).describe("the calls in it; those stored before, too"),
  message: z.string(),
});
