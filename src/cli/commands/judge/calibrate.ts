import { resolve } from "node:path";
import { EXIT_CODES } from "../../../lib/failure.ts";
import { unmet } from "../../../results/calibration/requirement.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { readDefinition } from "../metrics/shared/definition.ts";
import { numberBetween, text, uuid } from "../parsers.ts";
import { votes } from "../shared/votes.ts";
import { requireWritable } from "../shared/writable.ts";
import { type Asking, askEach } from "./shared/ask.ts";
import { condition } from "./shared/calibration.ts";
import { certificateOf, tuneAbstention } from "./shared/certificate.ts";
import { readExamples, requireComparable } from "./shared/examples.ts";
import { probe } from "./shared/probes.ts";
import { summarize } from "./shared/summary.ts";
import { type Calibration, calibrationText } from "./view.ts";

export const command = defineCommand({
  needs: ["calibrate_judge", "store_judge_certificate"],
  about:
    "Asks the judge about conversations whose correct answer is known. Reports how often it is right (accuracy, " +
    "F1, kappa with its interval, sensitivity and specificity of each answer, a confusion matrix), what it costs, " +
    "how often it contradicts itself (flip rate: the share of examples on which its votes differ), and whether " +
    "three things that should not matter sway it: the order of the options, padding, and a verdict in the agent's " +
    "words. Each line of the file is a conversation with `transcript` and `expected`; tool_calls, events, " +
    "metadata, conversation_ended_by and name are optional. Instead of `expected`, a line can have `labels`, each " +
    "labeller's answer by name, as `parley review` writes them. The majority answer is then the correct one, and " +
    "the labellers' agreement with each other is reported as the most that a judge can reach. The service stores " +
    "the result as a certificate, which `sim wait`, `release check` and `evaluate --wait` read. It also stores " +
    "the model's answers, so a second run need not ask again. If nothing was judged, the exit code is 9. With " +
    "--json: {metric, votes, summary, abstention, probes, disputed, people, certificate, examples}.",
  args: { examples: arg("<file>", "file of examples (.jsonl)", text) },
  options: {
    metric: option("--metric <metric-id>", "a metric stored in the service", uuid),
    file: option("-f, --file <file>", "a metric in YAML or JSON, in the format of `metrics create`"),
    require_calibration: option(
      "--require-calibration <condition>",
      "exit with 9 unless this is true, such as kappa.lower>=0.5; also accuracy, f1, flip_rate, kappa.value",
      condition,
    ),
    votes: option("--votes <n>", "how many times to ask the judge about each example, from 1 to 9", votes, 3),
    alpha: option(
      "--alpha <share>",
      "find how far the votes must agree so that at most this share of the verdicts that count is wrong; tunes on " +
        "half of the examples",
      numberBetween(0, 1),
    ),
    no_probes: flag("--no-probes", "skip the probes, which ask again with changes that should not matter"),
    out: option("--out <file>", "also write the certificate to a file, for `judge certify`"),
  },
  examples: [
    ["parley judge calibrate labelled.jsonl -f metric.yaml", "a metric that you are still writing"],
    [
      "parley judge calibrate labelled.jsonl --metric 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --votes 5 --timeout 300",
      "a metric stored in the service, with a slow model",
    ],
    [
      'parley judge calibrate labelled.jsonl -f metric.yaml --require-calibration "kappa.lower>=0.5"',
      "in CI: exits with 9 if the judge may agree too little with people",
    ],
    [
      "parley judge calibrate labelled.jsonl -f metric.yaml --alpha 0.1 --out certificate.json",
      "verdicts whose votes agree too little will not count; the certificate goes into the repository",
    ],
  ],
  view: { kind: "text", wraps: true, text: calibrationText },
  async run(context, input) {
    const { examples: file, votes, alpha, out } = input;
    const required = input.require_calibration;
    if (out !== undefined)
      await requireWritable(context, [{ option: "--out", file: out, what: "certificate" }]);
    const metric = await readDefinition(context, { metric_id: input.metric, file: input.file });
    requireComparable(metric.response_type);
    const { labelled, ...people } = await readExamples(context, file, metric);
    const asking: Asking = { metric, votes };
    const examples = await askEach(context, labelled, asking);
    const isJudged = examples.some((example) => example.method === "judge" && example.status === "EVALUATED");
    const probed =
      input.no_probes || !isJudged ? undefined : await probe(context, { labelled, judged: examples }, asking);
    const summary = summarize(examples, probed?.asked);
    const measured = {
      summary,
      abstention: alpha === undefined ? null : tuneAbstention(labelled, examples, alpha),
      probes: probed?.probes ?? null,
    };
    const certificate = certificateOf({ metric, votes, labelled, judged: examples, ...measured, ...people });
    if (certificate) {
      await context.change("store_judge_certificate", { body: certificate });
      if (out !== undefined) {
        const { writeNamedFile } = await import("../../write-files.ts");
        await writeNamedFile(resolve(context.cwd, out), `${JSON.stringify(certificate, null, 2)}\n`);
      }
    }
    const data: Calibration = {
      metric: metric.name,
      votes,
      ...measured,
      ...people,
      certificate: certificate ?? null,
      examples,
    };
    const fault = required && unmet(required, summary);
    const noModel = examples.some(({ reason }) => reason === "no_model");
    return {
      data,
      exitCode: summary.judged > 0 && !fault ? EXIT_CODES.done : EXIT_CODES.gate,
      ...(fault && { hint: `the judge is not good enough: ${fault}` }),
      ...(noModel && {
        hint: "the service has no model: start it with PARLEY_LLM_BASE_URL and PARLEY_LLM_MODEL set",
      }),
    };
  },
});
