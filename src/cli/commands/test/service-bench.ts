/** Runs a test on a service: what is tested is kept there by name, and this process speaks as the agent. */
import type { Client } from "../../../client/client.ts";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import { groupBy } from "../../../contract/group-by.ts";
import { readConversation } from "../../../contract/readings/conversation.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { WantedDigitalHuman } from "../../manifest/digital-humans.ts";
import { Entry } from "../../manifest/entry.ts";
import type { TestFile } from "../../manifest/tests.ts";
import { StepSender } from "../dh/shared/apply-step.ts";
import { planAgainst } from "../dh/shared/planning.ts";
import { playRun } from "../sim/shared/play-bot.ts";
import { waitForRun } from "../sim/shared/wait-for-run.ts";
import { type Kept, keptAgent, keptSimulation } from "./service-kept.ts";
import type { BenchResult, BenchTest, ServiceBench, ServiceBenchOptions } from "./shared/set-up.ts";

/** How often the service is asked what callers have said. It is part of every response time. */
const POLL_MS = 200;
/** How long verdicts may take after the last conversation, in seconds. */
const VERDICTS_S = 600;

export function openServiceBench(context: Context, options: ServiceBenchOptions): ServiceBench {
  const { test, deliver, sign } = options;
  const started: ServiceBench["started"][number][] = [];
  const callers = new Map<string, number>();
  // What it answers is offered in completion.
  const remembering: Pick<Client, "call"> = {
    call: (operation, input) => context.read(operation, input),
  };
  let kept: readonly KeptGroup[] = [];
  let hasWebhook = false;

  return {
    started,
    async open() {
      const { base_url, api_key } = await context.settings();
      return { url: base_url.value, api_key: api_key?.value ?? "" };
    },
    async prepare(wanted) {
      const agent = await keptAgent(context, test, wanted);
      hasWebhook = agent.has_webhook;
      kept = await keptGroups(context, test, wanted, agent);
    },
    async run({ ids, num_runs, seed, signal, onProgress }) {
      const results: BenchResult[] = [];
      for (const { simulation_id, digital_humans } of kept) {
        const local = new Map([...digital_humans].filter(([, id]) => ids === undefined || ids.includes(id)));
        if (local.size === 0) continue;
        const body = { simulation_id, num_runs, seed, digital_human_ids: [...local.keys()] };
        const queued = await context.change("queue_http_text_simulation_run", {
          body: { ...body, ...(hasWebhook && { without_webhook: true }) },
        });
        const simulation_run_id = Number(queued.simulation_run_id);
        started.push({ simulation_id, simulation_run_id });
        try {
          await playRun(context, {
            simulation_run_id,
            poll_ms: POLL_MS,
            may_open: false,
            tell: async () => undefined,
            opened: ({ id, digital_human_id }) => callers.set(id, local.get(digital_human_id) ?? 0),
            bot: () => speak,
          });
          await waitForRun(context, {
            simulation_id: String(simulation_id),
            run_id: simulation_run_id,
            max_wait: VERDICTS_S,
            poll: POLL_MS / 1000,
            tell: async () => undefined,
          });
        } catch (error) {
          if (!signal.aborted) throw error;
          results.push(...(await resultsUntilNow(simulation_run_id, local)));
          break;
        }
        results.push(...(await resultsOf(remembering, simulation_run_id, local)));
        if (
          onProgress(
            results.map(({ listed }) => ({
              id: Number(listed.id),
              digital_human_id: Number(listed.digital_human_id),
              outcome: listed.outcome ?? "",
            })),
            results.length,
          )
        )
          break;
      }
      return results;
    },
    callerOf: async (id) => callers.get(String(id)),
    keep: async () => undefined,
    close: async () => undefined,
  };

  async function speak(turn: object, simulation_result_id: string): Promise<string> {
    const body = JSON.stringify(turn);
    const headers = sign(simulation_result_id, body);
    const { status, text } = await deliver({ body, headers, signal: context.signal });
    if (status === 200) return text ?? "";
    const test_result_ids = [simulation_result_id];
    await context.change("end_conversations", { body: { test_result_ids } }).catch(ignoreOver);
    return "";
  }

  /** Ends what the interrupted run has not ended. What was judged before has results. */
  async function resultsUntilNow(
    simulation_run_id: number,
    local: ReadonlyMap<number, number>,
  ): Promise<BenchResult[]> {
    const client = await context.lastingClient();
    try {
      const { simulation_results } = await client.call("list_simulation_results", {
        params: { simulation_run_id },
      });
      const test_result_ids = simulation_results.map(({ id }) => String(id));
      await client.call("end_conversations", { body: { test_result_ids } });
      const results = await resultsOf(client, simulation_run_id, local);
      return results.filter(({ listed: { outcome } }) => outcome != null);
    } finally {
      await client.close();
    }
  }

  async function resultsOf(
    client: Pick<Client, "call">,
    simulation_run_id: number,
    local: ReadonlyMap<number, number>,
  ): Promise<BenchResult[]> {
    const { simulation_results } = await client.call("list_simulation_results", {
      params: { simulation_run_id },
    });
    const results: BenchResult[] = [];
    for (const { id } of simulation_results) {
      const params = { simulation_result_id: String(id) };
      const { simulation_result } = await client.call("get_simulation_result", { params });
      const read = readConversation(simulation_result);
      results.push({
        listed: {
          ...simulation_result,
          outcome: read.outcome,
          digital_human_id: local.get(Number(read.digital_human_id)) ?? 0,
        },
        evaluation: simulation_result.evaluation ?? read.evaluation ?? null,
      } as BenchResult);
    }
    return results;
  }
}

/** It ended by itself meanwhile. */
function ignoreOver(error: unknown): void {
  if (!(error instanceof Failure) || error.outcome !== "conflict") throw error;
}

interface KeptGroup {
  readonly simulation_id: number;
  /** The callers by the ids of their digital humans. */
  readonly digital_humans: ReadonlyMap<number, number>;
}

/** Callers that a judge reads the same sentences for share a simulation. */
async function keptGroups(
  context: Context,
  test: TestFile,
  wanted: BenchTest,
  agent: Kept,
): Promise<KeptGroup[]> {
  const kept: KeptGroup[] = [];
  for (const callers of groupBy(wanted.callers, ({ judged }) => JSON.stringify(judged)).values()) {
    const simulation_id = await keptSimulation(context, agent, wanted, callers[0]?.judged ?? []);
    const places = new Map(test.callers.map(({ name, path }) => [name, path]));
    const ids = new Map(callers.map(({ id, digital_human }) => [String(digital_human.name), id]));
    const plan = await planAgainst(
      context,
      callers.map(({ digital_human: { success_criteria = null, ...fields } }): WantedDigitalHuman => {
        const name = String(fields.name);
        const entry = new Entry(test.parsed, places.get(name) ?? []);
        return { name, simulation_ids: [simulation_id], fields: { ...fields, success_criteria }, entry };
      }),
    );
    const sender = new StepSender();
    const digital_humans = new Map<number, number>();
    for (const step of plan.steps) {
      if (step.action === "unmanaged") continue;
      const id = step.action === "unchanged" ? step.id : await send(await context.client(), step);
      digital_humans.set(Number(id), ids.get(step.name) ?? 0);
    }
    kept.push({ simulation_id, digital_humans });

    async function send(
      client: Awaited<ReturnType<Context["client"]>>,
      step: Parameters<StepSender["send"]>[0]["step"],
    ) {
      const text = canonicalJson(step.body);
      const { file, line } = step;
      const item = { key: step.name, sha256: "", manifest: file, file, line, step, text };
      return (await sender.send(item, client, undefined)).id;
    }
  }
  return kept;
}
