/** Each tool does what its command does, over a service with an agent that answers. */
import { beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import {
  makeAgent,
  makeDigitalHuman,
  makeMetric,
  makePrompts,
  makeSimulation,
  PATIENT,
  startRun,
} from "../support/make.ts";
import { connectTo, listenWith, REVISIONS, talkTo, use } from "../support/mcp.ts";
import { callsWith, useService } from "../support/service.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const agent = useTextAgent(orderDesk);
const service = useService(() => orderDeskSeed(agent.url(), 1, 4));
const parley = useProgram(service);
const env = () => ({ PARLEY_API_KEY: "pk_acme" });
const started: typeof parley = Object.assign(
  (args: readonly string[], options = {}) => parley(args, { ...options, env: env() }),
  {
    home: parley.home,
    environment: () => ({ ...parley.environment(), ...env() }),
    start: (args: readonly string[], options = {}) => parley.start(args, { ...options, env: env() }),
  },
);
beforeAll(() => Object.assign(agent.service, { url: service.url(), key: "pk_acme" }));

const MANIFEST = `kind: DigitalHumans
simulation_ids: [7]
digital_humans:
  - name: New caller
    intent: Wants a refund
`;
const yes = () => true;

describe.each(REVISIONS)("in revision %s", (revision) => {
  test("look shows what the commands show", async () => {
    const client = await talkTo(started, [], { revision });
    const { data } = await use(client, "look", { what: "agents" });
    const agents = (await started(["agents", "list", "--json"])).json;
    expect(data.items.map(({ id }: { id: number }) => id)).toEqual(
      agents.map(({ id }: { id: string }) => Number(id)),
    );
    expect(data.text).toContain("101: Order desk");
    expect((await use(client, "look", { what: "simulations", id: 101 })).data.items).toEqual([
      { id: 7, agent_id: 101 },
    ]);
    for (const what of ["simulations", "metrics", "calls"])
      expect((await use(client, "look", { what })).isError, what).toBe(false);
    expect((await use(client, "look", { what: "runs" })).text).toContain("runs need an id");
  });

  test("a simulation runs after a yes, reports its progress, and is explained", async () => {
    const questions: string[] = [];
    const says = (question: string) => questions.push(question) > 0;
    const client = await talkTo(started, ["--allow", "write"], { revision, says });
    const told: string[] = [];
    const { structuredContent } = await client.callTool(
      { name: "run_simulation", arguments: { simulation_id: 7, seed: "1", digital_human_ids: [501] } },
      { onprogress: ({ message = "" }) => void told.push(message) },
    );
    const run = structuredContent as { simulation_run_id: number; status: string; passed: boolean };
    expect(questions).toEqual([
      'Run simulation 7 "Orders" of agent 101 "Order desk" with 1 digital human: 501 "Cancel"?',
    ]);
    expect(told.filter((line) => /^run \d+ /.test(line)).length).toBeGreaterThan(0);
    const listed = (await started(["sim", "runs", "7", "--json"])).json.simulation_runs;
    expect(listed).toContainEqual(expect.objectContaining({ id: run.simulation_run_id, status: run.status }));
    const results = await use(client, "look", { what: "results", id: run.simulation_run_id });
    const simulation_result_id: number = results.data.items[0].id;
    const { data } = await use(client, "explain_result", { simulation_result_id });
    const inQuotes = { simulation_result_id: String(simulation_result_id) };
    expect((await use(client, "explain_result", inQuotes)).data.outcome).toBe(data.outcome);
    const shown = await started(["sim", "result", String(simulation_result_id)]);
    const [, spoken = ""] = /agent +(\w.+)/.exec(shown.stdout) ?? [];
    expect(data.text).toContain(spoken);
    const [content] = (await client.readResource({ uri: `parley://result/${simulation_result_id}` }))
      .contents;
    expect(content && "text" in content && JSON.parse(content.text).text).toContain(spoken);
  });

  test("a run is cancelled with its conversations", async () => {
    const calls = callsWith(service.url(), "pk_acme");
    const { agent_id } = await makeAgent(calls);
    const { id: simulation_id } = await makeSimulation(calls, { agent_id, name: "Waits" });
    await makeDigitalHuman(calls, { name: "waits", ...PATIENT }, [simulation_id]);
    const client = await talkTo(started, ["--allow", "write"], { revision, says: yes });
    const cancel = new AbortController();
    const running = client.callTool(
      { name: "run_simulation", arguments: { simulation_id } },
      {
        signal: cancel.signal,
        onprogress: ({ message = "" }) => void (/^run \d+/.test(message) && cancel.abort()),
      },
    );
    await expect(running).rejects.toThrow(/abort/i);
    const { data } = await use(client, "look", { what: "runs", id: simulation_id });
    const [{ id }] = data.items;
    await expect
      .poll(async () => (await use(client, "look", { what: "results", id })).data.items[0].status)
      .not.toMatch(/RUNNING|QUEUED|INITIALIZING/);
  });

  test("callers are drafted, planned and applied; the plan is carried out once", async () => {
    const client = await talkTo(started, ["--allow", "write"], { revision, says: yes });
    const goals = [{ goal: `Wants an invoice ${revision}`, num_calls: 2 }];
    const drafted = await use(client, "generate_callers", { agent_id: 101, simulation_id: 7, goals });
    expect(drafted.data.count).toBe(2);
    const before = (await started(["dh", "list", "7", "--json"])).json.total;
    const { data: plan } = await use(client, "plan_changes", { manifest: drafted.data.manifest });
    expect(plan).toMatchObject({ create: 2, update: 0 });
    expect((await started(["dh", "list", "7", "--json"])).json.total).toBe(before);
    const applied = await use(client, "apply_plan", { plan_id: plan.plan_id });
    expect(applied.data.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["done", "done"]);
    expect((await started(["dh", "list", "7", "--json"])).json.total).toBe(before + 2);
    expect((await use(client, "apply_plan", { plan_id: plan.plan_id })).text).toContain(
      "the plan was not found",
    );
  });

  test("policies are drafted, tried on a run, decided, and binding after a yes", async () => {
    const calls = callsWith(service.url(), "pk_acme");
    const { agent_id, path } = await makeAgent(calls);
    const prompt_text = '- Never say "sure thing".\n- Never say "no problem".\n- Be warm.\n';
    await calls("POST", `${path}/prompts/versions`, { prompt_text });
    const { id: simulation_id } = await makeSimulation(calls, { agent_id });
    await makeDigitalHuman(calls, PATIENT, [simulation_id]);
    const { simulation_run_id, simulation_result_ids } = await startRun(calls, { simulation_id });
    const [simulation_result_id = ""] = simulation_result_ids;
    await calls("POST", "/v1/send-http-text-message", { simulation_result_id, message: "Sure thing!" });
    await calls("POST", "/v1/end-conversations", { test_result_ids: simulation_result_ids });

    const { messages } = await (await talkTo(started, [], { revision })).getPrompt({
      ...{ name: "review-policies", arguments: { agent_id: String(agent_id) } },
    });
    expect(JSON.stringify(messages)).toContain(`agent ${agent_id} with me`);

    const questions: string[] = [];
    const says = (question: string) => questions.push(question) > 1;
    const client = await talkTo(started, ["--allow", "write"], { revision, says });
    const against = Number(simulation_run_id);
    const { data: draft } = await use(client, "plan_changes", { agent_id, against });
    expect(draft).not.toHaveProperty("plan_id");
    expect(draft).toMatchObject({ accepted: 0, rejected: 0, to_review: 2 });
    expect(draft.text).toContain(`conversation ${simulation_result_id}: AGENT "Sure thing"`);
    const stored = async () => (await calls("GET", `${path}/prompts/versions/1/policies`)).body.policies;
    expect(await stored()).toEqual([]);

    const bad = draft.manifest.replace(
      'rule: fail when agent says "sure thing"',
      "rule: fail when agent sings",
    );
    const refused = await use(client, "plan_changes", { manifest: bad });
    expect(refused.text).toContain("policies.0.rule: line 1, column 17");

    const elsewhere = draft.manifest
      .replace("status: proposed", "status: accepted")
      .replace('Never say "sure thing".', 'Never ever say "sure thing".');
    const missing = await use(client, "plan_changes", { manifest: elsewhere });
    expect(missing.text).toContain("policies would not apply");
    expect(missing.text).toContain('it has "Never say');
    expect(missing.text).not.toContain("--allow-missing");

    const manifest = draft.manifest.replace("status: proposed", "status: accepted");
    const { data: plan } = await use(client, "plan_changes", { manifest });
    expect(plan).toMatchObject({
      plan_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      accepted: 1,
      to_review: 1,
    });
    // The first answer is no.
    expect((await use(client, "apply_plan", { plan_id: plan.plan_id })).text).toContain("did not agree");
    expect(await stored()).toEqual([]);
    const applied = await use(client, "apply_plan", { plan_id: plan.plan_id });
    const statuses = ["accepted", "proposed", "proposed"];
    expect(applied.data.items).toEqual(statuses.map((status, at) => ({ id: null, line: at + 1, status })));
    expect((await stored()).map(({ status }: { status: string }) => status)).toEqual(statuses);
    expect(questions[1]).toBe(
      `Store the decisions on the policies of prompt version 1 of agent ${agent_id}: ` +
        'binding from now on: Never say "sure thing". (fail when agent says "sure thing")?',
    );
  });

  test("a call is evaluated, and two runs are compared", async () => {
    const client = await talkTo(started, ["--allow", "write"], { revision, says: yes });
    const transcript = JSON.stringify([
      { speaker: "AGENT", utterance: "Hello", start_offset_ms: 0 },
      { speaker: "USER", utterance: "Hi there", start_offset_ms: 900 },
    ]);
    const { data } = await use(client, "evaluate_call", { agent_id: 101, transcript });
    expect(data.call_id).toMatch(/^[0-9a-f-]{36}$/);
    const { data: calls } = await use(client, "look", { what: "calls", id: 101 });
    expect(calls.items.map(({ id }: { id: string }) => id)).toContain(data.call_id);
    expect((await use(client, "explain_result", { call_id: data.call_id })).data.text).toContain("Hi there");
    const runs = (await started(["sim", "runs", "7", "--json"])).json.simulation_runs;
    const [first] = runs;
    const changes = await use(client, "look", { what: "changes", id: first.id, since: first.id });
    expect(changes.data.compared).toMatchObject({ significant: false });
    expect((await use(client, "look", { what: "changes", id: first.id })).isError).toBe(true);
  });

  test("a metric is checked, and the documentation is searched", async () => {
    const client = await talkTo(started, [], { revision });
    const definition =
      "name: Short\nresponse_type: pass_fail\nscoring_guidance: |\n  @rules\n  fail when nothing\n";
    const { id: metric_id } = await makeMetric(callsWith(service.url(), "pk_acme"));
    expect((await use(client, "look", { what: "metrics" })).data.items).toContainEqual({
      ...{ id: metric_id, response_type: "pass_fail" },
    });
    const { data } = await use(client, "check_metric", { definition });
    expect(data).toMatchObject({ method: "rule", mistakes: [{ line: 3 }] });
    const { data: found } = await use(client, "search_docs", { query: "rule language" });
    expect(found.sections[0]).toMatchObject({ uri: "parley://docs/rule-language" });
  });
});

test("over HTTP the same tools answer, and a change is asked for in the current revision", async () => {
  const url = await listenWith(started, ["--allow", "write"]);
  const client = await connectTo(url, { says: yes });
  expect((await use(client, "look", { what: "agents", id: 101 })).data.total).toBe(1);
  const { data: plan } = await use(client, "plan_changes", { manifest: MANIFEST });
  const applied = await use(client, "apply_plan", { plan_id: plan.plan_id });
  expect(applied.data.items).toEqual([{ outcome: "done", id: expect.any(Number) }]);
  const older = await connectTo(url, { revision: "2025-11-25" });
  expect((await use(older, "look", { what: "agents", id: 101 })).data.total).toBe(1);
});

test("a version is promoted only with --allow release, a yes, and a run of that version that passed", async () => {
  const calls = callsWith(service.url(), "pk_acme");
  const [, candidate] = await makePrompts(calls, "/v1/agents/101", ["production"], []);
  const writer = await talkTo(started, ["--allow", "write"], { says: yes });
  const { data: run } = await use(writer, "run_simulation", {
    ...{ simulation_id: 7, prompt_id: candidate?.id, digital_human_ids: [501] },
  });
  expect(run).toMatchObject({ passed: true, pass_rate: 1 });
  const move = { agent_id: 101, version: 2, label: "production", run_id: run.simulation_run_id };
  expect((await use(writer, "promote_prompt", move)).text).toContain("does not allow promote_prompt");
  const unwilling = await talkTo(started, ["--allow", "release"], { says: () => false });
  expect((await use(unwilling, "promote_prompt", move)).text).toContain("did not agree");
  const questions: string[] = [];
  const says = (question: string) => questions.push(question) > 0;
  const client = await talkTo(started, ["--allow", "release"], { says });
  const other = await use(client, "promote_prompt", { ...move, version: 1 });
  expect(other.text).toContain("tested a different prompt version");
  // The prompts were written by others, so a client that cannot ask gets them between marks.
  const mute = await talkTo(started, ["--allow", "release"]);
  expect((await use(mute, "promote_prompt", move)).text).toMatch(
    /call promote_prompt again .* plan_id [0-9a-f]{24}\nThe text between[\s\S]*<<<\w+\n1 line removed, 1 added:\n- text 1\n\+ text 2\n\w+>>>$/,
  );
  const production = async () =>
    (await started(["prompts", "list", "--agent", "101", "--label", "production", "--json"])).json[0].version;
  expect(await production()).toBe(1);
  const unconfirmed = await use(client, "promote_prompt", move);
  expect(unconfirmed.text).toContain("the agent did not confirm that it ran prompt version 2");
  expect(await production()).toBe(1);
  const { data: moved } = await use(client, "promote_prompt", { ...move, accept_unconfirmed: true });
  expect(questions.at(-1)).toBe(
    `Move the label "production" of agent 101 from prompt version 1 to prompt version 2, on the evidence of run ${run.simulation_run_id}, even if the agent did not confirm that it ran this version?\n\n1 line removed, 1 added:\n- text 1\n+ text 2`,
  );
  expect(moved).toMatchObject({ previous_version: 1, version: 2, moved: true, pass_rate: 1 });
  expect(await production()).toBe(2);
});
