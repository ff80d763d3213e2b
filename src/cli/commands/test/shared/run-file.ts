/** Runs the callers of one test file against its agent. */
import { relative } from "node:path";
import { readConversation } from "../../../../contract/readings/conversation.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { dialectOf } from "../../../manifest/agent-connection.ts";
import type { TestFile } from "../../../manifest/tests.ts";
import { Calls } from "../../../testing/results/calls.ts";
import { coverageOfTest } from "../../../testing/results/reached.ts";
import type { CallerResult, FileResult } from "../../../testing/results/result.ts";
import { Trouble } from "../../../testing/trouble.ts";
import type { FilePolicy } from "../../policies/shared/file.ts";
import { notRun, resultOf, withRetries } from "./caller-result.ts";
import {
  aboutOf,
  type Bench,
  type BenchEnd,
  benchTestOf,
  checkAgentAnswer,
  mayAnswerLater,
  openBenchOf,
  Refused,
  type Run,
  type RunOptions,
  runOf,
  type Sides,
  serviceBenchOf,
  startIn,
} from "./set-up.ts";
import { Turns } from "./turns.ts";

/** Why a caller was not run, or not to the end. */
const INTERRUPTED = "interrupted";
/** What an agent that answers later may lack. */
const NEEDS_KEY =
  "; to answer later with --service, it needs an API key of the service: name one in agent.env as PARLEY_API_KEY";

const decidedIn = (file: string, policies: readonly FilePolicy[]): NonNullable<FileResult["policies"]> => ({
  file,
  accepted: policies.filter(({ status }) => status === "accepted").length,
  proposed: policies.flatMap(({ status, rule, sentence }) =>
    status === "proposed" && rule ? [sentence] : [],
  ),
});

export async function runFile(context: Context, test: TestFile, options: RunOptions): Promise<FileResult> {
  const begun = performance.now();
  const run = await runOf(context, test, options);
  const { about, chosen, exchanges, named, policies, snapshots, troubles } = run;
  const faults: unknown[] = [];
  const calls = dialectOf(test.agent) && new Calls(troubles, exchanges);
  const has_given = chosen.some(({ script }) => (script?.given.length ?? 0) > 0);
  const turns = new Turns({
    check: checkAgentAnswer,
    givenTo: async (id) =>
      (has_given && named.get((await bench.callerOf(Number(id))) ?? 0)?.script?.given) || [],
    may_answer_later: mayAnswerLater(test, options.words),
    troubles,
    exchanges,
    tell: (text) => void options.tell(`${test.file}: ${text}`),
  });
  const sides: Sides = { turns, calls };
  const service = serviceBenchOf(run, turns);
  const bench: Bench = service ?? (await openBenchOf(run, sides, (error) => faults.push(error)));
  try {
    const told = await startIn(bench, run, sides);
    const started = calls?.agent ?? turns.agent;
    await bench.prepare(benchTestOf(run, told));
    const callers = await withRetries(chosen, options.retries, (retries_left, ids) =>
      attempt(bench, run, sides, { retries_left, ids }),
    );
    if (faults.length > 0 && !context.signal.aborted) throw faults[0];
    if (options.update)
      await snapshots?.write(test.callers.flatMap(({ name, has_snapshot }) => (has_snapshot ? [name] : [])));
    await bench.keep(options.store).catch(options.onUnkept);
    return {
      ...about,
      about: started?.about ?? about.agent,
      ready_ms: started?.ready_ms ?? null,
      ms: performance.now() - begun,
      trouble: null,
      output: started?.tail() ?? [],
      callers,
      coverage: coverageOfTest(
        { ...test, policies: test.policies === undefined ? undefined : policies },
        callers,
      ),
      ...(test.policies !== undefined && {
        policies: decidedIn(relative(context.cwd, test.policies), policies),
      }),
      ...(snapshots &&
        snapshots.accepted.length > 0 && {
          snapshots: { file: snapshots.file, accepted: snapshots.accepted },
        }),
      ...(service && { runs: service.started }),
    };
  } catch (error) {
    if (error instanceof Refused) throw usage(error.message, { where: test.file, hint: "no caller was run" });
    if (context.signal.aborted) return unrunFile(test, options, performance.now() - begun);
    if (!(error instanceof Trouble)) throw error;
    return {
      ...about,
      about: about.agent,
      ready_ms: null,
      ms: performance.now() - begun,
      trouble: error.message,
      output: error.output,
      callers: chosen.map(({ name }) => notRun(name, error.message)),
    };
  } finally {
    await turns.agent?.stop();
    await calls?.agent?.stop();
    await bench.close();
  }
}

/** What became of a file that was not run, because the run was interrupted before. */
export function unrunFile(
  test: TestFile,
  { words, names, repeat }: Pick<RunOptions, "words" | "names" | "repeat">,
  ms = 0,
): FileResult {
  const about = aboutOf(test, words);
  const chosen = test.callers.filter(({ name }) => names.has(name));
  const callers = unheard(chosen, repeat, []);
  return { ...about, about: about.agent, ready_ms: null, ms, trouble: null, output: [], callers };
}

/** The conversations that have no result, because the run was interrupted. */
const unheard = (
  chosen: readonly { readonly name: string }[],
  repeat: number,
  heard: readonly CallerResult[],
): CallerResult[] =>
  chosen.flatMap(({ name }) =>
    Array.from({ length: repeat }, (_, place) => place + 1)
      .filter((repetition) => !heard.some((one) => one.name === name && one.repetition === repetition))
      .map((repetition) => notRun(name, INTERRUPTED, repetition)),
  );

/** Runs callers once, or as often as they are to be repeated. */
async function attempt(
  bench: Bench,
  { context, test, options, workers, chosen, named, exchanges, troubles, snapshots }: Run,
  { turns, calls }: Sides,
  { retries_left, ids }: { readonly retries_left: number; readonly ids: readonly number[] | undefined },
): Promise<CallerResult[]> {
  const hasFailed = ({ id, digital_human_id, outcome }: BenchEnd) =>
    outcome === "failed" ||
    exchanges
      .judge(String(id), named.get(digital_human_id)?.script?.turns ?? [])
      .some((verdict) => verdict.value === false);
  const tellProgress = (over: number, all: number) =>
    void options.tell(`${test.file}: ${over} of ${all} ${calls ? "calls" : "conversations"} are over`);
  let is_stopped = false;
  const callers = ids ? chosen.filter(({ id }) => ids.includes(id)) : chosen;
  if (context.signal.aborted) return unheard(callers, options.repeat, []);
  const all = callers.length * options.repeat;
  tellProgress(0, all);
  // Those that begin with the run. Whatever keeps the agent from getting ready is told at the next turn.
  await turns.agent?.ready?.(Math.min(workers, all)).catch(() => undefined);
  const results = await bench.run({
    ...(ids && { ids }),
    num_runs: options.repeat,
    seed: options.seed,
    signal: context.signal,
    onProgress(over, all) {
      for (const { id } of over) calls?.agent?.over(String(id));
      tellProgress(over.length, all);
      is_stopped = options.bail && retries_left === 0 && over.some(hasFailed);
      return is_stopped;
    },
  });
  for (const { listed, call } of results)
    await calls?.heard(readConversation({ ...listed, call }), named.get(Number(listed.digital_human_id)));
  const late = options.openService && mayAnswerLater(test, options.words) ? NEEDS_KEY : "";
  const { aborted } = context.signal;
  const heard = results.map((result) =>
    resultOf(result, {
      named,
      troubles,
      unread: turns.unread,
      exchanges,
      snapshots,
      late,
      is_stopped: is_stopped || aborted,
      has_policies: test.policies !== undefined,
      update: options.update,
    }),
  );
  if (!aborted) return heard;
  const told = heard.map((one) => (one.outcome === "not_run" ? { ...one, reason: INTERRUPTED } : one));
  return [...told, ...unheard(callers, options.repeat, heard)];
}
