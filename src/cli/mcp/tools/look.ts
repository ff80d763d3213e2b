import { z } from "zod";
import { Failure, usage } from "../../../lib/failure.ts";
import { of } from "../../commands/tree/node.ts";
import { id, pick, type Scalar } from "../answer.ts";
import { defineTool, type ToolCall } from "../tool.ts";
import { Compared, changesBetween } from "./changes.ts";

const KINDS = [
  "agents",
  "simulations",
  "callers",
  "runs",
  "results",
  "changes",
  "metrics",
  "prompts",
  "calls",
] as const;
type Kind = (typeof KINDS)[number];
type Listed = Exclude<Kind, "changes">;

/** The maximum number of items in an answer. */
const MAXIMUM = 50;

const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  agents: ["id", "mode", "type", "connection_type"],
  simulations: ["id", "agent_id"],
  callers: ["id", "language"],
  runs: ["id", "status", "tests_passed", "tests_failed", "total_tests", "created_at"],
  results: ["id", "digital_human_id", "status", "outcome", "end_reason"],
  changes: ["change", "digital_human_id", "repetition"],
  metrics: ["id", "response_type"],
  prompts: ["id", "version", "created_at"],
  calls: ["id", "agent_id", "status", "start_time_utc"],
};
const NEEDS: Partial<Record<Kind, string>> = {
  callers: "a simulation",
  runs: "a simulation",
  results: "a run",
  changes: "a run",
  prompts: "an agent",
};

export const look = defineTool({
  name: "look",
  description:
    "List what the service has, newest or first 50, or what was fixed and broke from one run to another. Start here to find ids.",
  operations: [
    "list_agents",
    "list_simulations",
    "list_simulations_by_agent",
    "list_digital_humans",
    "list_simulation_runs",
    "list_simulation_results",
    "list_custom_metrics",
    "list_prompt_versions",
    "list_all_call_logs",
    "list_call_logs",
  ],
  input: z.object({
    what: z.enum(KINDS),
    id: id.optional().describe("simulation (callers, runs), run (results, changes), else agent"),
    since: id.optional().describe("changes: the earlier run"),
  }),
  output: z.object({
    total: z.int(),
    items: z.array(z.record(z.string(), z.unknown())),
    compared: Compared.optional(),
  }),
  async run({ what, id, since }, call) {
    const of = NEEDS[what];
    if (of && id === undefined) throw usage(`${what} need an id`, { hint: `give the id of ${of}` });
    if ((what === "changes") !== (since !== undefined))
      throw usage("changes need the earlier run in since, and nothing else takes it");
    if (what === "changes") return changesBetween({ since: since ?? 0, id: id ?? 0, maximum: MAXIMUM }, call);
    const items = await list(what, id, call);
    const shown = items.slice(0, MAXIMUM);
    const names = shown.flatMap((record) => nameOf(what, record) ?? []);
    return {
      data: { total: items.length, items: shown.map((record) => pick(record, FIELDS[what])) },
      ...(names.length > 0 && { text: names.join("\n") }),
    };
  },
});

type Found = Readonly<Record<string, unknown>>;

async function list(
  what: Listed,
  id: number | undefined,
  { session, ...asked }: ToolCall,
): Promise<readonly Found[]> {
  const run = <D>(load: Parameters<typeof session.run>[0], input: Readonly<Record<string, unknown>>) =>
    session.run<D>(load, input, asked);
  switch (what) {
    case "agents": {
      const agents = await run<Found[]>(() => import("../../commands/agents/list.ts"), {});
      return id === undefined ? agents : agents.filter((agent) => Number(agent["id"]) === id);
    }
    case "simulations": {
      const load = () => import("../../commands/sim/simulations.ts").then(of("list"));
      return listed(await run(load, { agent_id: id }), "simulations");
    }
    case "callers":
      return listed(
        await run(() => import("../../commands/dh/list.ts"), { simulation_id: id }),
        "digital_humans",
      );
    case "runs": {
      const input = { simulation_id: String(id) };
      const runs = listed(await run(() => import("../../commands/sim/runs.ts"), input), "simulation_runs");
      return runs.toSorted((a, b) => Number(b["id"]) - Number(a["id"]));
    }
    case "results": {
      const { readConversation } = await import("../../../contract/readings/conversation.ts");
      return listed(
        await run(() => import("../../commands/sim/results.ts"), { simulation_run_id: id }),
        "simulation_results",
      ).map((one) => readConversation(one as never));
    }
    case "metrics": {
      const input = { agent: id, every_agent: id === undefined };
      return listed(await run(() => import("../../commands/metrics/list.ts"), input), "metrics");
    }
    case "prompts":
      return listed(await run(() => import("../../commands/prompts/list.ts"), { agent: id }));
    case "calls": {
      const { readCall } = await import("../../../contract/readings/call.ts");
      return listed(
        await run(() => import("../../commands/evaluate/list.ts"), { agent_id: id }),
        "call_logs",
      ).map((one) => readCall(one as never));
    }
  }
}

/** The list in an answer: the answer itself, or its field of that name. @throws Failure if there is none */
function listed(answer: unknown, name?: string): readonly Found[] {
  if (Array.isArray(answer)) return answer;
  const value = name === undefined ? undefined : (answer as Found)[name];
  if (Array.isArray(value)) return value;
  throw new Failure("failed", `the answer has no list ${name ?? ""}`.trim());
}

/** The name that a person gave it, on a line with its id. */
function nameOf(what: Kind, record: Found): string | undefined {
  const name: Scalar | unknown = record["name"] ?? record["commit_message"];
  const labels =
    what === "prompts" && Array.isArray(record["labels"]) ? ` [${record["labels"].join(", ")}]` : "";
  const key = what === "prompts" ? `version ${record["version"]}` : record["id"];
  return typeof name === "string" || labels ? `${key}: ${name ?? ""}${labels}` : undefined;
}
