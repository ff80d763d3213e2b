/** The agent and the simulations of a test file in a service: found by name, or created. */
import { basename } from "node:path";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { TestFile } from "../../manifest/tests.ts";
import type { BenchTest } from "./shared/set-up.ts";

/** The agent of a test file in a service. */
export interface Kept {
  readonly agent_id: number;
  /** The name of the test: that of its file. */
  readonly name: string;
  readonly has_webhook: boolean;
}

/** The name by which a test is found again. */
const testName = (file: string): string => basename(file).replace(/\.parley\.ya?ml$/, "");

/** It has an external id of its own, so no other agent is touched. */
export async function keptAgent(
  context: Context,
  { file, agent: { name: own, state_probe: asks } }: TestFile,
  wanted: BenchTest,
): Promise<Kept> {
  if (asks?.command !== undefined)
    throw usage("a service does not run agent.state_probe.command; give a url, or leave out --service", {
      where: file,
      hint: "no caller was run",
    });
  const name = testName(file);
  const external_agent_id = `parley-test:${name}`;
  const { tools, state_probe, state_probe_headers } = wanted.agent;
  const agents = (await context.read("list_agents", {})).filter(
    (one) => one.external_agent_id === external_agent_id,
  );
  const [agent] = agents;
  const fields = {
    name: own ?? name,
    ...(tools && { tools }),
    ...(state_probe && { state_probe, state_probe_headers }),
  };
  const had_probe = Boolean(agent?.state_probe);
  const agent_id = Number(
    agent?.id ??
      (
        await context.change("create_agent", {
          body: { ...fields, mode: "TEXT", type: "INBOUND", external_agent_id },
        })
      ).agent_id,
  );
  if (
    agent &&
    (had_probe ||
      state_probe ||
      agent.name !== fields.name ||
      JSON.stringify(agent.tools ?? []) !== JSON.stringify(tools ?? []))
  )
    await context.change("update_agent", {
      // A file that asks no system any more has none asked in its next run either.
      body: { agent_id, ...(had_probe && { state_probe: null, state_probe_headers: null }), ...fields },
    });
  await keepPrompt(context, agent_id, wanted);
  return { agent_id, name, has_webhook: Boolean(agent?.http_webhook) };
}

/** A new version only if the text has changed; the policies are reviewed in it. */
async function keepPrompt(
  context: Context,
  agent_id: number,
  { prompt_text, policies }: BenchTest,
): Promise<void> {
  if (prompt_text === "") return;
  const params = { agent_id };
  const versions = await context.read("list_prompt_versions", { params });
  const current = versions.find(({ labels }) => labels?.includes("production"));
  const { version } =
    current?.prompt_text === prompt_text
      ? current
      : await context.change("create_prompt_version", {
          params,
          body: { prompt_text, labels: ["production"] },
        });
  if (policies.length > 0)
    await context.change("review_prompt_policies", {
      params: { agent_id, version },
      body: { policies: [...policies] },
    });
}

/** The simulation for callers with these sentences for a judge. */
export async function keptSimulation(
  context: Context,
  { agent_id, name: test }: Kept,
  { max_concurrent, max_turns, world }: BenchTest,
  judged: readonly string[],
): Promise<number> {
  const name = judged.length === 0 ? test : `${test}: ${judged.join(" ")}`;
  const selected_custom_metrics: string[] = [];
  for (const sentence of judged) selected_custom_metrics.push(await keptMetric(context, sentence));
  // The caller speaks first, as it does with a webhook.
  const opening_patience_ms = 0;
  const fields = {
    max_concurrent,
    opening_patience_ms,
    ...(max_turns !== undefined && { max_turns }),
    selected_custom_metrics,
    ...(world && { world }),
  };
  const { simulations } = await context.read("list_simulations", {});
  const namesakes = simulations.filter(
    (simulation) => simulation.name === name && Number(simulation.agent_id) === agent_id,
  );
  if (namesakes.length > 1)
    throw usage(
      `the service has ${namesakes.length} simulations named ${JSON.stringify(name)} for agent ${agent_id}`,
      {
        hint: "rename all but one: `parley sim update <id> --set name=<text>`",
      },
    );
  const [simulation] = namesakes;
  if (!simulation)
    return Number((await context.change("create_simulation", { body: { name, agent_id, ...fields } })).id);
  const params = { simulation_id: Number(simulation.id) };
  // A file that names no world any more has none in its next run either.
  await context.change("update_simulation", { params, body: { world: null, ...fields } });
  return params.simulation_id;
}

async function keptMetric(context: Context, sentence: string): Promise<string> {
  const { metrics } = await context.read("list_custom_metrics", {});
  const metric = metrics.find(
    ({ name, description, response_type }) =>
      name === sentence && description === sentence && response_type === "pass_fail",
  );
  if (metric) return String(metric.id);
  const body = {
    name: sentence,
    description: sentence,
    response_type: "pass_fail",
    eval_route: "TEXT",
  } as const;
  return String((await context.change("create_custom_metric", { body })).id);
}
