/** An id has one type, whichever tool takes it or answers with it. */
import { expect, test } from "vitest";
import { tools } from "../../src/cli/mcp/tools.ts";
import { useProgram } from "../support/in-process.ts";
import {
  makeAgent,
  makeCall,
  makeDigitalHuman,
  makeMetric,
  makePrompts,
  makeSimulation,
} from "../support/make.ts";
import { talkTo, use } from "../support/mcp.ts";
import { useService } from "../support/service.ts";

const service = useService();
const parley = useProgram(service);

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The type of every id in a schema, by its name without `_ids`. */
function* idsIn({ properties = {}, anyOf = [], items }: Schema): Generator<readonly [string, string]> {
  for (const one of [...anyOf, ...(items ? [items] : [])]) yield* idsIn(one);
  for (const [name, schema] of Object.entries(properties)) {
    if (/(?:^|_)ids?$/.test(name)) yield [name.replace(/ids$/, "id"), typeOf(schema)];
    yield* idsIn(schema);
  }
}

function typeOf({ type, format, anyOf = [], items }: Schema): string {
  if (items) return typeOf(items);
  const [one] = anyOf.filter(({ type: of }) => of !== "null");
  return one ? typeOf(one) : (format ?? String(type));
}

test("the schemas of all tools agree on the type of every id", async () => {
  const client = await talkTo(parley);
  const types = new Map<string, Set<string>>();
  for (const { inputSchema, outputSchema } of (await client.listTools()).tools)
    for (const [name, type] of [...idsIn(inputSchema as Schema), ...idsIn(outputSchema as Schema)])
      types.set(name, (types.get(name) ?? new Set()).add(type));
  expect(Object.fromEntries([...types].map(([name, of]) => [name, [...of]]))).toEqual({
    ...Object.fromEntries(
      ["id", "agent_id", "simulation_id", "digital_human_id", "run_id", "simulation_run_id"].map((name) => [
        name,
        ["integer"],
      ]),
    ),
    simulation_result_id: ["integer"],
    ...{ call_id: ["uuid"], prompt_id: ["uuid"], metric_id: ["uuid"] },
    plan_id: ["string"],
  });
});

test("what look answers fits the inputs that take it, unchanged and in quotes", async () => {
  const { agent_id, path } = await makeAgent(service.acme);
  await makePrompts(service.acme, path, ["production"]);
  const { id: simulation_id } = await makeSimulation(service.acme, { agent_id });
  await makeDigitalHuman(service.acme, { name: "Caller" }, [simulation_id]);
  await makeMetric(service.acme);
  await makeCall(service.acme, String(agent_id), "ids");
  const client = await talkTo(parley);
  const idsOf = async (what: string, id?: unknown) => {
    const { data, text } = await use(client, "look", { what, ...(id !== undefined && { id }) });
    expect(data?.items?.length, `${what}: ${text}`).toBeGreaterThan(0);
    return data.items.map((item: { id: unknown }) => item.id) as unknown[];
  };
  const takes = (tool: string, input: object) =>
    tools.find(({ name }) => name === tool)?.input.safeParse(input).success;
  const listed = {
    agents: await idsOf("agents"),
    simulations: await idsOf("simulations", agent_id),
    callers: await idsOf("callers", simulation_id),
  };
  for (const [what, ids] of Object.entries(listed))
    for (const id of ids) expect(id, what).toEqual(expect.any(Number));
  for (const agent of [listed.agents[0], String(agent_id)])
    expect(takes("generate_callers", { agent_id: agent, simulation_id })).toBe(true);
  expect(
    takes("run_simulation", {
      simulation_id: listed.simulations[0],
      digital_human_ids: listed.callers,
      prompt_id: (await idsOf("prompts", String(agent_id)))[0],
    }),
  ).toBe(true);
  expect(takes("check_metric", { metric_id: (await idsOf("metrics"))[0] })).toBe(true);
  expect(takes("explain_result", { call_id: (await idsOf("calls", agent_id))[0] })).toBe(true);
  for (const simulation_id of ["7 ", "07", "7.0", "-7", "1e3", "9007199254740993", "", null, true, 7.5])
    expect(takes("run_simulation", { simulation_id }), String(simulation_id)).toBe(false);
});

test("a question names the first callers, and how many more there are", async () => {
  const { agent_id } = await makeAgent(service.acme, { name: "Desk \u202e![x](http://evil.example)" });
  const { id: simulation_id } = await makeSimulation(service.acme, { agent_id, name: "Many" });
  const first = await makeDigitalHuman(service.acme, { name: "Ann" }, [simulation_id]);
  for (let at = 2; at <= 12; at++)
    await makeDigitalHuman(service.acme, { name: `Caller ${at}` }, [simulation_id]);
  const client = await talkTo(parley, ["--allow", "write"]);
  const { text } = await use(client, "run_simulation", { simulation_id });
  expect(text).toMatch(
    /simulation \d+ "Many" of agent \d+ "Desk [^"]*! ?\[x\] \(http\[:\]\/\/evil\.example\)"/,
  );
  expect(text).toMatch(/with 12 digital humans: \d+ "Ann", \d+ "Caller 2", .*"Caller 10" and 2 more\?/);
  const other = await use(client, "run_simulation", {
    simulation_id,
    digital_human_ids: [first.id, 999_999],
  });
  expect(other.text).toContain(`with 2 digital humans: ${first.id} "Ann", 999999, which is not part of it?`);
});
