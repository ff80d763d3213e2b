import { resolve } from "node:path";
import type { Answer, Lenient } from "../../contract/types.ts";
import { counted } from "../../engine/words/counted.ts";
import { percent } from "../../engine/words/figures-in-words.ts";
import { usage } from "../../lib/failure.ts";
import type { Context } from "../context.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { arg, defineCommand, flag, option } from "./command.ts";
import { askPerson } from "./judge/ask-person.ts";
import { conversationOf, subjectName } from "./judge/shared/conversation.ts";
import { requireComparable } from "./judge/shared/examples.ts";
import { exportLabels, linesOf } from "./judge/shared/labels.ts";
import type { Metric } from "./metrics/shared/every-page.ts";
import { metricNamed } from "./metrics/shared/named.ts";
import { integerFrom, text } from "./parsers.ts";
import { requireWritable } from "./shared/writable.ts";

type Item = Lenient<Answer<"list_review_queue">>["items"][number];

interface Reviewed {
  readonly metric: string;
  readonly labeller: string;
  readonly labelled: number;
  readonly skipped: number;
  /** Conversations that this labeller has not labelled yet. */
  readonly left: number;
  /** With `--list`: these conversations. */
  readonly queue: readonly Item[];
  /** The file that the labels were written to, and how many conversations it has. */
  readonly out: { readonly file: string; readonly examples: number } | null;
}

export const command = defineCommand({
  needs: ["list_review_queue", "mark_verdict"],
  about:
    "Shows conversations that a judge decided, one at a time, and asks you for the right answer. The queue starts " +
    "with those on which the judge's votes disagree; next come those that someone else has labelled. You do not " +
    "see the judge's answer, so that it cannot sway you. The service stores each label at once under the " +
    "labeller's name, so you can stop at any time and continue later. If two people label the same conversations, " +
    "`judge calibrate` also reports how well they agree. --out writes the labels of all labellers in the format " +
    "of `judge calibrate`. The queue is made from the newest 1,000 calls and 1,000 conversations of simulations. " +
    "With --json: {metric, labeller, labelled, skipped, left, queue, out}.",
  args: { metric: arg("<metric>", "the name of a metric", text) },
  options: {
    as: option("--as <name>", "who labels (required)", text),
    limit: option("--limit <n>", "stop after this many conversations", integerFrom(1)),
    list: flag("--list", "print the queue and ask nothing"),
    out: option("--out <file>", "write all labels on the metric into this file, for `judge calibrate`"),
  },
  examples: [
    ['parley review "Disclosure" --as anna', "label what Anna has not labelled yet"],
    [
      'parley review "Disclosure" --as ben --limit 40 --out labelled.jsonl',
      "forty conversations; the file then holds the labels of both",
    ],
    ['parley review "Disclosure" --as anna --list', "what is waiting to be labelled"],
  ],
  view: { kind: "text", text: reviewText },
  async run(context, { metric: name, as: labeller, limit, list, out }) {
    if (labeller === undefined) throw usage("no labeller given", { hint: "give your name with --as" });
    if (out !== undefined) await requireWritable(context, [{ option: "--out", file: out, what: "labels" }]);
    const metric = await metricNamed(context, name);
    requireComparable(metric.response_type);
    const query = { metric: name, labeller };
    const { items: queue } = await context.read("list_review_queue", { query });
    let [labelled, skipped] = [0, 0];
    if (!list) {
      if (queue.length > 0) await context.terminal.alert(criterionText(metric));
      for (const [at, item] of queue.slice(0, limit).entries()) {
        await context.terminal.alert(
          await conversationText(
            context,
            item,
            `${at + 1} of ${Math.min(queue.length, limit ?? queue.length)}`,
          ),
        );
        const answer = await askPerson(context, metric);
        if (answer === "stop") break;
        if (answer === "skip") {
          skipped += 1;
          continue;
        }
        const { call_id, simulation_result_id } = item;
        await context.change("mark_verdict", {
          body: { call_id, simulation_result_id, metric: name, expected: answer.expected, labeller },
        });
        labelled += 1;
      }
    }
    const data: Reviewed = {
      metric: name,
      labeller,
      labelled,
      skipped,
      left: queue.length - labelled,
      queue: list ? queue : [],
      out: out === undefined ? null : await writeLabels(context, name, out),
    };
    return { data };
  },
});

async function writeLabels(context: Context, metric: string, file: string): Promise<Reviewed["out"]> {
  const exported = await exportLabels(context, metric);
  const { writeNamedFile } = await import("../write-files.ts");
  const lines = linesOf(exported);
  await writeNamedFile(resolve(context.cwd, file), lines && `${lines}\n`);
  return { file, examples: exported.examples.length };
}

function criterionText({ name, description, scoring_guidance }: Metric): string {
  return sanitize([name, description, scoring_guidance].filter(Boolean).join("\n"));
}

async function conversationText(context: Context, item: Item, place: string): Promise<string> {
  const { timelineLines } = await import("../render/evaluation/timeline.ts");
  const lines = timelineLines(await conversationOf(context, item), context.terminal.columns);
  return sanitize(["", `${place}: ${subjectName(item)}`, ...lines].join("\n"));
}

function reviewText({ metric, labelled, skipped, left, queue, out }: Reviewed): string {
  const counts = [`${labelled} labelled`, ...(skipped > 0 ? [`${skipped} skipped`] : []), `${left} left`];
  return [
    `${metric}: ${counts.join(", ")}`,
    ...queue.map((item) => {
      const agree = `${percent(item.agreement)} of the votes agree`;
      const by = item.labelled_by.length > 0 ? [`labelled by ${item.labelled_by.join(", ")}`] : [];
      return `  ${subjectName(item)}: ${[agree, ...by].join("; ")}`;
    }),
    ...(out ? [`${out.file}: ${counted(out.examples, "labelled conversation")}`] : []),
  ].join("\n");
}
