/** Runs the callers of one test file against its agent. The only place where a test meets the service. */
import { randomBytes, randomUUID } from "node:crypto";
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
import type { TestedAgent } from "../../../testing/agent.ts";
import { Calls } from "../../../testing/results/calls.ts";
import { Exchanges } from "../../../testing/results/exchanges.ts";
import { coverageOfTest } from "../../../testing/results/reached.ts";
import type { FileResult } from "../../../testing/results/result.ts";
import { Snapshots } from "../../../testing/results/snapshots.ts";
import { unreadIn } from "../../../testing/results/unread.ts";
import { nameOf, startAgent, startCalled } from "../../../testing/start-agent.ts";
import { stateFromCommand } from "../../../testing/state/command.ts";
import { probeFields } from "../../../testing/state/probe.ts";
import { Trouble } from "../../../testing/trouble.ts";
import { policiesOfPrompt } from "../../policies/shared/of-prompt.ts";
import { afterRetry, mayRetry, notRun, resultOf } from "./caller-result.ts";

export type { Bench, BenchResult, BenchTest };

/** Takes a turn of a caller to the agent. */
export type Deliver = (post: {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<{ readonly status: number; readonly text: string | undefined }>;

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
/** The status that makes the service give up on the agent at once. */
const GONE = { status: 410, text: "" };
/** What an agent that answers later may lack. */
const NEEDS_KEY =
  "; to answer later with --service, it needs an API key of the service: name one in agent.env as PARLEY_API_KEY";

function workersKey(agent: TestFile["agent"]): keyof typeof WORKERS {
  if (agent.livekit) return "livekit";
  return dialectOf(agent) ? "calls" : "texts";
}

export async function runFile(context: Context, test: TestFile, options: RunOptions): Promise<FileResult> {
  const begun = performance.now();
  const policies =
    test.policies === undefined ? [] : await policiesOfPrompt(context, test.policies, test.prompt_text);
  const has_snapshots = test.callers.some(({ has_snapshot }) => has_snapshot);
  const snapshots =
    has_snapshots || options.update ? await Snapshots.beside(test.parsed.source.path, context) : undefined;
  const troubles = new Map<string, string>();
  /** What agents that may answer later have sent instead of an answer, by the id of the result. */
  const unread = new Map<string, string>();
  const faults: unknown[] = [];
  const exchanges = new Exchanges();
  let agent: TestedAgent | undefined;
  const dialect = dialectOf(test.agent);
  const calls = dialect && new Calls(troubles, exchanges);
  // A bot of Pipecat has one client. By voice, an agent of a framework knows one address for the worlds of all conversations.
  const isOneByOne =
    test.agent.pipecat !== undefined || (test.agent.voice === true && test.world !== undefined);
  const workers = isOneByOne ? 1 : (options.workers ?? WORKERS[workersKey(test.agent)]);
  const about = {
    file: test.file,
    agent: nameOf(test.agent, options.words),
    starts: (options.words ?? test.agent.command ?? test.module) !== undefined,
  };
  const model = modelSettings(context.env);
  const http_webhook_key = test.agent.http_webhook_key ?? `whsec_${randomBytes(24).toString("base64url")}`;
  const { command: asks } = test.agent.state_probe ?? {};
  const stateCommand = asks !== undefined && {
    command: asks,
    ...{ cwd: test.folder, env: { ...context.env, ...test.agent.env } },
  };
  const service: ServiceBench | undefined = options.openService?.(context, {
    test,
    deliver: takeTurn,
    sign: (simulation_result_id, body) => ({
      "content-type": "application/json",
      "x-simulation-result-id": simulation_result_id,
      ...signingHeaders({ id: randomUUID(), body, secret: http_webhook_key, now: new Date() }),
    }),
  });
  const bench: Bench =
    service ??
    (await openBench({
      deliver: takeTurn,
      outlives_run: !about.starts,
      ready: async (conversations) => agent?.ready?.(conversations).catch(() => undefined),
      ...(calls && {
        line: {
          dialect,
          at_once: workers,
          voice: voiceSettings(context.env),
          folder: options.store,
          creates_calls: createsCallsBy(test.agent) !== undefined,
          urlFor: (id, signal, awaited) => calls.urlFor(String(id), signal, awaited),
        },
      }),
      ...(stateCommand && {
        state: (id, signal) => stateFromCommand(stateCommand, id, signal),
      }),
      ...(model && { model }),
      report: (error) => faults.push(error),
    }));
  const chosen = test.callers.flatMap((caller, place) =>
    options.names.has(caller.name) ? [{ ...caller, id: place + 1 }] : [],
  );
  const named = new Map(chosen.map((caller) => [caller.id, caller]));
  const has_given = chosen.some(({ script }) => (script?.given.length ?? 0) > 0);
  const givenTo = async (id: string) =>
    (has_given && named.get((await bench.callerOf(Number(id))) ?? 0)?.script?.given) || [];
  try {
    if (context.terminal.isLive) void options.tell(`${test.file}: starting ${about.agent}`);
    const start = {
      agent: test.agent,
      words: options.words,
      folder: test.folder,
      module: test.module,
      prompt_text: test.prompt_text,
      tools: test.tools ?? [],
      env: context.env,
      told: await surroundings(bench, test, { ...options, http_webhook_key }),
      node: { path: isSea() ? "node" : execPath, version: versions.node },
      timeout_ms: context.globals.timeout * 1000,
      signal: context.signal,
    };
    if (calls) calls.agent = await startCalled(start);
    else agent = await startAgent(start);
    const started = calls?.agent ?? agent;
    await bench.prepare({
      agent: {
        name: about.agent,
        ...(dialect
          ? {
              websocket_url: urlOf(test.agent) ?? "ws://agent.invalid/",
              websocket_username: test.agent.websocket_username,
              // As at the company, one token is for requests and signatures.
              websocket_password: createsCallsBy(test.agent)
                ? start.told["PARLEY_API_KEY"]
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
    const hasFailed = ({ id, digital_human_id, outcome }: BenchEnd) =>
      outcome === "failed" ||
      exchanges
        .judge(String(id), named.get(digital_human_id)?.script?.turns ?? [])
        .some((verdict) => verdict.value === false);
    const tellProgress = (over: number, all: number) =>
      void options.tell(`${test.file}: ${over} of ${all} ${calls ? "calls" : "conversations"} are over`);
    const attempt = async (retries_left: number, ids?: readonly number[]) => {
      let is_stopped = false;
      const all = (ids ?? chosen).length * options.repeat;
      tellProgress(0, all);
      // Those that begin with the run. Whatever keeps the agent from getting ready is told at the next turn.
      await agent?.ready?.(Math.min(workers, all)).catch(() => undefined);
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
      return results.map((result) =>
        resultOf(result, {
          ...{ named, troubles, unread, exchanges, is_stopped, snapshots, late },
          update: options.update,
        }),
      );
    };
    let callers = await attempt(options.retries);
    for (let left = options.retries - 1; left >= 0; left--) {
      const again = chosen.filter(({ name }) =>
        callers.some((caller) => caller.name === name && mayRetry(caller)),
      );
      if (again.length === 0) break;
      const retried = new Map(
        (
          await attempt(
            left,
            again.map(({ id }) => id),
          )
        ).map((result) => [result.name, result]),
      );
      callers = callers.map((before) => afterRetry(before, retried.get(before.name)));
    }
    if (faults.length > 0) throw faults[0];
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
      ...(snapshots &&
        snapshots.accepted.length > 0 && {
          snapshots: { file: snapshots.file, accepted: snapshots.accepted },
        }),
      ...(service && { runs: service.started }),
    };
  } catch (error) {
    if (error instanceof Refused) throw usage(error.message, { where: test.file, hint: "no caller was run" });
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
    await agent?.stop();
    await calls?.agent?.stop();
    await bench.close();
  }

  /** @throws Trouble if the agent cannot answer in another way */
  function notAnswered(simulation_result_id: string, text: string): void {
    const why = unreadIn(text);
    if (why === undefined) return;
    if (!mayAnswerLater(test, options.words)) throw new Trouble(`the agent has not answered: ${why}`);
    unread.set(simulation_result_id, why);
    void options.tell(`${test.file}: waiting for an answer through the API; ${why}`);
  }

  async function takeTurn({ body, headers, signal }: Parameters<Deliver>[0]): ReturnType<Deliver> {
    const simulation_result_id = headers["x-simulation-result-id"] ?? "";
    const { end_conversation, message } = JSON.parse(body);
    const is_last = end_conversation === true;
    try {
      const given = await givenTo(simulation_result_id);
      const turn = { simulation_result_id, body, headers, is_last, given, signal };
      const text = (await agent?.answer(turn)) ?? "";
      const answer = checkAgentAnswer(Number(simulation_result_id), text);
      if (answer && "error" in answer)
        throw new Trouble(answer.error.replace(/^the answer/, "the agent's answer"));
      if (answer === undefined && !is_last) notAnswered(simulation_result_id, text);
      exchanges.add(simulation_result_id, message, text);
      if (
        is_last ||
        (answer && "bodies" in answer && answer.bodies.some(({ end_conversation }) => end_conversation))
      )
        agent?.over(simulation_result_id);
      return { status: 200, text };
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      agent?.over(simulation_result_id);
      // The caller hangs up, and ignores what the agent does now.
      if (!is_last) troubles.set(simulation_result_id, error.message);
      return is_last ? { status: 200, text: "" } : GONE;
    }
  }
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
