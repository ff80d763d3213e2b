import { EXIT_CODES, usage } from "../../failure.ts";
import { arg, defineCommand, option } from "../command.ts";
import { readDefinition } from "../metrics/definition.ts";
import { integerFrom, text, uuid } from "../parsers.ts";
import { readExamples } from "./examples.ts";
import { isMet, readRequirement } from "./requirement.ts";
import { isRight, summarize } from "./summary.ts";
import { type Calibration, calibrationText, type JudgedExample } from "./view.ts";

export const command = defineCommand({
  needs: ["calibrate_judge"],
  about:
    "Asks the judge about conversations whose correct answer is known, and reports how often it is right (accuracy, F1, kappa with its interval, sensitivity and specificity of each answer, " +
    "a confusion matrix), what it costs, and how often it contradicts itself (flip rate: the share of examples on which " +
    "its votes differ). Each line of the file is a conversation with `transcript` and `expected`; tool_calls, events, " +
    "metadata, conversation_ended_by and name are optional. Stores only the model's answers, so that a " +
    "second run need not ask it again. If nothing was judged, the exit code is 9. With --json: {metric, votes, summary, " +
    "examples}.",
  args: { examples: arg("<file>", "file of examples (.jsonl)", text) },
  options: {
    metric: option("--metric <metric-id>", "a metric stored in the service", uuid),
    file: option("-f, --file <file>", "a metric in YAML or JSON, as `metrics create` takes it"),
    require_calibration: option(
      "--require-calibration <condition>",
      "exit code 9 unless this holds, such as kappa.lower>=0.5; also accuracy, f1, flip_rate, kappa.value",
      text,
    ),
    votes: option(
      "--votes <n>",
      "how many times to ask the judge about each example, from 1 to 9",
      integerFrom(1),
      3,
    ),
  },
  examples: [
    ["parley judge calibrate labelled.jsonl -f metric.yaml", "a metric that you are still writing"],
    [
      "parley judge calibrate labelled.jsonl --metric 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --votes 5 --timeout 300",
      "a metric stored in the service, with a slow model",
    ],
    [
      'parley judge calibrate labelled.jsonl -f metric.yaml --require-calibration "kappa.lower>=0.5"',
      "in CI: exit code 9 if the judge may agree too little",
    ],
  ],
  view: { kind: "text", text: calibrationText },
  async run(context, { examples: examples_file, metric: metric_id, file, votes, require_calibration }) {
    const required = require_calibration === undefined ? undefined : readRequirement(require_calibration);
    const metric = await readDefinition(context, { metric_id, file });
    if (metric.response_type === "qualitative" || metric.response_type === "json")
      throw usage(`answers of type ${metric.response_type} cannot be compared with a correct answer`, {
        hint: "calibrate a metric of type pass_fail, yes_no, enum or quantitative",
      });
    const labelled = await readExamples(context, examples_file, metric);
    const judged = await inParallel(
      labelled,
      context.globals.concurrency,
      async ({ name, example, expected }) => {
        const { results } = await context.read("calibrate_judge", {
          body: { metric, examples: [example], votes },
        });
        return results.map((result): JudgedExample => {
          const right = isRight({ ...result, expected }) ?? null;
          return { name, expected, right, ...result };
        });
      },
    );
    const examples = judged.flat();
    const summary = summarize(examples);
    const data: Calibration = { metric: metric.name, votes, summary, examples };
    const noModel = examples.some(({ reason }) => reason === "no_model");
    return {
      data,
      exitCode:
        summary.judged > 0 && (!required || isMet(required, summary)) ? EXIT_CODES.done : EXIT_CODES.gate,
      ...(required &&
        !isMet(required, summary) && { hint: `the judge does not meet ${require_calibration}` }),
      ...(noModel && {
        hint: "the service has no model: start it with PARLEY_LLM_BASE_URL and PARLEY_LLM_MODEL set",
      }),
    };
  },
});

/** Runs `work` on each item, at most `limit` at a time; results are in the order of the items. */
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
