import type { Answer, Lenient } from "../../../contract/types.ts";
import { OPENING_PATIENCE_MAXIMUM } from "../../../contract/values.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand, list, option } from "../command.ts";
import { integerFrom, numberBetween } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { createdView } from "../shared/created.ts";
import { warning } from "../shared/manifest-options.ts";
import { SETTINGS } from "./shared/settings.ts";

export const command = defineCommand({
  needs: ["create_simulation"],
  about: `Reads the fields of a simulation from flags, a file, or both; it needs an agent. ${SETTINGS}`,
  options: {
    name: option("--name <text>", "name of the simulation (default: the agent's name)"),
    agent: agentOption,
    description: option("--description <text>", "what the simulation is for"),
    digital_human_ids: list("--digital-human <id>", "a digital human to include; repeatable", integerFrom(1)),
    max_concurrent: option(
      "--max-concurrent <n>",
      "maximum number of conversations at the same time (default: all)",
      integerFrom(1),
    ),
    max_turns: option(
      "--max-turns <n>",
      "turns after which a digital human ends the conversation (default: 40)",
      integerFrom(1),
    ),
    opening_patience: option(
      "--opening-patience <seconds>",
      "how long a digital human waits for the agent to speak first; 0: it opens at once (default: 2; 0 for an agent with an http_webhook, which can only answer)",
      numberBetween(0, OPENING_PATIENCE_MAXIMUM / 1000),
    ),
    ...bodyOptions,
  },
  examples: [
    ["parley sim create --name Smoke --agent 101 --digital-human 501", "a simulation of agent 101"],
    ["parley sim create --name Load --agent 101 --max-concurrent 20", "at most 20 conversations at once"],
    [
      "parley sim create --name Nightly --agent 101 --set runs_per_digital_human=3 --set max_call_duration=5",
      "three conversations of each digital human, five minutes at most",
    ],
  ],
  view: createdView(
    "simulation",
    ({ simulation_id, name, agent_id }: Lenient<Answer<"create_simulation">>) => ({
      id: simulation_id,
      name,
      of: agent_id ? `for agent ${agent_id}` : undefined,
    }),
  ),
  async run(context, { file, set, strict, allow_unknown, agent, opening_patience, ...flags }) {
    const { SimulationCreate } = await import("../../../contract/schemas/index.ts");
    const { readBody, readFields } = await import("../body/read.ts");
    const strictness = { strict, allow_unknown };
    const written =
      file === undefined
        ? {}
        : await warning(context, strictness, (openness) =>
            readFields(context, file, SimulationCreate.partial(), openness),
          );
    const names = [...Object.keys(written), ...set.map(({ path: [name] }) => String(name))];
    const isElsewhere = agent === undefined && names.includes("agent_id");
    const given = {
      ...flags,
      ...(!isElsewhere && { agent_id: await context.agent(agent) }),
      ...(opening_patience !== undefined && { opening_patience_ms: Math.round(opening_patience * 1000) }),
    };
    const flagged = Object.entries(given).filter(([, value]) => value !== undefined && !isEmpty(value));
    const fields = { ...written, ...Object.fromEntries(flagged) };
    const body = await readBody(context, {
      noun: "simulation",
      schema: SimulationCreate,
      set,
      fields,
      ...strictness,
    });
    const created = await context.change("create_simulation", { body });
    const wanted = (body.digital_human_ids ?? []).map(Number);
    const isAttached = await attach(context, created, wanted);
    const data = isAttached ? { ...created, digital_human_ids: wanted } : created;
    // Another service need not repeat the agent.
    return { data, ids: [data.simulation_id], hint: nextOf({ ...body, ...data }) };
  },
});

/**
 * Attaches the digital humans that the service has ignored: the hosted API has an operation of its own for it.
 * @returns whether that was necessary
 * @throws Failure if it refuses, with the simulation that exists all the same
 */
async function attach(
  context: Context,
  {
    simulation_id,
    digital_human_ids,
  }: Pick<Lenient<Answer<"create_simulation">>, "simulation_id" | "digital_human_ids">,
  wanted: readonly number[],
): Promise<boolean> {
  const missing = wanted.filter((id) => !digital_human_ids?.includes(id));
  if (missing.length === 0) return false;
  const call = { params: { simulation_id }, body: { digital_human_ids: missing } };
  await context.change("add_digital_humans", call).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    const { hint = "", ...options } = error.options;
    const what = `simulation ${simulation_id} was created without digital humans`;
    const next = `add them with \`parley sim add ${simulation_id} ${missing.join(" ")}\``;
    throw new Failure(error.outcome, error.message, { ...options, hint: `${hint}\n${what}; ${next}`.trim() });
  });
  return true;
}

const nextOf = ({ simulation_id, agent_id, digital_human_ids }: Lenient<Answer<"create_simulation">>) =>
  digital_human_ids?.length
    ? `next: \`parley sim start ${simulation_id}\` starts a run`
    : `it has no digital humans yet; next: \`parley dh create --simulation ${simulation_id}\` adds one, ` +
      `\`parley dh generate --agent ${agent_id} --probe 5 --red-team 5 --simulation ${simulation_id}\` makes some from the agent's prompt`;

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
