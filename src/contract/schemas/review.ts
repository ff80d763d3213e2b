import { z } from "zod";
import { dateTime } from "./common.ts";

/**
 * A conversation that a person should label. It hides the judge's answer, so that it does not influence them.
 */
const ReviewItem = z.object({
  call_id: z.string().nullable(),
  simulation_result_id: z.string().nullable(),
  agreement: z.number().describe("share of the judge's votes that agree; 1 with a single vote"),
  labelled_by: z.array(z.string()).describe("others who have labelled it"),
  evaluated_at: dateTime,
});

export const ReviewQueue = z.object({
  items: z
    .array(ReviewItem)
    .describe(
      "first those on which the votes disagree, then those that others have labelled; of the newest 1,000 calls and 1,000 conversations",
    ),
});
