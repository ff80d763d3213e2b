/**
 * Sets up the run of one test file: the service, the agent, and what is stored of the file. The only place where a test
 * meets the service.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { execPath, versions } from "node:process";
import { isSea } from "node:sea";
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
import type { Calls } from "../../../testing/results/calls.ts";
import { Exchanges } from "../../../testing/results/exchanges.ts";
import type { FileResult } from "../../../testing/results/result.ts";
import { Snapshots } from "../../../testing/results/snapshots.ts";
import { nameOf, startAgent, startCalled } from "../../../testing/start-agent.ts";
import { stateFromCommand } from "../../../testing/state/command.ts";
import { probeFields } from "../../../testing/state/probe.ts";
import { policiesOfPrompt } from "../../policies/shared/of-prompt.ts";
import type { Deliver, Turns } from "./turns.ts";

export type { Bench, BenchEnd, BenchResult, BenchTest };
export { checkAgentAnswer, Refused };

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
/** A test file, and what the parts of its run share. */
export interface Run {
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
export interface Sides {
  readonly turns: Turns;
  /** Undefined if it is written to. */
  readonly calls: Calls | undefined;
}

export const aboutOf = ({ file, agent, module }: TestFile, words: readonly string[] | undefined) => ({
  file,
  agent: nameOf(agent, words),
  starts: (words ?? agent.command ?? module) !== undefined,
});

export async function runOf(context: Context, test: TestFile, options: RunOptions): Promise<Run> {
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
export const serviceBenchOf = (
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
export function openBenchOf(
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
export async function startIn(
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
export const benchTestOf = (
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
export const mayAnswerLater = ({ agent }: Pick<TestFile, "agent">, words: readonly string[] | undefined) =>
  agent.voice === true ||
  ((agent.http !== undefined || dialectOf(agent) !== undefined) &&
    (agent.command !== undefined || words !== undefined));
