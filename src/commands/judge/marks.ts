/** What people said of verdicts in the console, as examples that `judge calibrate` reads. */
import type { Context } from "../../context.ts";
import { readCall } from "../../contract/readings/call.ts";
import { readConversation, spokenIn } from "../../contract/readings/conversation.ts";
import type { Answer, Body, Lenient } from "../../contract/types.ts";
import { arg, defineCommand } from "../command.ts";
import { text } from "../parsers.ts";

type Mark = Lenient<Answer<"list_verdict_marks">>["marks"][number];
type Example = Body<"calibrate_judge">["examples"][number];

interface Marked extends Example {
  readonly name: string;
  readonly expected: unknown;
}

interface Exported {
  readonly metric: string;
  readonly examples: readonly Marked[];
  /** Marks that do not tell a right answer. */
  readonly left_out: readonly { readonly subject: string; readonly why: string }[];
}

export const command = defineCommand({
  needs: ["list_verdict_marks"],
  about:
    "Prints the verdicts on a metric that people marked as right or wrong in the console, each with its conversation and the right answer, " +
    "as the lines that `judge calibrate` reads. A verdict that was marked wrong tells the right answer only if there are two: for numbers and " +
    "choices it is left out. With --json: {metric, examples, left_out}.",
  args: { metric: arg("<metric>", "the name of a metric, as its verdicts have it", text) },
  examples: [
    [
      'parley judge marks "No long waits" > labelled.jsonl',
      "examples for `parley judge calibrate labelled.jsonl`",
    ],
  ],
  view: {
    kind: "text",
    text: ({ examples }: Exported) => examples.map((example) => JSON.stringify(example)).join("\n"),
  },
  async run(context, { metric }) {
    const examples: Marked[] = [];
    const left_out: { subject: string; why: string }[] = [];
    for await (const mark of marksOn(context, metric)) {
      const subject = mark.call_id === null ? `result/${mark.simulation_result_id}` : mark.call_id;
      const right = rightAnswer(mark);
      if ("why" in right) {
        left_out.push({ subject, why: right.why });
        continue;
      }
      const example = await conversationOf(context, mark);
      if (example.transcript.length === 0) left_out.push({ subject, why: "nothing was said in it" });
      else examples.push({ name: subject, ...example, expected: right.expected });
    }
    const data: Exported = { metric, examples, left_out };
    const hint = left_out.map(({ subject, why }) => `left out ${subject}: ${why}`).slice(0, LISTED);
    const more = left_out.length - hint.length;
    if (examples.length === 0 && left_out.length === 0)
      hint.push(
        `nobody has marked a verdict on "${metric}"; \`parley open\` shows the console, where that is done`,
      );
    if (more > 0) hint.push(`left out ${more} more; --json lists them all`);
    return { data, hint: hint.join("\n") };
  },
});

/** Marks left out that a hint names. */
const LISTED = 10;
const PAGE = 500;

async function* marksOn(context: Context, metric: string): AsyncGenerator<Mark> {
  for (let page = 1; ; page++) {
    const query = { metric, page, page_size: PAGE };
    const { marks, total_pages } = await context.read("list_verdict_marks", { query });
    yield* marks;
    if (page >= total_pages) return;
  }
}

function rightAnswer({ is_right, value }: Mark): { readonly expected: unknown } | { readonly why: string } {
  if (value === null || value === undefined)
    return { why: "the service does not know what the verdict was when it was marked" };
  if (is_right) return { expected: value };
  if (typeof value === "boolean") return { expected: !value };
  return { why: `${JSON.stringify(value)} is wrong, but the mark does not say what would be right` };
}

/** A conversation as a judge is given it. */
async function conversationOf(context: Context, { call_id, simulation_result_id }: Mark): Promise<Example> {
  if (call_id !== null) {
    const call = readCall((await context.read("get_call_log", { params: { call_id } })).call_log);
    const own = entriesIn(call);
    const said = own.length > 0 ? own : entriesIn(call.evaluation);
    return withoutNothing({
      transcript: said.map(entryOf),
      tool_calls: call.tool_calls,
      events: call.events,
      metadata: call.metadata,
    });
  }
  const params = { simulation_result_id: String(simulation_result_id) };
  const answer = await context.read("get_simulation_result", { params });
  const result = readConversation(answer.simulation_result);
  const spoken = spokenIn(result.call ?? {});
  const said =
    spoken.length > 0
      ? spoken
      : (result.transcript ?? []).map(({ role, message, start_offset_ms }) => ({
          speaker: role,
          utterance: message,
          start_offset_ms,
        }));
  return withoutNothing({ transcript: said.map(entryOf), tool_calls: [...result.tool_calls] });
}

interface Said {
  readonly speaker: string;
  readonly utterance: string;
  readonly start_offset_ms?: number | null | undefined;
  readonly end_offset_ms?: number | null | undefined;
}

/** The transcript of a call; if it was submitted without one, its evaluation has what the service fetched. */
const entriesIn = (holder: unknown): readonly Said[] =>
  (holder as { readonly transcript?: readonly Said[] | null } | null)?.transcript ?? [];

const entryOf = ({ speaker, utterance, start_offset_ms, end_offset_ms }: Said) => ({
  speaker,
  utterance,
  ...(typeof start_offset_ms === "number" && { start_offset_ms }),
  ...(typeof end_offset_ms === "number" && { end_offset_ms }),
});

/** Without fields that say nothing. */
const withoutNothing = ({ transcript, ...rest }: Example): Example => ({
  transcript,
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value && Object.keys(value).length > 0)),
});
