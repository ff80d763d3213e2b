import { z } from "zod";
import { LOGGED_CALLS_MAXIMUM } from "../limits.ts";

/** The body of another platform's webhook, in the platform's own format. */
export const VendorLog = z
  .unknown()
  .describe(`a call's log, a list of at most ${LOGGED_CALLS_MAXIMUM} of them, or a webhook's envelope`);

/** The result of an import. */
export const ImportAnswer = z.object({
  status: z.enum(["success", "ignored"]).describe("ignored: there is no finished call in it"),
  call_ids: z.array(z.string()).describe("the calls in it; those stored before, too"),
  message: z.string(),
});
