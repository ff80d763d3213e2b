import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { EXIT_CODES, Failure, usage } from "../../failure.ts";
import { pauseAfter } from "../../pause.ts";
import { reportFiles } from "../bulk/reports.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { requireCalibration } from "../judge/calibration.ts";
import { canaryOption, readCanaries } from "../judge/canary.ts";
import { integerFrom, numberBetween } from "../parsers.ts";
import { withReport } from "../report/hint.ts";
import { audioOption, htmlFiles, htmlOption } from "../report/option.ts";
import { requireWritable } from "../writable.ts";
import { conversationsOf } from "./found.ts";
import { judge, timeOver, type Verdict, verdictText } from "./gate.ts";
import { pollOption } from "./poll-option.ts";
import { writeReport } from "./report.ts";
import { describeRun, isKnownStatus, isOver, newest, type Run } from "./run.ts";

export const command = defineCommand({
  about:
    "Waits until a run is over, then exits with 0 if enough of its tests passed, or 9 if not or if the time runs " +
    "out. If several runs are in progress, choose one with --run. If the simulation has no run yet, it waits for one. A run in which nothing was evaluated never " +
    "passes, nor does an inconclusive test: one with a criterion that was not evaluated. With --json: {passed, reason, " +
    "pass_rate, min_pass_rate, allow_unevaluated, run, not_passed, repeated, judged_rates}.",
  args: { simulation_id: arg("<simulation-id>", "a simulation") },
  options: {
    run_id: option(
      "--run <id>",
      "the run to wait for (default: the one in progress, or else the newest)",
      integerFrom(1),
    ),
    min_pass_rate: option(
      "--min-pass-rate <rate>",
      "required share of passed tests, from 0 to 1",
      numberBetween(0, 1),
      1,
    ),
    allow_unevaluated: flag(
      "--allow-unevaluated",
      "count inconclusive tests as passed if only criteria without a verdict are open and others are met",
    ),
    require_calibration: requireCalibration,
    canary: canaryOption,
    max_wait: option("--max-wait <seconds>", "longest wait", numberBetween(0, 604_800), 1800),
    poll: pollOption,
    report: htmlOption,
    with_audio: audioOption,
  },
  examples: [
    ["parley sim wait 7", "every test of the run must pass"],
    ["parley sim wait 7 --run 900 --min-pass-rate 0.9 --max-wait 600", "a CI gate"],
    [
      'parley sim wait 7 --require-calibration "kappa.lower>=0.5"',
      "count only verdicts of a judge that is calibrated this well",
    ],
    ["parley sim wait 7 --report html=run.html", "writes a page with every conversation, failures first"],
  ],
  view: { kind: "text", wraps: true, text: verdictText },
  async run(context, input) {
    const { simulation_id, run_id, min_pass_rate, allow_unevaluated, max_wait, poll, report } = input;
    const { require_calibration } = input;
    await requireWritable(context, reportFiles(report));
    const canaries = await readCanaries(context, input.canary);
    const { startProgress } = await import("../../terminal/progress.ts");
    const progress = isForProgram(context) ? undefined : await startProgress(context.terminal);
    const tell = async (text: string) => progress?.say(text);
    const run = await waitForRun(context, { simulation_id, run_id, max_wait, poll, tell }).finally(() =>
      progress?.stop(),
    );
    const options = { min_pass_rate, allow_unevaluated };
    const found =
      run && isOver(run)
        ? await conversationsOf(context, run, {
            ...{ simulation_id, allow_unevaluated, require_calibration, canaries },
          })
        : undefined;
    const data: Verdict =
      run && isOver(run) ? judge(run, found, options) : timeOver(run, { max_wait, ...options });
    const hint = run && `next: \`parley sim results ${run.id}\` lists the conversations and how each ended`;
    const page = {
      simulation_id,
      files: htmlFiles(report),
      with_audio: input.with_audio,
      outcomes: found?.outcomes,
    };
    const line = await writeReport(context, data, page);
    return { data, ...withReport(hint, line), exitCode: data.passed ? EXIT_CODES.done : EXIT_CODES.gate };
  },
});

interface Wait {
  readonly simulation_id: string;
  readonly run_id: number | undefined;
  /** Seconds. */
  readonly max_wait: number;
  readonly poll: number;
  readonly tell: (text: string) => Promise<void>;
}

/** With --json, stderr is kept for errors. */
const isForProgram = ({ globals }: Context) => globals.json || globals.output === "json";

/**
 * The finished run, its state when the time ran out, or undefined if there is no run. Reports progress on
 * stderr.
 */
async function waitForRun(
  context: Context,
  { simulation_id, run_id, max_wait, poll, tell }: Wait,
): Promise<Run | undefined> {
  const began = performance.now();
  let chosen = run_id;
  for (;;) {
    const { simulation_runs } = await context.read("list_simulation_runs", { params: { simulation_id } });
    // Choose only once: a run started meanwhile belongs to somebody else.
    const run =
      chosen === undefined
        ? onlyRun(simulation_id, simulation_runs)
        : simulation_runs.find(({ id }) => id === chosen);
    if (chosen !== undefined && !run) throw unknownRun(simulation_id, chosen);
    chosen = run?.id;
    if (run && isOver(run)) return run;
    const waited = performance.now() - began;
    const left = max_wait * 1000 - waited;
    if (left <= 0) return run;
    await tell(run ? describe(run) : `simulation ${simulation_id} has no run yet`);
    await sleep(Math.min(pauseAfter(waited, poll * 1000), left), undefined, { signal: context.signal });
  }
}

/**
 * The run in progress, or else the newest.
 * @throws Failure (usage) if several are in progress: most of them belong to somebody else
 */
function onlyRun(simulation_id: string, runs: readonly Run[]): Run | undefined {
  const going = runs.filter((run) => !isOver(run));
  if (going.length < 2) return going[0] ?? newest(runs);
  const ids = going.map(({ id }) => id);
  throw usage(`simulation ${simulation_id} has ${ids.length} runs in progress: ${ids.join(", ")}`, {
    hint: `choose one with --run: \`parley sim wait ${simulation_id} --run ${ids[0]}\``,
  });
}

const unknownRun = (simulation_id: string, run_id: number) =>
  new Failure("not_found", `simulation ${simulation_id} has no run ${run_id}`, {
    hint: `\`parley sim runs ${simulation_id}\` lists its runs`,
  });

const describe = (run: Run) =>
  describeRun(run) +
  (isKnownStatus(run) ? "" : "; unknown status, so the run counts as over when all its tests are done");
