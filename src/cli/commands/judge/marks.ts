import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";
import { exportLabels, linesOf } from "./shared/labels.ts";

export const command = defineCommand({
  needs: ["list_verdict_marks"],
  about:
    "Prints people's labels for the verdicts on a metric, from `parley review` and from marks in the console: " +
    "each conversation with its labels on one line, in the format of `judge calibrate`. A verdict marked wrong " +
    "shows the right answer only if there are just two answers: for numbers and choices it is left out. With " +
    "--json: {metric, examples, left_out}.",
  args: { metric: arg("<metric>", "name of the metric, as in its verdicts", text) },
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

/** How many of the omitted marks a hint names. */
const LISTED = 10;
