/** Runs the callers of one test file against its agent. The only place where a test meets the service. */
import { randomBytes, randomUUID } from "node:crypto";
import { relative } from "node:path";
import { execPath, versions } from "node:process";
import { isSea } from "node:sea";
import { readConversation } from "../../../../contract/readings/conversation.ts";
import { usage } from "../../../../lib/failure.ts";
import {
  type Bench,
  type BenchEnd,
  type BenchResult,
  type BenchTest,
  openBench,
} from "../../../../service/bench.ts";
import { OF_COMMAND } from "../../../../service/bench-state.ts";
import { checkAgentAnswer } from "../../../../service/domain/conversations/answer.ts";
import { Refused } from "../../../../service/errors.ts";
import { signingHeaders } from "../../../../service/webhooks/sign.ts";
import { modelSettings } from "../../../config/model.ts";
import { voiceSettings } from "../../../config/voice.ts";
import type { Context } from "../../../context.ts";
import { createsCallsBy, dialectOf, urlOf } from "../../../manifest/agent-connection.ts";
import type { TestFile } from "../../../manifest/tests.ts";
import { Calls } from "../../../testing/results/calls.ts";
import { Exchanges } from "../../../testing/results/exchanges.ts";
import { coverageOfTest } from "../../../testing/results/reached.ts";
import type { CallerResult, FileResult } from "../../../testing/results/result.ts";
import { Snapshots } from "../../../testing/results/snapshots.ts";
import { nameOf, startAgent, startCalled } from "../../../testing/start-agent.ts";
import { stateFromCommand } from "../../../testing/state/command.ts";
import { probeFields } from "../../../testing/state/probe.ts";
import { Trouble } from "../../../testing/trouble.ts";
import type { FilePolicy } from "../../policies/shared/file.ts";
import { policiesOfPrompt } from "../../policies/shared/of-prompt.ts";
import { notRun, resultOf, withRetries } from "./caller-result.ts";
import { type Deliver, Turns } from "./turns.ts";

export type { Bench, BenchResult, BenchTest };

export interface ServiceBenchOptions {
  readonly test: TestFile;
  readonly deliver: Deliver;
  /** The headers of a turn, which say who sends it. */
  sign(simulation_result_id: string, body: string): Readonly<Record<string, string>>;
}

export interface ServiceBench extends Bench {
  /** The runs that were started. */
  readonly started: readonly { readonly simulation_id: number; readonly simulation_run_id: number }[];
}

export interface RunOptions {
  /** Runs on the service in use instead of within this process. */
  readonly openService: ((context: Context, options: ServiceBenchOptions) => ServiceBench) | undefined;
  /** The callers to run, by name. */
  readonly names: ReadonlySet<string>;
  /** A command of the command line, instead of the file's. */
  readonly words: readonly string[] | undefined;
  /** How many conversations at the same time, if the command line says it. */
  readonly workers: number | undefined;
  readonly repeat: number;
  /** How often a caller that has not passed may try again. */
  readonly retries: number;
  readonly seed: string;
  readonly bail: boolean;
  /** Tool calls are accepted as snapshots, if everything else that is expected holds. */
  readonly update: boolean;
  /** The folder in which its conversations are kept. */
  readonly store: string;
  /** They cannot be kept there, which changes no verdict. */
  onUnkept(error: unknown): void;
  tell(text: string): Promise<void>;
}

/** How many conversations at the same time. A call takes as long as people speak; an agent of LiveKit has a large process for each. */
const WORKERS = { texts: 8, calls: 4, livekit: 2 };
/** Why a caller was not run, or not to the end. */
const INTERRUPTED = "interrupted";
/** What an agent that answers later may lack. */
const NEEDS_KEY =
  "; to answer later with --service, it needs an API key of the service: name one in agent.env as PARLEY_API_KEY";

/** A test file, and what the parts of its run share. */
interface Run {
  readonly context: Context;
  readonly test: TestFile;
  readonly options: RunOptions;
  readonly about: Pick<FileResult, "file" | "agent" | "starts">;
  readonly policies: Policies;
  readonly snapshots: Snapshots | undefined;
  readonly http_webhook_key: string;
  readonly model: ReturnType<typeof modelSettings>;
  /** How many conversations at the same time. */
  readonly workers: number;
  /** The callers that run. */
  readonly chosen: readonly Chosen[];
  readonly named: ReadonlyMap<number, Chosen>;
  /** What kept the agent from a conversation, by the id of its result. */
  readonly troubles: Map<string, string>;
  readonly exchanges: Exchanges;
}

type Policies = Awaited<ReturnType<typeof policiesOfPrompt>>;

/** Environment variables that an agent gets. */
type Told = Readonly<Record<string, string>>;

type Chosen = TestFile["callers"][number] & {
  /** Its place in the file: with other callers chosen, it remains the same. */
  readonly id: number;
};

/** The two sides of an agent: it is written to, or called. */
interface Sides {
  readonly turns: Turns;
  /** Undefined if it is written to. */
  readonly calls: Calls | undefined;
}

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

const aboutOf = ({ file, agent, module }: TestFile, words: readonly string[] | undefined) => ({
  file,
  agent: nameOf(agent, words),
  starts: (words ?? agent.command ?? module) !== undefined,
});

async function runOf(context: Context, test: TestFile, options: RunOptions): Promise<Run> {
  const { agent, callers } = test;
  const policies =
    test.policies === undefined ? [] : await policiesOfPrompt(context, test.policies, test.prompt_text);
  const has_snapshots = callers.some(({ has_snapshot }) => has_snapshot);
  const snapshots =
    has_snapshots || options.update ? await Snapshots.beside(test.parsed.source.path, context) : undefined;
  const chosen = callers.flatMap((caller, place) =>
    options.names.has(caller.name) ? [{ ...caller, id: place + 1 }] : [],
  );
  return {
    context,
    test,
    options,
    policies,
    snapshots,
    chosen,
    about: aboutOf(test, options.words),
    model: modelSettings(context.env),
    http_webhook_key: agent.http_webhook_key ?? `whsec_${randomBytes(24).toString("base64url")}`,
    workers: isOneByOne(test) ? 1 : (options.workers ?? WORKERS[workersKey(agent)]),
    named: new Map(chosen.map((caller) => [caller.id, caller])),
    troubles: new Map(),
    exchanges: new Exchanges(),
  };
}

/** A bot of Pipecat has one client. By voice, an agent of a framework knows one address for the worlds of all conversations. */
const isOneByOne = ({ agent, world }: TestFile) =>
  agent.pipecat !== undefined || (agent.voice === true && world !== undefined);

function workersKey(agent: TestFile["agent"]): keyof typeof WORKERS {
  if (agent.livekit) return "livekit";
  return dialectOf(agent) ? "calls" : "texts";
}

/** The service in use, if the test runs on it. */
const serviceBenchOf = (
  { context, test, options, http_webhook_key }: Run,
  { deliver }: Turns,
): ServiceBench | undefined =>
  options.openService?.(context, {
    test,
    deliver,
    sign: (simulation_result_id, body) => ({
      "content-type": "application/json",
      "x-simulation-result-id": simulation_result_id,
      ...signingHeaders({ id: randomUUID(), body, secret: http_webhook_key, now: new Date() }),
    }),
  });

/** A service within this process. */
function openBenchOf(
  { context, test, options, about, model, workers }: Run,
  { turns, calls }: Sides,
  report: (error: unknown) => void,
): Promise<Bench> {
  const { agent, folder: cwd } = test;
  const dialect = dialectOf(agent);
  const command = agent.state_probe?.command;
  const env = { ...context.env, ...agent.env };
  return openBench({
    deliver: turns.deliver,
    outlives_run: !about.starts,
    ready: async (conversations) => turns.agent?.ready?.(conversations).catch(() => undefined),
    ...(dialect &&
      calls && {
        line: {
          dialect,
          at_once: workers,
          voice: voiceSettings(context.env),
          folder: options.store,
          creates_calls: createsCallsBy(agent) !== undefined,
          urlFor: (id, signal, awaited) => calls.urlFor(String(id), signal, awaited),
        },
      }),
    ...(command !== undefined && {
      state: (id, signal) => stateFromCommand({ command, cwd, env }, id, signal),
    }),
    ...(model && { model }),
    report,
  });
}

/** Starts the agent, and returns what it was told about this test. @throws Trouble if it does not become ready */
async function startIn(
  bench: Bench,
  { context, test, options, about, http_webhook_key }: Run,
  { turns, calls }: Sides,
): Promise<Told> {
  if (context.terminal.isLive) void options.tell(`${test.file}: starting ${about.agent}`);
  const told = await surroundings(bench, test, { ...options, http_webhook_key });
  const start = {
    agent: test.agent,
    words: options.words,
    folder: test.folder,
    module: test.module,
    prompt_text: test.prompt_text,
    tools: test.tools ?? [],
    env: context.env,
    told,
    node: { path: isSea() ? "node" : execPath, version: versions.node },
    timeout_ms: context.globals.timeout * 1000,
    signal: context.signal,
  };
  if (calls) calls.agent = await startCalled(start);
  else turns.agent = await startAgent(start);
  return told;
}

/** What is stored of the file. */
const benchTestOf = (
  { test, about, policies, chosen, workers, http_webhook_key }: Run,
  told: Told,
): BenchTest => ({
  agent: {
    name: about.agent,
    ...(dialectOf(test.agent)
      ? {
          websocket_url: urlOf(test.agent) ?? "ws://agent.invalid/",
          websocket_username: test.agent.websocket_username,
          // As at the company, one token is for requests and signatures.
          websocket_password: createsCallsBy(test.agent)
            ? told["PARLEY_API_KEY"]
            : test.agent.websocket_password,
        }
      : { http_webhook: test.agent.http ?? "http://agent.invalid/", http_webhook_key }),
    ...(test.tools && { tools: [...test.tools] }),
    ...probeFields(test.agent, OF_COMMAND),
  },
  prompt_text:
    test.prompt_text === "" ? policies.map(({ sentence }) => sentence).join("\n") : test.prompt_text,
  policies: [...policies],
  ...(test.world && { world: test.world.form }),
  callers: chosen.map(({ id, fields, judged }) => ({ id, judged, digital_human: fields as never })),
  max_concurrent: workers,
  max_turns: test.max_turns,
});

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

/** What an agent needs that answers by itself. Only one that Parley starts can know it. */
async function surroundings(
  bench: Bench,
  { agent, world }: TestFile,
  { words, openService, http_webhook_key }: RunOptions & { readonly http_webhook_key: string },
): Promise<Record<string, string>> {
  if (!mayAnswerLater({ agent }, words) && !world) return {};
  const { url, api_key, world_url } = await bench.open();
  const address = world && world_url !== undefined ? { PARLEY_WORLD_URL: world_url } : undefined;
  if (!mayAnswerLater({ agent }, words)) return { ...address };
  return {
    ...address,
    PARLEY_BASE_URL: url,
    PARLEY_WEBHOOK_SECRET: http_webhook_key,
    // The key of a test is good for that test alone. The key of a service opens everything in it.
    ...(!openService && { PARLEY_API_KEY: api_key }),
  };
}

/** Also where Parley itself reports the calls of an agent that it translates for. */
const mayAnswerLater = ({ agent }: Pick<TestFile, "agent">, words: readonly string[] | undefined) =>
  agent.voice === true ||
  ((agent.http !== undefined || dialectOf(agent) !== undefined) &&
    (agent.command !== undefined || words !== undefined));
