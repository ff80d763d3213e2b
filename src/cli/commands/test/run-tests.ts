/** Runs the chosen callers of all files, one file after the other, and keeps the run. */
import { type LeastCoverage, tooLittleInDetail } from "../../../engine/coverage/coverage.ts";
import { counted } from "../../../engine/words/counted.ts";
import { Failure, usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { dialectOf } from "../../manifest/agent-connection.ts";
import { missedTools } from "../../manifest/test-tools.ts";
import { systemFault } from "../../system-fault.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import { keepRun, makeRoom, storeOf } from "../../testing/results/last-run.ts";
import { repeatedIn } from "../../testing/results/repeated.ts";
import { countsOf, type FileResult, type TestRun } from "../../testing/results/result.ts";
import type { Chosen } from "./shared/choose.ts";
import type { RunOptions } from "./shared/set-up.ts";

export interface TestsOptions
  extends Omit<RunOptions, "names" | "store" | "onUnkept" | "tell" | "repeat" | "openService"> {
  /** Run on the service in use. */
  readonly on_service: boolean;
  /** What the command line says instead of the files. */
  readonly repeat: number | undefined;
  readonly min_pass_rate: number | undefined;
  /** What each file must have reached. */
  readonly least_coverage: LeastCoverage;
}

export interface Tested {
  readonly run: TestRun;
  /** What has interrupted the run, if something has: the verdicts reached before are those of the run. */
  readonly interruption: Failure | undefined;
  /** False if it was interrupted before a verdict was reached. `--last-failed` then still knows the run before. */
  readonly is_kept: boolean;
}

export async function runTests(
  context: Context,
  chosen: readonly Chosen[],
  { repeat, min_pass_rate, on_service, least_coverage, ...options }: TestsOptions,
): Promise<Tested> {
  refuseRepetition(chosen, { repeat, min_pass_rate, retries: options.retries });
  const calls = chosen.find(({ test }) => dialectOf(test.agent));
  if (calls && on_service)
    throw usage(
      "the service in use calls agents itself, so it cannot test one that this file starts or names",
      {
        where: calls.test.file,
        hint:
          "leave out --service; or add the callers to a simulation with `parley dh apply -f`, and start it with " +
          "`parley sim start`: it calls the agent of its record",
      },
    );
  const begun = performance.now();
  const files: FileResult[] = [];
  const { runFile, unrunFile } = await import("./shared/run-file.ts");
  const openService = on_service ? (await import("./service-bench.ts")).openServiceBench : undefined;
  const { startProgress } = await import("../../terminal/progress.ts");
  const progress = context.terminal.isLive || calls ? await startProgress(context.terminal) : undefined;
  // A verdict is worth more than its keeping.
  const unkept: unknown[] = [];
  const onUnkept = (error: unknown) => {
    if (error instanceof Failure) throw error;
    unkept.push(error);
  };
  await makeRoom(context.cwd).catch(onUnkept);
  try {
    for (const { test, names } of chosen) {
      const own = {
        names,
        store: storeOf(context.cwd)(files.length),
        onUnkept,
        tell: async (said: string) => progress?.say(said),
        openService,
        repeat: repeat ?? test.repeat ?? 1,
      };
      if (context.signal.aborted) {
        files.push(unrunFile(test, { ...options, ...own }));
        continue;
      }
      files.push(await runFile(context, test, { ...options, ...own }));
      if (options.bail && files.some(({ callers }) => callers.some(({ outcome }) => outcome === "failed")))
        break;
    }
  } finally {
    progress?.stop();
  }
  const { reason } = context.signal;
  const is_whole = !(reason instanceof Failure);
  const rates = new Map(chosen.map(({ test }) => [test.file, min_pass_rate ?? test.min_pass_rate ?? 1]));
  const too_little_coverage = files.flatMap(({ file, coverage }) =>
    coverage ? tooLittleInDetail(coverage, least_coverage).map((line) => `${file}: ${line}`) : [],
  );
  const run: TestRun = {
    seed: options.seed,
    ms: performance.now() - begun,
    counts: countsOf(files),
    files,
    repeated: repeatedIn(files, (file) => rates.get(file) ?? 1),
    ...(is_whole && Object.keys(least_coverage).length > 0 && { too_little_coverage }),
  };
  const interruption = is_whole ? undefined : interruptedBy(reason, run);
  const is_kept = is_whole || hasVerdicts(run);
  if (!is_kept) return { run, interruption, is_kept };
  for (const line of is_whole ? missedIn(chosen, files) : [])
    await context.terminal.alert(`warning: ${sanitizeLine(line)}`);
  await keepRun(context.cwd, run).catch(onUnkept);
  if (unkept.length > 0) {
    const { message } = systemFault(unkept[0]) ?? (unkept[0] as Error);
    await context.terminal.alert(
      `warning: this run is not kept in .parley/test, so --last-failed and --ui do not know it: ${message}`,
    );
  }
  return { run, interruption, is_kept };
}

const hasVerdicts = ({ files }: TestRun): boolean =>
  files.some(({ callers }) => callers.some(({ outcome }) => outcome !== "not_run"));

/** Says what an interrupted run has left out. */
function interruptedBy({ outcome, message }: Failure, run: TestRun): Failure {
  const { not_run } = run.counts;
  const is_repeated = run.files.some(({ callers }) => callers.some(({ repetition }) => repetition > 1));
  const noun = is_repeated ? "conversation" : "caller";
  const left = not_run === 0 ? `every ${noun} was run` : `${counted(not_run, noun)} not run`;
  return new Failure(outcome, `${message}; ${left}`, {
    ...(!hasVerdicts(run) && { hint: "nothing of this run was kept" }),
  });
}

/** Tools that callers name, and that are almost those that the agent has called. A file that lists its tools was checked before. */
function missedIn(chosen: readonly Chosen[], files: readonly FileResult[]): string[] {
  return files.flatMap(({ file, callers: results }, place) => {
    const { test, names } = chosen[place] ?? {};
    if (!test || test.tools) return [];
    const ran = test.callers.filter(({ name }) => names?.has(name));
    const called = new Set(results.flatMap(({ tool_calls }) => tool_calls.map(({ name }) => name)));
    return missedTools(ran, called).map(
      ({ name, near }) =>
        `${file}: no conversation called ${name}; did you mean ${near}, which the agent calls?`,
    );
  });
}

/** @throws Failure (usage) if what the files say does not go with the command line */
function refuseRepetition(
  chosen: readonly Chosen[],
  { repeat, min_pass_rate, retries }: Pick<TestsOptions, "repeat" | "min_pass_rate" | "retries">,
): void {
  const several = chosen.find(({ test }) => (repeat ?? test.repeat ?? 1) > 1);
  if (several && retries > 0)
    throw usage(`${several.test.file} has repeat: ${several.test.repeat}, which does not go with retries`, {
      where: "--retries",
      hint: "add --repeat 1, or leave out --retries",
    });
  if (!several && min_pass_rate !== undefined)
    throw usage("needs --repeat with at least 2 conversations", { where: "--min-pass-rate" });
}
