import { dirname, resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import { SNAPSHOT } from "../../manifest/test-callers.ts";
import type { View } from "../../render/view.ts";
import { namedTestFiles } from "../../testing/files/find.ts";
import { exitCodeOf, isPassed, type TestRun } from "../../testing/results/result.ts";
import { arg, defineCommand, flag, list, option, type Result } from "../command.ts";
import { integerFrom, numberBetween, text } from "../parsers.ts";
import { unknownOptions, warning } from "../shared/manifest-options.ts";
import { leastOf, minCoverage } from "../sim/shared/coverage-option.ts";
import { type Chosen, choose, shard } from "./shared/choose.ts";
import { draftHint } from "./shared/draft-hint.ts";
import { initOptions, refuseInitOptions } from "./shared/init-options.ts";
import { checkReporters, painted, reporter, shownBy, tellReporters, textOf } from "./shared/reporters.ts";

export const command = defineCommand({
  about:
    "Starts the agent that a test file names, lets its callers speak with it, judges what they expect, and stops the " +
    "agent with everything that it has started. No service is needed, and nothing leaves this machine except what " +
    "the agent sends. Without files, runs every *.parley.yaml here and below. The words after `--` replace the command of the file. " +
    "An agent that does not start, exits, or answers with something else is named with its last lines of output; that " +
    "is never a failed expectation. --timeout is how long an answer may take, and --retries how often a caller that did not pass tries again; one that then passes is flaky. Exit codes: 0 if every caller passed, " +
    "9 if an expectation failed or could not be evaluated, or less than --min-coverage was met, 7 if the agent could not take part, 2 for a mistake in a " +
    "file, 130 after Ctrl-C, which shows the verdicts reached before. The run is kept in .parley/test, with its conversations.",
  args: { files: arg("[file...]", "test files, or folders of *.parley.yaml (default: here and below)") },
  options: {
    name: list("-t, --name <text>", "only callers whose name contains this; repeatable"),
    tag: list("--tag <tag>", "only callers with this tag; repeatable"),
    shard: option(
      "--shard <index/count>",
      "only this part of the callers, such as 1/3; chosen by name",
      shard,
    ),
    last_failed: flag("--last-failed", "only callers that did not pass in the last run"),
    watch: flag("--watch", "run again when a file changes, and first what failed, until Ctrl-C"),
    ui: flag("--ui", "run nothing; serve the console over the last run, until Ctrl-C"),
    service: flag("--service", "run on the service in use, which keeps the callers and the run"),
    list: flag("--list", "list the callers and what they expect, without running them"),
    update: flag("--update", "accept what the agent does now as what `matches snapshot` expects"),
    bail: flag("--bail", "stop after the first failure"),
    repeat: option(
      "--repeat <n>",
      "how many conversations of each caller (default: as the file says, or 1)",
      integerFrom(1),
    ),
    min_pass_rate: option(
      "--min-pass-rate <rate>",
      "with several: share of each caller's conversations that must pass, from 0 to 1 (default: as the file says, or 1)",
      numberBetween(0, 1),
    ),
    min_coverage: minCoverage,
    workers: option(
      "--workers <n>",
      "how many conversations at the same time (default: 8, or 4 calls)",
      integerFrom(1),
    ),
    seed: option("--seed <text>", "callers say the same with the same seed", text, "1"),
    reporter: list(
      "--reporter <name>",
      "how to tell the results: line (default), list, json, junit, github, or NAME=FILE, such as html=report.html; repeatable",
      reporter,
    ),
    ...initOptions,
    ...unknownOptions,
  },
  examples: [
    [
      'parley test --init --agent module --at agent.mjs --goal "Wants to book a table"',
      "write a first test file, and an agent to begin with",
    ],
    ["parley test", "every test file here and below"],
    ['parley test clinic.parley.yaml -t "Bob"', "one caller"],
    ["parley test --repeat 5 --min-pass-rate 0.8", "4 of 5 conversations of each caller must pass"],
    [
      "parley test --tag smoke --shard 1/3 --retries 1",
      "a third of the callers with a tag, on one of three machines",
    ],
    ["parley test --update", "accept the tool calls of callers that expect `matches snapshot`"],
    ["parley test --watch", "again after each change, and first what failed"],
    ["parley test --ui", "the last run in the console"],
    ["parley test --last-failed --bail", "what failed, until it fails again"],
    ["parley test clinic.parley.yaml -- node agent.js --debug", "with another command for the agent"],
    ["parley test clinic.parley.yaml --service", "on the service in use, where the callers and the run stay"],
    [
      "parley test --reporter junit=verdicts.xml --reporter html=report.html",
      "for a CI server, and for people",
    ],
  ],
  async run(context, { files, strict, allow_unknown, ...options }): Promise<Result<unknown>> {
    const words = context.wordsAfterDashes;
    if (words?.length === 0) throw usage("no command after --");
    const named = words ? files.slice(0, files.length - words.length) : files;
    if (options.init) {
      const { initTest } = await import("./init.ts");
      return initTest(context, named, options);
    }
    refuseInitOptions(options);
    const { retries = 0 } = context.globals;
    refuseTogether({ ...options, retries });
    await checkReporters(context, options.reporter, options);
    if (options.ui) {
      if (files.length > 0) throw usage("shows the last run, whatever its files", { where: "--ui" });
      const { showRun } = await import("./show-run.ts");
      await showRun(context);
      return { data: undefined };
    }
    const test_files = namedTestFiles(context.cwd, named.length > 0 ? named : ["."]);
    const { readTests } = await import("../../manifest/tests.ts");
    const chooseAgain = async () => {
      const tests = await warning(context, { strict, allow_unknown }, (openness) =>
        readTests(test_files, context, { has_command: words !== undefined, openness }),
      );
      return choose(context, tests, options);
    };
    const { runTests } = await import("./run-tests.ts");
    const { workers, repeat, seed, bail, min_pass_rate, service: on_service, min_coverage } = options;
    const given = { on_service, words, workers, repeat, retries, seed, bail, min_pass_rate };
    const least_coverage = leastOf(min_coverage);
    const run = (chosen: readonly Chosen[], update = options.update) =>
      runTests(context, chosen, { ...given, least_coverage, update });
    if (options.watch) {
      const { watchTests } = await import("./watch-tests.ts");
      const folders = test_files.map((file) => dirname(resolve(context.cwd, file)));
      const each = shownBy(options.reporter) === "list";
      await watchTests(context, { folders, choose: chooseAgain, run, each });
      return { data: undefined };
    }
    const chosen = await chooseAgain();
    if (options.list) return { data: listed(chosen), view: LIST as View };
    const { run: data, interruption: failure, is_kept } = await run(chosen);
    const written = await tellReporters(context, options.reporter, data);
    const name = shownBy(options.reporter);
    const view: View<TestRun> = {
      kind: "text",
      text: async (run, columns) => `${await textOf(name, run, context.version, columns)}\n`,
      ...(name === "line" || name === "list" ? { paint: painted, wraps: true } : { exact: true }),
    };
    const tests = chosen.map(({ test }) => test);
    const rerun = is_kept ? rerunHint(data, named, words) : undefined;
    const hint = [written, draftHint(context.cwd, tests, data), rerun]
      .filter((line) => line !== undefined)
      .join("\n");
    const result = { data, view: view as View, exitCode: exitCodeOf(data), ...(hint !== "" && { hint }) };
    return failure ? { ...result, failure } : result;
  },
});

const LIST = { kind: "rows", columns: ["file", "name", "expects"] } as const;
/** What a caller with a wish and without expectations is judged by. */
const ITS_GOAL = "the caller gets what it has come for";

/** Several conversations show how often a caller passes; trying again hides it. */
function refuseTogether({
  repeat,
  retries,
  update,
  watch,
  ui,
  list,
  service,
}: {
  readonly repeat: number | undefined;
  readonly retries: number;
  readonly update: boolean;
  readonly watch: boolean;
  readonly ui: boolean;
  readonly list: boolean;
  readonly service: boolean;
}): void {
  if (Number(watch) + Number(ui) + Number(list) > 1) throw usage("give one of --watch, --ui and --list");
  if (service && (watch || ui || list))
    throw usage("does not go with --watch, --ui or --list", { where: "--service" });
  if (update && retries > 0)
    throw usage("accepts what the agent does at once: leave out --retries", { where: "--update" });
  if ((repeat ?? 1) > 1 && retries > 0)
    throw usage("give --repeat or --retries, not both", { where: "--retries" });
}

const listed = (chosen: readonly Chosen[]) =>
  chosen.flatMap(({ test, names }) =>
    test.callers
      .filter(({ name }) => names.has(name))
      .map(({ name, fields, judged, script, has_snapshot }) => ({
        file: test.file,
        name,
        expects: expectedOf(
          [
            ...String(fields["success_criteria"] ?? "")
              .split("\n")
              .filter((line) => line !== "" && line !== "@rules"),
            ...judged,
            ...(script?.turns ?? []).flatMap(({ expect }, place) =>
              expect.map((expectation) => `turn ${place + 1}: ${expectation}`),
            ),
            ...(has_snapshot ? [SNAPSHOT] : []),
          ],
          script === undefined && Boolean(fields["intent"]),
        ),
      })),
  );

const expectedOf = (expectations: readonly string[], has_wish: boolean): string =>
  expectations.length === 0 && has_wish ? ITS_GOAL : expectations.join("; ");

/** How to run again what did not pass. @param words the agent's command, from after `--` */
function rerunHint(
  { files }: TestRun,
  named: readonly string[],
  words: readonly string[] = [],
): string | undefined {
  const names = files.flatMap(({ callers }) =>
    callers.flatMap(({ name, outcome }) => (isPassed(outcome) ? [] : [name])),
  );
  const [only, ...others] = [...new Set(names)];
  if (only === undefined) return undefined;
  const which = others.length > 0 ? "--last-failed" : `-t ${shellWord(only)}`;
  const runs = files.flatMap(({ runs = [] }) => runs);
  const flags = runs.length > 0 ? ["--service"] : [];
  const agent = words.length > 0 ? ["--", ...words.map(shellWord)] : [];
  const rerun = `rerun: \`parley test ${[...named.map(shellWord), which, ...flags, ...agent].join(" ")}\``;
  const look = runs[0] ? `parley sim results ${runs[0].simulation_run_id}` : "parley test --ui";
  return `${rerun}  look: \`${look}\``;
}
