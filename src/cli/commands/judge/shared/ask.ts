/** Asks the judge about labelled conversations. */

import type { Body, Lenient, Output } from "../../../../contract/types.ts";
import type { Context } from "../../../context.ts";
import type { Labelled } from "./examples.ts";
import type { Expected } from "./expected.ts";
import { isRight } from "./summary.ts";

/** An example, the result on it, and whether that result is right (null without a verdict). */
export type JudgedExample = Lenient<Output<"JudgeCalibrationAnswer">>["results"][number] & {
  readonly name: string;
  readonly expected: Expected;
  readonly right: boolean | null;
};

/** How the judge is asked about each conversation. */
export type Asking = Pick<Body<"calibrate_judge">, "metric" | "votes" | "option_order" | "fresh">;

/** What the judge says about each example, in the order of the examples. */
export async function askEach(
  context: Context,
  labelled: readonly Labelled[],
  asking: Asking,
): Promise<JudgedExample[]> {
  const judged = await inParallel(
    labelled,
    context.globals.concurrency,
    async ({ name, example, expected }) => {
      const { results } = await context.read("calibrate_judge", { body: { ...asking, examples: [example] } });
      return results.map((result): JudgedExample => {
        const right = isRight({ ...result, expected }) ?? null;
        return { name, expected, right, ...result };
      });
    },
  );
  return judged.flat();
}

/** Runs `work` on each item, at most `limit` at a time. The results are in the order of the items. */
async function inParallel<I, R>(
  items: readonly I[],
  limit: number,
  work: (item: I) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
