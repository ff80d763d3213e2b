import { z } from "zod";
import { integer } from "../common.ts";
import { PolicyReview } from "../policy.ts";

/** The policies of a prompt in a file, to be reviewed and applied. */
export const PoliciesManifest = z.strictObject({
  kind: z.literal("Policies"),
  agent_id: integer.optional().describe("the agent whose prompt was read"),
  version: integer.optional().describe("the prompt version that was read"),
  policies: PolicyReview.shape.policies,
});
