import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";
import { exportLabels, linesOf } from "./labels.ts";

export const command = defineCommand({
  needs: ["list_verdict_marks"],
  about:
    "Prints what people said of the verdicts on a metric, in `parley review` or by marking them right or wrong in the console: each conversation " +
    "with its labels, as the lines that `judge calibrate` reads. A verdict that was marked wrong tells the right answer only if there are two: for numbers and " +
    "choices it is left out. With --json: {metric, examples, left_out}.",
  args: { metric: arg("<metric>", "the name of a metric, as its verdicts have it", text) },
  examples: [
    [
      'parley judge marks "No long waits" > labelled.jsonl',
      "examples for `parley judge calibrate labelled.jsonl`",
    ],
  ],
  view: { kind: "text", text: linesOf },
  async run(context, { metric }) {
    const data = await exportLabels(context, metric);
    const { examples, left_out } = data;
    const hint = left_out.map(({ subject, why }) => `left out ${subject}: ${why}`).slice(0, LISTED);
    const more = left_out.length - hint.length;
    if (examples.length === 0 && left_out.length === 0)
      hint.push(`nobody has labelled "${metric}" yet; \`parley review\` asks for labels`);
    if (more > 0) hint.push(`left out ${more} more; --json lists them all`);
    return { data, hint: hint.join("\n") };
  },
});

/** Marks left out that a hint names. */
const LISTED = 10;
