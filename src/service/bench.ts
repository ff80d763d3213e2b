/**
 * The service within a process, for the test of one agent: a store in memory, the rules, the jobs and the evaluation.
 * The agent takes its turns from a function. It opens no port unless asked to.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { groupBy } from "../contract/group-by.ts";
import type { Output } from "../contract/types.ts";
import type { BenchLine } from "./bench-line.ts";
import { createBenchState, type StateOutput } from "./bench-state.ts";
import { benchWorkers } from "./bench-workers.ts";
import { memoryBlobs } from "./blobs/memory.ts";
import { steadyClock } from "./clock.ts";
import { insertAgent } from "./domain/agents/change.ts";
import { endConversations } from "./domain/conversations/end.ts";
import { publishResults } from "./domain/conversations/publish.ts";
import { callOf } from "./domain/conversations/voice-call.ts";
import { insertDigitalHuman } from "./domain/digital-humans/insert.ts";
import { insertMetric } from "./domain/metrics/insert.ts";
import { storeReview } from "./domain/policies/reviews.ts";
import { type LineRequest, queueRun } from "./domain/runs/queue.ts";
import { insertSimulation } from "./domain/simulations/insert.ts";
import { insertVersion } from "./domain/versions/insert.ts";
import { PROMPT } from "./domain/versions/kinds.ts";
import { createWorlds } from "./domain/worlds/stored.ts";
import { createEvaluator } from "./evaluation/evaluator.ts";
import { createEmbeddedJobs } from "./jobs/embedded.ts";
import { createHttpModel, type ModelOptions } from "./model/http-model.ts";
import type { Outbound, OutboundAnswer, OutboundPost } from "./network/outbound.ts";
import type { ReportFailure } from "./report.ts";
import { loadOrganization } from "./seed/organizations.ts";
import type { Service } from "./service.ts";
import { makeFolder } from "./store/make-folder.ts";
import { openStore } from "./store/store.ts";
import { createWorkThread } from "./thread/work-thread.ts";

export interface BenchOptions {
  /** Takes a turn of a caller to the agent. */
  deliver(post: OutboundPost): Promise<OutboundAnswer>;
  /** Resolves when the agent can take so many more conversations, which are not begun before. */
  ready?(conversations: number): Promise<void>;
  /** The agent knows the conversations of earlier runs by their ids, so those of this run are new. */
  readonly outlives_run?: boolean;
  /** How callers speak with the agent, instead of writing. */
  readonly line?: BenchLine | undefined;
  /** Tells the state of the agent's own system, instead of a URL. */
  readonly state?: StateOutput | undefined;
  /** Judges sentences. Without one, they are not evaluated. */
  readonly model?: ModelOptions | undefined;
  readonly report: ReportFailure;
}

/** What is tested. */
export interface BenchTest {
  /** With a websocket_url if it is called, otherwise with an http_webhook. */
  readonly agent: Pick<
    Output<"AgentCreate">,
    | "name"
    | "tools"
    | "http_webhook"
    | "http_webhook_key"
    | "websocket_url"
    | "websocket_username"
    | "websocket_password"
    | "state_probe"
    | "state_probe_headers"
  >;
  readonly prompt_text: string;
  readonly policies: Output<"PolicyReview">["policies"];
  /** The tools of the agent and what they change. */
  readonly world?: Output<"World"> | undefined;
  readonly callers: readonly BenchCaller[];
  readonly max_concurrent: number;
  readonly max_turns?: number | undefined;
}

export interface BenchCaller {
  /** The same number gives the same caller the same choices, whoever else calls. */
  readonly id: number;
  readonly digital_human: Output<"CreateDigitalHuman">["digital_human"];
  /** Sentences for a judge, each a verdict of its own. */
  readonly judged: readonly string[];
}

export interface BenchRun {
  /** The callers of the run. Default: all. */
  readonly ids?: readonly number[];
  readonly num_runs: number;
  readonly seed: string;
  /** Ends the conversations that are in progress. Those that are over in a moment have results. */
  readonly signal: AbortSignal;
  /** Called when conversations are over. True: end all others. */
  onProgress(over: readonly BenchEnd[], all: number): boolean;
}

/** A conversation that is over. */
export interface BenchEnd {
  readonly id: number;
  readonly digital_human_id: number;
  readonly outcome: string;
}

export type BenchResult = Awaited<ReturnType<typeof publishResults>>[number] & {
  /** If the conversation was spoken. */
  readonly call?: Output<"VoiceCall"> | undefined;
};

export interface Bench {
  /** An address for the agent, and a key for it. */
  open(): Promise<{ readonly url: string; readonly api_key: string; readonly world_url?: string }>;
  /** Stores what is tested. Once. */
  prepare(test: BenchTest): Promise<void>;
  run(run: BenchRun): Promise<BenchResult[]>;
  /** The caller of a conversation. */
  callerOf(simulation_result_id: number): Promise<number | undefined>;
  /** Writes the store into a folder that has none, where a service can open it. */
  keep(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** The organization of a test, in its store. */
export const BENCH_ORGANIZATION = "test";

/** How often the store is asked whether conversations are over. */
const LOOK_MS = 10;
/** How long conversations may take to be over after a run was stopped. A judge may take longer. */
const STOPPING_MS = 2000;

export async function openBench({
  deliver,
  ready,
  outlives_run = false,
  line,
  state,
  model,
  report,
}: BenchOptions): Promise<Bench> {
  const { db, write, revisionOf } = await openStore({});
  const now = steadyClock();
  if (outlives_run)
    await sql`insert into sqlite_sequence (name, seq) values ('simulation_result', ${Date.now()})`.execute(
      db,
    );
  const jobs = createEmbeddedJobs(() => ({ added_at: now().toISOString(), traceparent: null }));
  const thread = createWorkThread();
  const opened = line && (await (await import("./bench-line.ts")).openLine(line, report));
  const probed = createBenchState(state);
  let door: { readonly url: string; close(): Promise<void> } | undefined;
  // The agent is started before any conversation begins, so its world has no key of its own yet.
  const world_key = randomUUID().replaceAll("-", "");
  const attempts: (readonly number[])[] = [];
  const service: Service = {
    db,
    write,
    revisionOf,
    now,
    jobs,
    thread,
    report,
    newId: randomUUID,
    worlds: createWorlds(),
    address: () => door?.url,
    blobs: memoryBlobs(),
    evaluate: createEvaluator(),
    outbound: outboundTo(deliver),
    readState: probed.readState,
    together: (run) => attempts.find((runs) => runs.includes(run)) ?? [run],
    ...(model && { model: createHttpModel(model) }),
    ...opened?.parts,
  };
  const stopJobs = jobs.start(service, benchWorkers(line?.at_once, ready), report);
  const organization = await write((transaction) =>
    loadOrganization(transaction, service, { name: BENCH_ORGANIZATION }),
  );
  let simulations: ReadonlyMap<number, readonly number[]> = new Map();
  return {
    async open() {
      const { openBenchApi } = await import("./bench-api.ts");
      door ??= await openBenchApi(service, world_key);
      const world_url = `${door.url}/worlds/${world_key}`;
      return { url: door.url, api_key: organization.api_key ?? "", world_url };
    },
    async prepare(test) {
      await opened?.requireVoices(test.callers);
      simulations = await store(service, organization.organization_id, test);
    },
    async run(run) {
      const request = line ? { dialect: line.dialect, url: null } : null;
      const runs = await begin(
        service,
        organization.organization_id,
        { simulations, request, attempts },
        run,
      );
      await untilOver(service, runs, run, (id) => opened?.isTelling(id) ?? false);
      const over = resultsOf(db, runs).where("outcome", "is not", null);
      const published = await publishResults(db, await over.selectAll().execute());
      if (!line) return published;
      return Promise.all(
        published.map(async (one) => ({ ...one, call: await callOf(db, Number(one.listed.id)) })),
      );
    },
    async callerOf(id) {
      const row = await db
        .selectFrom("simulation_result")
        .select("digital_human_id")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.digital_human_id;
    },
    async keep(folder) {
      await makeFolder(folder);
      await forgetPasswords(service);
      // Nobody depends on a run after a power cut.
      await sql`pragma synchronous = off`.execute(db);
      await sql`vacuum into ${join(folder, "parley.db")}`.execute(db);
    },
    async close() {
      await door?.close();
      await stopJobs();
      await opened?.close();
      await probed.close();
      await thread.close();
      await db.destroy();
    },
  };
}

const resultsOf = (db: Service["db"], runs: readonly number[]) =>
  db.selectFrom("simulation_result").where("simulation_run_id", "in", runs).orderBy("id");

/**
 * Resolves when all conversations of the runs are over, or a moment after the run was stopped.
 * @param isTelling whether the agent of a conversation that is over has still to be told so
 */
async function untilOver(
  service: Service,
  runs: readonly number[],
  run: BenchRun,
  isTelling: (simulation_result_id: number) => boolean,
): Promise<void> {
  let over_before = 0;
  let stopped_at: number | undefined;
  for (;;) {
    const rows = await resultsOf(service.db, runs).select(["id", "digital_human_id", "outcome"]).execute();
    const over = rows.flatMap(({ outcome, ...row }) =>
      outcome === null || isTelling(row.id) ? [] : [{ ...row, outcome }],
    );
    const isEnough = over.length > over_before && run.onProgress(over, rows.length);
    over_before = over.length;
    const stops = run.signal.aborted && stopped_at === undefined;
    if (isEnough || stops) {
      const ids = rows.map(({ id }) => id);
      await service.write((transaction) =>
        endConversations(transaction, service, ids, "ended_by_request", service.now()),
      );
    }
    if (over.length === rows.length) return;
    if (stops) stopped_at = performance.now();
    if (stopped_at !== undefined && performance.now() - stopped_at > STOPPING_MS) return;
    await sleep(LOOK_MS);
  }
}

/** Callers with the same judged sentences share a simulation. Returns the callers of each. */
async function store(
  service: Service,
  organization_id: string,
  { agent: named, prompt_text, policies, world, callers, max_concurrent, max_turns }: BenchTest,
): Promise<ReadonlyMap<number, readonly number[]>> {
  return service.write(async (transaction) => {
    const reached = named.websocket_url
      ? ({ mode: "VOICE", connection_type: "WEBSOCKET" } as const)
      : ({ mode: "TEXT", connection_type: "HTTP_WEBHOOK" } as const);
    const draft = { ...named, ...reached, type: "INBOUND", knowledge_base: "" } as const;
    const agent = await insertAgent(transaction, service, organization_id, draft);
    const owner = { organization_id, agent_id: agent.id };
    if (prompt_text !== "" || policies.length > 0) {
      const version = { text: prompt_text, labels: ["production"] };
      const { id } = await insertVersion(transaction, service, PROMPT, owner, version);
      if (policies.length > 0) await storeReview(transaction, service, id, policies);
    }
    const metrics = new Map<string, string>();
    for (const sentence of new Set(callers.flatMap(({ judged }) => judged))) {
      const id = service.newId();
      const metric = { name: sentence, description: sentence, response_type: "pass_fail" as const };
      await insertMetric(
        transaction,
        service,
        organization_id,
        { ...metric, eval_route: "TEXT", allow_not_applicable: false },
        { id },
      );
      metrics.set(sentence, id);
    }
    const simulations = new Map<number, readonly number[]>();
    for (const group of groupBy(callers, ({ judged }) => JSON.stringify(judged)).values()) {
      const selected_custom_metrics = (group[0]?.judged ?? []).flatMap((one) => metrics.get(one) ?? []);
      const { id } = await insertSimulation(transaction, service, organization_id, {
        name: "test",
        agent_id: agent.id,
        max_concurrent,
        max_turns,
        ...(world && { world }),
        selected_custom_metrics,
      });
      for (const caller of group)
        await insertDigitalHuman(transaction, service, organization_id, caller.digital_human, {
          id: caller.id,
          simulation_ids: [id],
        });
      simulations.set(
        id,
        group.map((caller) => caller.id),
      );
    }
    return simulations;
  });
}

interface Prepared {
  readonly simulations: ReadonlyMap<number, readonly number[]>;
  /** How the agent is called. Null if it gets texts. */
  readonly request: LineRequest | null;
  /** The runs of each attempt, which are one test. */
  readonly attempts: (readonly number[])[];
}

/** Starts a run of each simulation that has some of the callers. */
const begin = (
  service: Service,
  organization_id: string,
  { simulations, request: line, attempts }: Prepared,
  { ids, num_runs, seed }: BenchRun,
): Promise<number[]> =>
  service.write(async (transaction) => {
    const runs: number[] = [];
    attempts.push(runs);
    const calling = line && { line, conditions: null };
    for (const [simulation_id, members] of simulations) {
      const digital_human_ids = members.filter((id) => ids === undefined || ids.includes(id));
      if (digital_human_ids.length === 0) continue;
      const request = { simulation_id, num_runs, seed, digital_human_ids };
      runs.push((await queueRun(transaction, service, organization_id, request, calling)).simulation_run_id);
    }
    return runs;
  });

/** What an agent's calls need is not kept in the folder of a project. */
const forgetPasswords = ({ write }: Service): Promise<void> =>
  write(async (transaction) => {
    for (const { id, record } of await transaction.selectFrom("agent").selectAll().execute()) {
      const kept = JSON.stringify({
        ...JSON.parse(record),
        websocket_password: null,
        state_probe_headers: null,
      });
      await transaction.updateTable("agent").set({ record: kept }).where("id", "=", id).execute();
    }
  });

/** Everything that would leave the process goes to the agent, or nowhere. */
const outboundTo = (deliver: BenchOptions["deliver"]): Outbound => ({
  post: deliver,
  async fetch() {
    throw new Error("a test fetches nothing");
  },
  policy: { allow_private: false, allow_loopback: false },
  close: async () => undefined,
});
