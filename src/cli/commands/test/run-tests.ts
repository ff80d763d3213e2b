/** Runs the chosen callers of all files, one file after the other, and keeps the run. */
import { type LeastCoverage, tooLittleInDetail } from "../../../engine/coverage/coverage.ts";
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
import type { RunOptions } from "./shared/run-file.ts";

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

export async function runTests(
  context: Context,
  chosen: readonly Chosen[],
  { repeat, min_pass_rate, on_service, least_coverage, ...options }: TestsOptions,
): Promise<TestRun> {
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
  const { runFile } = await import("./shared/run-file.ts");
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
  let last_said = "";
  try {
    for (const { test, names } of chosen) {
      const tell = async (said: string) => {
        last_said = said;
        await progress?.say(said);
      };
      const own = {
        names,
        store: storeOf(context.cwd)(files.length),
        onUnkept,
        tell,
        openService,
        repeat: repeat ?? test.repeat ?? 1,
      };
      files.push(await runFile(context, test, { ...options, ...own }));
      if (options.bail && files.some(({ callers }) => callers.some(({ outcome }) => outcome === "failed")))
        break;
    }
  } catch (error) {
    const { reason } = context.signal;
    if (!(reason instanceof Failure)) throw error;
    throw new Failure(reason.outcome, [reason.message, last_said].filter(Boolean).join("; "), {
      ...(!on_service && { hint: "nothing of this run was kept" }),
    });
  } finally {
    progress?.stop();
  }
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
    ...(Object.keys(least_coverage).length > 0 && { too_little_coverage }),
  };
  for (const line of missedIn(chosen, files)) await context.terminal.alert(`warning: ${sanitizeLine(line)}`);
  await keepRun(context.cwd, run).catch(onUnkept);
  if (unkept.length > 0) {
    const { message } = systemFault(unkept[0]) ?? (unkept[0] as Error);
    await context.terminal.alert(
      `warning: this run is not kept in .parley/test, so --last-failed and --ui do not know it: ${message}`,
    );
  }
  return run;
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
