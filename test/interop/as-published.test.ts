/** The command line against a service that answers exactly in published shapes, and against one that strays from them. */
import { describe, expect, test } from "vitest";
import { answer, contrary, useHosted } from "../support/hosted.ts";
import { useProgram } from "../support/in-process.ts";

const service = useHosted();
const parley = useProgram(service);

const RUNS = "GET /v1/get-simulation-runs/7";
const RESULTS = "GET /v1/retrieve-simulation-results/900";
const run = (fields: object) => ({
  id: 900,
  experiment_id: 7,
  summary: null,
  tests_passed: 0,
  tests_failed: 0,
  total_tests: 4,
  tests_completed: 0,
  tests_incompleted: 0,
  curr_step_id: null,
  created_at: "2026-11-01T12:00:00Z",
  status: "COMPLETED",
  phone_number: null,
  ...fields,
});
const result = (id: number, fields: object) => ({
  id,
  digital_human_id: 501,
  result: null,
  duration: 60,
  start_time: "2026-11-01T12:00:00Z",
  end_time: "2026-11-01T12:01:00Z",
  custom_metrics: null,
  status: "COMPLETED",
  latency: null,
  events: null,
  transcript_url: null,
  audio_url: null,
  evaluations: null,
  tool_calls: null,
  ...fields,
});
const results = (...simulation_results: unknown[]) => ({
  simulation_run: {
    id: "900",
    simulation_id: "7",
    summary: null,
    status: "COMPLETED",
    total_tests: simulation_results.length,
    created_at: "2026-11-01T12:00:00Z",
  },
  simulation_results,
  status: "200",
});
const goal = (goal_success: boolean | null, fields: object = {}) => [
  { agent_speak_percentage: 40, avg_agent_latency: 1.2, goal_success, goal_reasoning: null, ...fields },
];

const FAILED = run({ tests_passed: 1, tests_failed: 3, tests_completed: 4 });
const PASSED = run({ tests_passed: 4, tests_completed: 4 });
const wait = (...more: string[]) =>
  parley(["sim", "wait", "7", "--max-wait", "0.3", "--poll", "0.1", ...more]);

describe("the gate on a run", () => {
  test.each([
    ["as published", (value: unknown) => value],
    ["with numbers and ids the other way round", contrary],
  ])("%s: a failed run never passes, and one that passed does", async (_, as) => {
    service.offer({ [RUNS]: as({ simulation_runs: [FAILED] }) });
    const failed = await wait("--json");
    expect(failed.code).toBe(9);
    expect(failed.json).toMatchObject({ passed: false, pass_rate: 0.25 });
    expect(failed.json.reason).toBe("1 of 4 passed (25%); 100% required");
    service.offer({ [RUNS]: as({ simulation_runs: [PASSED] }) });
    expect((await wait("--run", "900", "--json")).json).toMatchObject({ passed: true, pass_rate: 1 });
  });

  test.each([
    ["tests_passed", "many"],
    ["tests_failed", { count: 0 }],
    ["total_tests", 4.5],
    ["tests_passed", -4],
    ["tests_passed", true],
  ])("a %s of %j is never a pass", async (name, value) => {
    service.offer({ [RUNS]: { simulation_runs: [{ ...PASSED, [name]: value }] } });
    const { code, stdout, stderr } = await wait();
    expect([code, stderr]).toEqual([9, expect.not.stringContaining("bug")]);
    expect(stdout).toContain(`not passed: the run's ${name} is not a count: ${JSON.stringify(value)}`);
  });

  test("ends when nothing is left to wait for, whatever the status", async () => {
    service.offer({ [RUNS]: { simulation_runs: [{ ...FAILED, status: "RUNNING" }] } });
    expect((await wait("--json")).json).toMatchObject({
      passed: false,
      reason: "1 of 4 passed (25%); 100% required",
    });
    const done = run({ status: "RUNNING", total_tests: 2, tests_completed: 2, tests_passed: 1 });
    service.offer({
      [RUNS]: { simulation_runs: [done] },
      [RESULTS]: results(result(1, { evaluations: goal(true) }), result(2, { status: "NO_ANSWER" })),
    });
    expect((await wait("--json")).json).toMatchObject({
      passed: false,
      reason: "1 of 2 passed (50%); 100% required",
    });
  });

  test("continues while an evaluation is pending", async () => {
    const done = run({ status: "RUNNING", total_tests: 2, tests_completed: 2, tests_passed: 1 });
    service.offer({
      [RUNS]: { simulation_runs: [done] },
      [RESULTS]: results(result(1, { evaluations: goal(true) }), result(2, { status: "EVALUATION_PENDING" })),
    });
    expect((await wait("--json")).json).toMatchObject({
      reason: "the run did not finish within 0.3 s: its conversations are over, but not all are evaluated",
    });
  });

  test("explains states that aren't verdicts", async () => {
    service.offer({
      [RESULTS]: results(
        result(1, { status: "NO_ANSWER" }),
        result(2, { status: "CALL_DROPPED" }),
        result(3, { status: "EVALUATION_PENDING" }),
      ),
    });
    const { stdout } = await parley(["sim", "results", "900"]);
    expect(stdout).toMatch(/\w+\s+the agent did not answer the call/);
    expect(stdout).toMatch(/\w+\s+the call was cut off before it ended/);
    expect(stdout).toContain("has ended, but is not evaluated yet");
  });
});

describe("an answer off the contract is the service's fault", () => {
  test("a null in a listing, with the ids that are known", async () => {
    service.offer({ [RUNS]: { simulation_runs: [PASSED, null, { ...PASSED, id: 901 }] } });
    const { code, stderr } = await wait();
    expect(code).toBe(1);
    expect(stderr).toContain("error: the service's answer has null in a list, at simulation_runs[1]");
    expect(stderr).toContain("its other ids: 900, 901");
  });

  test("nobody makes anything twice because an answer is odd", async () => {
    service.offer({ "POST /v1/create-simulation": [] });
    const { code, stderr } = await parley(["sim", "create", "--agent", "101"]);
    expect(code).toBe(1);
    expect(stderr).toContain("the service accepted the request: check what it did before you send it again");
  });

  test.each([null, "soon", 0])("a run without an id (%j) is not waited for", async (simulation_run_id) => {
    service.offer({
      "POST /v1/queue-http-text-simulation-run": {
        simulation_run_id,
        simulation_result_ids: ["1", "2"],
        agent_id: "101",
        status: "success",
      },
    });
    const { code, stderr } = await parley(["sim", "start", "7", "--wait"]);
    expect(code).toBe(1);
    expect(stderr).toContain("the service may have started the run; its conversations: 1, 2");
  });
});

describe("ids leave in their published types", () => {
  const queued = {
    simulation_run_id: "900",
    simulation_result_ids: ["1"],
    agent_id: "101",
    status: "success",
  };

  test("of runs and simulations", async () => {
    service.offer({
      "POST /v1/queue-http-text-simulation-run": queued,
      "POST /v1/create-simulation": { simulation_id: 8, status: "200" },
      "POST /v1/end-conversations": {
        success: true,
        ended_count: 1,
        test_result_ids: [12],
        failed_ids: [],
        message: "",
      },
    });
    await parley(["sim", "start", "7", "--digital-human", "501"]);
    await parley(["sim", "create", "--name", "Smoke", "--agent", "101"]);
    await parley(["sim", "end", "12"]);
    expect(service.asked.map(({ body }) => body)).toEqual([
      { simulation_id: "7", digital_human_ids: ["501"] },
      expect.objectContaining({ agent_id: "101" }),
      { test_result_ids: [12] },
    ]);
  });
});

describe("voice agents", () => {
  const refusal = answer(400, { detail: "agent 101 is a voice agent" });
  const offers = (connection_type: string, called: unknown) => ({
    "POST /v1/queue-http-text-simulation-run": refusal,
    "GET /v1/simulation/7": { id: 7, agent_id: "101", name: "Smoke" },
    "GET /v1/all-agents": [{ id: 101, name: "Desk", mode: "VOICE", connection_type }],
    "POST /v1/queue-simulation-run": called,
  });

  test.each(["PHONE", "SIP", "LIVEKIT", "PIPECAT", "OF_THE_FUTURE"])(
    "%s: the service calls it",
    async (type) => {
      service.offer(
        offers(type, {
          simulation_run_id: "900",
          simulation_result_ids: ["1"],
          agent_id: "101",
          status: "success",
        }),
      );
      const { code, json } = await parley(["sim", "start", "7", "--json"]);
      expect([code, json.simulation_run_id]).toEqual([0, "900"]);
      expect(service.asked.at(-1)?.body).toEqual({ simulation_id: "7" });
    },
  );

  test("and its own refusal names the field", async () => {
    const detail = [{ loc: ["body", "phone_number"], msg: "no number to call", type: "value_error" }];
    service.offer(offers("PHONE", answer(422, { detail })));
    const { code, stderr } = await parley(["sim", "start", "7"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("phone_number: no number to call")]);
    expect(stderr).not.toContain("agents update");
  });

  test("a text agent isn't called", async () => {
    service.offer({
      ...offers("PHONE", {}),
      "GET /v1/all-agents": [{ id: 101, name: "Desk", mode: "TEXT" }],
    });
    const { code, stderr } = await parley(["sim", "start", "7"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("agent 101 is a voice agent")]);
  });
});

describe("digital humans of a new simulation", () => {
  const create = () =>
    parley(["sim", "create", "--name", "Smoke", "--agent", "101", "--digital-human", "501", "--json"]);

  test("are attached by the published operation", async () => {
    service.offer({
      "POST /v1/create-simulation": { simulation_id: 8, status: "200" },
      "POST /v1/simulation/8/add-digital-humans": { message: "added" },
    });
    const { code, json } = await create();
    expect([code, json]).toEqual([
      0,
      expect.objectContaining({ simulation_id: 8, digital_human_ids: [501] }),
    ]);
    expect(service.asked.at(-1)?.body).toEqual({ digital_human_ids: [501] });
  });

  test("or the command fails, and names what exists", async () => {
    service.offer({ "POST /v1/create-simulation": { simulation_id: 8, status: "200" } });
    const { code, stderr } = await create();
    expect(code).toBe(5);
    expect(stderr).toContain("simulation 8 was created without digital humans");
  });
});

test.each([["--preview"], ["--probe", "3"], ["--out", "made.yaml", "--simulation", "7"]])(
  "dh generate %s is refused before anything is sent",
  async (...flags) => {
    service.offer({ "POST /v1/generate-digital-humans": { digital_humans: [] } });
    const { code, stderr } = await parley([
      "dh",
      "generate",
      "--agent",
      "101",
      "--goal",
      "Wants a refund",
      ...flags,
    ]);
    expect(code).toBe(5);
    expect(stderr).toContain(`this service does not offer ${flags[0]}`);
    expect(service.requests()).toEqual([]);
  },
);

test.each([
  [
    { avg_agent_latency: 1.2, max_agent_latency: 150 },
    "response_latency.mean  1.2 s",
    "1.2 is taken for seconds",
  ],
  [
    { avg_agent_latency: 820, max_agent_latency: 2100 },
    "response_latency.mean  820 ms",
    "820 is taken for milliseconds",
  ],
])("latencies %j: the magnitude decides their unit, and the record says so", async (latency, mean, words) => {
  const call_log = {
    id: "c1",
    agent_id: "101",
    status: "COMPLETED",
    start_time_utc: "2026-11-01T12:00:00Z",
    participants: [],
    recording_url: null,
    evaluations: goal(true, { latency }),
  };
  service.offer({ "GET /v1/retrieve-call-log/c1": { call_log, status: "200" } });
  const { code, stdout } = await parley(["evaluate", "show", "c1"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(words)]);
  expect(stdout).toContain(mean);
});

test.each([
  ["pass", "passed"],
  ["fail", "FAILED"],
])("a tool_call metric whose response is %s has %s", async (response_value, word) => {
  const call_log = {
    id: "c1",
    agent_id: "101",
    status: "COMPLETED",
    start_time_utc: "2026-11-01T12:00:00Z",
    participants: [],
    recording_url: null,
    evaluations: goal(true, {
      custom_metrics: [{ name: "Refunds", description: "", response_type: "tool_call", response_value }],
    }),
  };
  service.offer({ "GET /v1/retrieve-call-log/c1": { call_log, status: "200" } });
  const { code, stdout } = await parley(["evaluate", "show", "c1"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`Refunds +${word}|${word} +Refunds`))]);
});

describe("the words and the recording of a conversation", () => {
  const words = [
    { start_offset_ms: 0, end_offset_ms: 900, speaker: "USER", utterance: "I want a refund." },
    { start_offset_ms: 1200, end_offset_ms: 2000, speaker: "AGENT", utterance: "Done." },
  ];
  const single = (transcript_url: string) => ({
    simulation_result: result(12, {
      transcript_url,
      audio_url: "https://files.test/12.wav",
      evaluations: goal(true),
    }),
    status: "200",
  });

  test("are fetched without the key", async () => {
    service.offer({
      "GET /v1/retrieve-simulation-result/12": single(`${service.url()}/words/12.json`),
      "GET /words/12.json": words,
    });
    const { code, stdout } = await parley(["sim", "result", "12"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("USER   I want a refund.")]);
    expect(stdout).toContain("recording: https://files.test/12.wav");
    const [, fetched] = service.asked;
    expect(fetched?.headers).not.toHaveProperty("x-api-key");
    expect(JSON.stringify(fetched?.headers)).not.toContain("pk_test");
  });

  test.each(["/words/gone.json", "file:///etc/hostname"])(
    "%s: the rest is shown without them",
    async (at) => {
      const url = at.startsWith("/") ? `${service.url()}${at}` : at;
      service.offer({ "GET /v1/retrieve-simulation-result/12": single(url) });
      const { code, stdout, stderr } = await parley(["sim", "result", "12"]);
      expect([code, stdout]).toEqual([0, expect.stringContaining("conversation 12")]);
      expect(stderr).toContain("warning: could not fetch the words");
    },
  );
});

describe("submitted calls", () => {
  const call = (id: string, fields: object = {}) => ({
    id,
    agent_id: "101",
    recording_url: null,
    start_time_utc: "2026-11-01T12:00:00Z",
    participants: [],
    status: "COMPLETED",
    ...fields,
  });
  const page = (call_logs: unknown[], fields: object = {}) => ({
    call_logs,
    ...{ total_count: call_logs.length, page: 1, page_size: 20, total_pages: 1 },
    ...fields,
  });
  const LISTING = "GET /v1/retrieve-call-logs/101";

  test("of an agent are those of every day", async () => {
    service.offer({ [LISTING]: contrary(page([call("c1")])) });
    const { code, json } = await parley(["evaluate", "list", "--agent", "101", "--json"]);
    expect([code, json.call_logs[0].id]).toEqual([0, "c1"]);
    expect(service.asked.map(({ query }) => String(query))).toEqual(["last=all&page=1"]);
  });

  test("an agent is asked for where the service lists those of one", async () => {
    service.offer({ [LISTING]: page([call("c1")]) });
    const { code, stderr } = await parley(["evaluate", "list"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("no agent given")]);
    expect((await parley(["evaluate", "list"], { env: { PARLEY_AGENT: "101" } })).code).toBe(0);
  });

  test("are filtered here if the service can't", async () => {
    service.offer({
      [LISTING]: ({ query }: { query: URLSearchParams }) =>
        query.get("page") === "1"
          ? page([call("c1", { tags: ["vip"] }), call("c2")], { total_pages: 2 })
          : page([call("c3", { tags: ["vip"], evaluations: goal(false) })], { page: 2, total_pages: 2 }),
    });
    const list = async (...flags: string[]) =>
      (await parley(["evaluate", "list", "--agent", "101", "--json", "--query", "call_logs[].id", ...flags]))
        .json;
    expect(await list("--tag", "vip")).toEqual(["c1", "c3"]);
    expect(await list("--outcome", "failed")).toEqual(["c3"]);
    expect(await list("--since", "2026-11-02")).toEqual([]);
  });

  test("are filtered by their label by the service, also when it can't filter by the rest", async () => {
    service.offer({
      [LISTING]: ({ query }: { query: URLSearchParams }) =>
        page(query.get("label") === "candidate" ? [call("c1", { tags: ["vip"] }), call("c2")] : [call("c3")]),
    });
    const list = async (...flags: string[]) =>
      (await parley(["evaluate", "list", "--json", "--query", "call_logs[].id", ...flags])).json;
    expect(await list("--agent", "101", "--label", "candidate")).toEqual(["c1", "c2"]);
    expect(await list("--agent", "101", "--label", "candidate", "--tag", "vip")).toEqual(["c1"]);
    expect(await list("--agent", "101", "--label", "production")).toEqual(["c3"]);
  });

  test("are watched by agent", async () => {
    let times = 0;
    service.offer({
      [LISTING]: () => page(times++ === 0 ? [] : [call("c9", { evaluations: goal(false) })]),
    });
    const { code, stdout } = await parley([
      "watch",
      "--agent",
      "101",
      "--for",
      "0.5",
      "--poll",
      "0.1",
      "--json",
    ]);
    expect([code, JSON.parse(stdout.trim())]).toEqual([
      0,
      expect.objectContaining({ call_id: "c9", passed: false }),
    ]);
  });
});
