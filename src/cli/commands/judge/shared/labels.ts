/** Turns what people said about verdicts into examples that `judge calibrate` reads. */

import type { Answer, Body, Lenient } from "../../../../contract/types.ts";
import type { Context } from "../../../context.ts";
import { conversationOf, subjectName } from "./conversation.ts";

type Mark = Lenient<Answer<"list_verdict_marks">>["marks"][number];

interface Example extends Omit<Body<"calibrate_judge">["examples"][number], "name"> {
  readonly name: string;
  /** Absent if there are `labels`: they decide. */
  readonly expected?: unknown;
  readonly labels?: Readonly<Record<string, unknown>>;
}

export interface Exported {
  readonly metric: string;
  readonly examples: readonly Example[];
  /** Marks that do not give a right answer. */
  readonly left_out: readonly { readonly subject: string; readonly why: string }[];
}

/** All labels on a metric: an example for each conversation, with what each labeller said about it. */
export async function exportLabels(context: Context, metric: string): Promise<Exported> {
  const examples: Example[] = [];
  const left_out: { subject: string; why: string }[] = [];
  const bySubject = new Map<string, Mark[]>();
  for await (const mark of marksOn(context, metric)) {
    const subject = subjectName(mark);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), mark]);
  }
  for (const [subject, marks] of bySubject) {
    const labels: Record<string, unknown> = {};
    for (const mark of marks) {
      const right = rightAnswer(mark);
      if ("why" in right) left_out.push({ subject, why: right.why });
      else labels[mark.labeller ?? UNSIGNED] = right.expected;
    }
    const [first, ...others] = Object.values(labels);
    const [mark] = marks;
    if (first === undefined || !mark) continue;
    const example = await conversationOf(context, mark);
    if (example.transcript.length === 0) left_out.push({ subject, why: "nothing was said in it" });
    else if (others.length === 0 && UNSIGNED in labels)
      examples.push({ name: subject, ...example, expected: first });
    else examples.push({ name: subject, ...example, labels });
  }
  return { metric, examples, left_out };
}

/** The lines of a file for `judge calibrate`. The texts contain no variables, so `${` is escaped. */
export const linesOf = ({ examples }: Exported): string =>
  examples.map((example) => JSON.stringify(example).replaceAll("${", () => "$${")).join("\n");

/** The labeller of a mark without a name. */
const UNSIGNED = "unsigned";
const PAGE = 500;

async function* marksOn(context: Context, metric: string): AsyncGenerator<Mark> {
  for (let page = 1; ; page++) {
    const query = { metric, page, page_size: PAGE };
    const { marks, total_pages } = await context.read("list_verdict_marks", { query });
    yield* marks;
    if (page >= total_pages) return;
  }
}

function rightAnswer({
  is_right,
  value,
  ...mark
}: Mark): { readonly expected: unknown } | { readonly why: string } {
  if (mark.expected !== undefined) return { expected: mark.expected };
  if (value === null || value === undefined)
    return { why: "the service does not know what the verdict was when it was marked" };
  if (is_right) return { expected: value };
  if (typeof value === "boolean") return { expected: !value };
  return { why: `${JSON.stringify(value)} is wrong, but the mark does not say what would be right` };
}
