import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);

const run = (fields: object = {}) => ({
  id: 900,
  experiment_id: 7,
  created_at: "2026-11-01T12:00:00Z",
  status: "COMPLETED",
  summary: "",
  tests_passed: 4,
  tests_failed: 0,
  total_tests: 4,
  tests_completed: 4,
  tests_incompleted: 0,
  curr_step_id: 0,
  phone_number: "",
  ...fields,
});
const runs = (...simulation_runs: object[]) => ({ body: { simulation_runs } });
const under_way = (fields: object = {}) =>
  run({ status: "RUNNING", tests_passed: 1, tests_completed: 1, ...fields });
const initializing = run({
  status: "INITIALIZING",
  tests_passed: 0,
  total_tests: 0,
  tests_completed: 0,
});

const TITLES = "id\tstatus\tpassed\tfailed\ttotal\tcompleted\tinconclusive\tcreated\tsummary";

describe("parley sim runs", () => {
  test("sends GET /v1/get-simulation-runs/{id} and prints a row a run", async () => {
    service.answer(runs(run({ tests_passed: 3, tests_failed: 1, summary: "one\tfailed" })));
    const { code, stdout, stderr } = await parley(["sim", "runs", "7"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/get-simulation-runs/7", text: "" }]);
    expect(stdout).toBe(`${TITLES}\n900\tCOMPLETED\t3\t1\t4\t4\t0\t2026-11-01T12:00:00Z\tone failed\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("prints the service's envelope as JSON, statuses it does not know untouched", async () => {
    service.answer(runs(run({ status: "PAUSED", added: 1 })));
    const { json } = await parley(["sim", "runs", "7", "--json"]);
    expect(json).toEqual({ simulation_runs: [run({ status: "PAUSED", added: 1 })] });
  });

  test("ends with 5 for a simulation that there is not", async () => {
    service.answer({ status: 404, body: { detail: "simulation 8 not found" } });
    expect((await parley(["sim", "runs", "8"])).code).toBe(5);
  });

  describe("--watch", () => {
    const watch = (...flags: string[]) => parley(["sim", "runs", "7", "--watch", "--poll", "0.05", ...flags]);
    const course = () =>
      service.answer(
        runs(initializing),
        runs(under_way()),
        runs(under_way()),
        runs(run(), under_way({ id: 901 })),
        runs(run(), run({ id: 901 })),
      );

    test("prints a line for each change until all runs are over, the titles once", async () => {
      course();
      const { code, stdout } = await watch("--fields", "id,status");
      expect(stdout.split("\n")).toEqual([
        "id\tstatus",
        "900\tINITIALIZING",
        "900\tRUNNING",
        "900\tCOMPLETED",
        "901\tRUNNING",
        "901\tCOMPLETED",
        "",
      ]);
      expect(code).toBe(0);
      expect(service.requests).toHaveLength(5);
    });

    test("prints an object a line with -o jsonl, and one document at the end with --json", async () => {
      course();
      const lines = (await watch("-o", "jsonl")).stdout.trim().split("\n");
      expect(lines.map((line) => JSON.parse(line).status)).toEqual([
        "INITIALIZING",
        "RUNNING",
        "COMPLETED",
        "RUNNING",
        "COMPLETED",
      ]);
      course();
      expect((await watch("--json")).json).toEqual({ simulation_runs: [run(), run({ id: 901 })] });
    });

    test("on a terminal redraws the table in place, and leaves the last one", async () => {
      course();
      const { code, output } = await runInTerminal(parley, [
        ...["sim", "runs", "7", "--watch", "--poll", "0.05", "--no-color"],
      ]);
      expect(code).toBe(0);
      const CLEAR = "\x1b[2A\x1b[0J";
      expect(output.split(CLEAR)).toHaveLength(4);
      const last = output.slice(output.lastIndexOf("\x1b[0J"));
      expect(last).toMatch(/ID +STATUS/);
      expect(last).toMatch(/900 +COMPLETED/);
      expect(last).not.toContain("RUNNING");
    });
  });
});

describe("parley sim wait", () => {
  const wait = (...flags: string[]) => parley(["sim", "wait", "7", "--poll", "0.05", ...flags]);

  test("polls until the run is over, reports changes, and passes if every test passed", async () => {
    service.answer(runs(initializing), runs(under_way()), runs(under_way()), runs(run()));
    const { code, stdout, stderr } = await wait();
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...Array(4).fill("GET /v1/get-simulation-runs/7"),
      "GET /v1/retrieve-simulation-results/900",
    ]);
    expect(stderr.split("\n")).toEqual([
      "run 900 INITIALIZING, 0 of 0 done: 0 passed, 0 failed",
      "run 900 RUNNING, 1 of 4 done: 1 passed, 0 failed",
      "next: `parley sim results 900` lists the conversations and how each ended",
      "",
    ]);
    expect(stdout).toBe("run 900 COMPLETED, 4 of 4 done: 4 passed, 0 failed\npassed\n");
    expect(code).toBe(0);
  });

  test("notices soon that a short run is over, without --poll", async () => {
    service.answer(runs(under_way()), runs(under_way()), runs(run()));
    const began = performance.now();
    const { code } = await parley(["sim", "wait", "7"]);
    expect(code).toBe(0);
    // Two waits of the usual two seconds would take longer.
    expect(performance.now() - began).toBeLessThan(4000);
  });

  test("--json prints one document with the verdict and the run as it came, and nothing on stderr", async () => {
    const over = run({ tests_passed: 3, tests_failed: 1, added: 1 });
    service.answer(runs(under_way()), runs(over));
    const { code, json, stderr } = await wait("--json");
    expect(json).toEqual({
      outcomes: expect.objectContaining({ passed: 3, failed: 1, inconclusive: 0 }),
      passed: false,
      prompt_evidence: null,
      reason: "3 of 4 passed (75%); 100% required",
      judged_rates: [],
      suspicions: null,
      pass_rate: 0.75,
      min_pass_rate: 1,
      allow_unevaluated: false,
      run: over,
      // The service does not list the conversations.
      not_passed: null,
      repeated: [],
    });
    expect({ code, stderr }).toEqual({ code: 9, stderr: "" });
  });

  test("compares the pass rate with --min-pass-rate", async () => {
    service.answer(runs(run({ status: "INCOMPLETED", tests_passed: 3, tests_failed: 1 })));
    expect((await wait("--min-pass-rate", "0.75")).code).toBe(0);
    expect((await wait("--min-pass-rate", "0.76")).code).toBe(9);
    expect((await wait("--min-pass-rate", "1.1")).code).toBe(2);
  });

  test("never passes where nothing was evaluated", async () => {
    const nothing = { tests_passed: 0, total_tests: 0, tests_completed: 0 };
    for (const counts of [nothing, { ...nothing, total_tests: 4, tests_incompleted: 4 }]) {
      service.answer(runs(run(counts)));
      const { code, stdout } = await wait("--min-pass-rate", "0");
      expect(code).toBe(9);
      expect(stdout).toContain("not passed: nothing was evaluated\n");
    }
  });

  test("waits for the newest run, and stays with it when another is started", async () => {
    const later = { created_at: "2026-11-02T12:00:00Z" };
    const other = under_way({ id: 902, created_at: "2026-11-03T12:00:00Z" });
    service.answer(
      runs(under_way({ id: 901, ...later }), run({ tests_passed: 0 })),
      runs(other, under_way({ id: 901, ...later })),
      runs(other, run({ id: 901, ...later })),
    );
    const { code, json } = await wait("--json");
    expect({ code, id: json.run.id }).toEqual({ code: 0, id: 901 });
  });

  test("takes the run in progress, also if a newer one is over", async () => {
    const newer = run({ id: 901, tests_passed: 0, tests_failed: 4, created_at: "2026-11-02T12:00:00Z" });
    service.answer(runs(newer, under_way()), runs(newer, run()));
    const { code, json } = await wait("--json");
    expect({ code, id: json.run.id }).toEqual({ code: 0, id: 900 });
  });

  test("where several are in progress, it asks for --run instead of guessing", async () => {
    const over = run({ id: 902, created_at: "2026-11-03T12:00:00Z" });
    service.answer(runs(over, under_way({ id: 901 }), under_way()));
    expect(await wait()).toMatchObject({
      code: 2,
      stdout: "",
      stderr:
        "error: simulation 7 has 2 runs in progress: 901, 900\n" +
        "hint: choose one with --run: `parley sim wait 7 --run 901`\n",
    });
    expect(service.requests).toHaveLength(1);
    service.answer(runs(over, under_way({ id: 901 }), run()));
    expect((await wait("--run", "900")).code).toBe(0);
  });

  test("--run waits for that run; one that there is not ends with 5 at once", async () => {
    const later = run({ id: 901, tests_passed: 0, tests_failed: 4, created_at: "2026-11-02T12:00:00Z" });
    service.answer(runs(later, under_way()), runs(later, run()));
    const { code, json } = await wait("--run", "900", "--json");
    expect({ code, id: json.run.id }).toEqual({ code: 0, id: 900 });
    expect(await wait("--run", "903")).toMatchObject({
      code: 5,
      stdout: "",
      stderr: "error: simulation 7 has no run 903\nhint: `parley sim runs 7` lists its runs\n",
    });
  });

  test("waits for a run where there is none yet", async () => {
    service.answer(runs(), runs(under_way()), runs(run()));
    const { code, stderr } = await wait();
    expect(stderr).toMatch(/^simulation 7 has no run yet\nrun 900 RUNNING/);
    expect(code).toBe(0);
  });

  test("ends with 9 when the time is over, with and without a run", async () => {
    service.answer(runs(under_way()));
    const late = await wait("--max-wait", "0.3", "--json");
    expect(late).toMatchObject({
      code: 9,
      json: { passed: false, reason: "the run did not finish within 0.3 s" },
    });
    expect(late.json.run).toEqual(under_way());
    service.answer(runs());
    const none = await wait("--max-wait", "0.3", "--json");
    expect(none).toMatchObject({ code: 9, json: { reason: "no run started within 0.3 s", run: null } });
  });

  test("--max-wait 0 looks once", async () => {
    service.answer(runs(under_way()));
    expect((await wait("--max-wait", "0")).code).toBe(9);
    expect(service.requests).toHaveLength(1);
  });

  test("decides by the counts where the status is not known, and says so", async () => {
    const paused = { status: "PAUSED", tests_passed: 1, tests_completed: 1 };
    const over = { status: "PAUSED", tests_passed: 3, tests_completed: 3, tests_incompleted: 1 };
    service.answer(runs(run(paused)), runs(run(over)));
    const { code, stdout, stderr } = await wait("--min-pass-rate", "0.75");
    expect(stderr).toBe(
      "run 900 PAUSED, 1 of 4 done: 1 passed, 0 failed; unknown status, so the run counts as over " +
        "when all its tests are done\n" +
        "next: `parley sim results 900` lists the conversations and how each ended\n",
    );
    expect(stdout).toBe("run 900 PAUSED, 4 of 4 done: 3 passed, 0 failed, 1 inconclusive\npassed\n");
    expect(code).toBe(0);
  });

  test("outlasts a short failure of the service, and ends with 1 when it stays", async () => {
    const broken = { status: 503, body: { detail: "busy" } };
    service.answer(runs(under_way()), broken, runs(run()));
    expect((await wait()).code).toBe(0);
    service.answer(runs(under_way()), broken);
    expect((await wait("--retries", "0")).code).toBe(1);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends the wait with %i", async (signal, expected) => {
    service.answer(runs(under_way()));
    // It would look again only long after the test has timed out.
    const child = parley.start(["sim", "wait", "7", "--poll", "600"]);
    // The first remark comes just before the program sleeps.
    await once(child.stderr ?? child, "data");
    child.kill(signal);
    const [code] = await once(child, "close");
    expect(code).toBe(expected);
  });
});

describe("parley sim list and create", () => {
  const simulation = {
    id: 7,
    name: "Smoke",
    description: null,
    agent_id: 101,
    digital_human_ids: [501, 502],
    created_at: "2026-11-01T12:00:00Z",
  };

  test("list sends GET /v1/get-all-simulations and prints a row each", async () => {
    const body = { simulations: [simulation], total: 1 };
    service.answer({ body });
    const { stdout } = await parley(["sim", "list"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/get-all-simulations", text: "" }]);
    expect(stdout).toBe(
      "id\tname\tagent_id\tdigital_humans\tcreated\n7\tSmoke\t101\t501, 502\t2026-11-01T12:00:00Z\n",
    );
    expect((await parley(["sim", "list", "--json"])).json).toEqual(body);
  });

  test("create sends the named fields; the agent may come from the environment", async () => {
    service.answer({ body: { simulation_id: 7, digital_human_ids: [501, 502], status: "200" } });
    await parley([
      ...["sim", "create", "--name", "Smoke", "--agent", "101", "--description", "Before a release"],
      ...["--digital-human", "501", "--digital-human", "502", "--max-concurrent", "5", "--max-turns", "12"],
    ]);
    const env = { PARLEY_AGENT: "102" };
    service.answer({ body: { simulation_id: 7, status: "200" } });
    const { stderr } = await parley(["sim", "create", "--name", "Bare"], { env });
    expect(service.requests).toMatchObject(Array(2).fill({ method: "POST", path: "/v1/create-simulation" }));
    expect(service.requests.map(({ body }) => body)).toEqual([
      {
        name: "Smoke",
        agent_id: "101",
        description: "Before a release",
        digital_human_ids: [501, 502],
        max_concurrent: 5,
        max_turns: 12,
      },
      { name: "Bare", agent_id: "102" },
    ]);
    expect(stderr).toContain("next: `parley dh create --simulation 7` adds one");
  });

  test("create sends unknown fields, and says so", async () => {
    writeFileSync(join(parley.home, "new.yaml"), "agent_id: 101\nreplay_speed: 2\n");
    service.answer({ body: simulation });
    const { stderr } = await parley(["sim", "create", "-f", "new.yaml"]);
    expect(stderr).toMatch(/warning: new\.yaml:2:1: .*replay_speed/);
    expect(service.requests.map(({ body }) => body)).toEqual([{ agent_id: "101", replay_speed: 2 }]);
    expect((await parley(["sim", "create", "-f", "new.yaml", "--strict"])).code).toBe(2);
  });

  test("create refuses without an agent, and sends nothing", async () => {
    expect((await parley(["sim", "create", "--name", "Smoke"])).code).toBe(2);
    expect((await parley(["sim", "create", "--name", "A", "--agent", "1", "--dry-run"])).code).toBe(0);
    expect(service.requests).toEqual([]);
  });
});

describe("parley sim show", () => {
  test("asks for one simulation, and says where to look further", async () => {
    service.answer({ body: { id: 7, name: "Smoke", max_turns: 12 } });
    const { stdout, stderr } = await parley(["sim", "show", "7"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/simulation/7" }]);
    expect(stdout).toContain("max_turns\t12\n");
    expect(stderr).toBe("next: `parley dh list 7` lists its digital humans, `parley sim runs 7` its runs\n");
  });
});

describe("parley sim start", () => {
  const uuid = "00000000-0000-4000-8000-000000000001";
  const queued = { simulation_run_id: 900, simulation_result_ids: ["12"], agent_id: 101, status: "RUNNING" };

  test("sends the named fields, and says how to continue", async () => {
    service.answer({ body: queued });
    const { json } = await parley([
      ...[
        "sim",
        "start",
        "7",
        "--prompt",
        uuid,
        "--kb",
        uuid,
        "--digital-human",
        "501",
        "--seed",
        "s",
        "--json",
      ],
    ]);
    const { stderr } = await parley(["sim", "start", "7"]);
    expect(service.requests).toMatchObject(
      Array(2).fill({ method: "POST", path: "/v1/queue-http-text-simulation-run" }),
    );
    expect(service.requests.map(({ body }) => body)).toEqual([
      { simulation_id: "7", prompt_id: uuid, knowledge_base_id: uuid, digital_human_ids: ["501"], seed: "s" },
      { simulation_id: "7" },
    ]);
    // In the types of the contract.
    expect(json).toEqual({ ...queued, simulation_run_id: "900", agent_id: "101" });
    expect(stderr).toBe(
      "next: `parley sim wait 7 --run 900` waits for it, `parley sim results 900` shows the outcome; " +
        "`parley chat 12` lets you speak as the agent\n",
    );
  });

  describe("--wait", () => {
    const start = (...flags: string[]) => parley(["sim", "start", "7", "--wait", "--poll", "0.05", ...flags]);
    const failed = run({ tests_passed: 3, tests_failed: 1 });
    const others = [under_way({ id: 901, created_at: "2026-11-02T12:00:00Z" }), run({ id: 899 })];

    test("waits for the run that it started, and ends like `sim wait` with it", async () => {
      service.answer({ body: queued }, runs(...others, under_way()), runs(...others, failed));
      const started = await start();
      expect(service.requests.slice(0, 3).map(({ method, path }) => `${method} ${path}`)).toEqual([
        "POST /v1/queue-http-text-simulation-run",
        ...Array(2).fill("GET /v1/get-simulation-runs/7"),
      ]);
      service.answer(runs(...others, under_way()), runs(...others, failed));
      const waited = await parley(["sim", "wait", "7", "--run", "900", "--poll", "0.05"]);
      expect(started).toMatchObject({ code: 9, stdout: waited.stdout, stderr: waited.stderr });
      expect(started.stdout).toContain("not passed: 3 of 4 passed (75%); 100% required");
    });

    test("takes the flags of the gate, and prints its verdict with --json", async () => {
      service.answer({ body: queued }, runs(failed));
      const { code, json, stderr } = await start("--min-pass-rate", "0.75", "--json");
      expect({ code, json, stderr }).toMatchObject({
        code: 0,
        json: { passed: true, pass_rate: 0.75, min_pass_rate: 0.75, run: { id: 900 } },
        stderr: "",
      });
      service.answer({ body: queued }, runs(under_way()));
      expect(await start("--max-wait", "0", "--json")).toMatchObject({
        code: 9,
        json: { reason: "the run did not finish within 0 s" },
      });
    });

    test("says how to wait again if it can't see the run any more", async () => {
      service.answer({ body: queued }, { status: 500, body: { detail: "down" } });
      const { code, stderr } = await start("--retries", "0");
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(
          "the run was started: wait for it with `parley sim wait 7 --run 900`",
        ),
      });
    });

    test("a report that can't be written is refused before anything is started", async () => {
      expect((await start("--report", "html=none/run.html")).code).toBe(2);
      expect(service.requests).toEqual([]);
    });
  });

  test.each([
    [["--min-pass-rate", "0.9"], "--min-pass-rate requires --wait"],
    [["--report", "html=run.html"], "--report requires --wait"],
    [["--bot-wait", "5", "--wait"], "--bot-wait requires --bot-url"],
    [["--poll", "1"], "--poll requires --wait or --bot-url"],
    [["--wait", "30"], "too many arguments"],
  ])("refuses %j: it would mean nothing", async (flags, message) => {
    const { code, stderr } = await parley(["sim", "start", "7", ...flags]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });

  test("refuses a prompt that is not a UUID; --dry-run sends nothing", async () => {
    expect(await parley(["sim", "start", "7", "--prompt", "3"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--prompt must be a UUID, not "3"'),
    });
    expect((await parley(["sim", "start", "7", "--dry-run"])).code).toBe(0);
    expect(service.requests).toEqual([]);
  });
});

describe("against the service", () => {
  const real = useService();
  const on = (...args: string[]) =>
    parley(args, { env: { PARLEY_BASE_URL: real.url(), PARLEY_API_KEY: ACME_KEY } });
  let digital_human: string;
  beforeAll(async () => {
    const { body } = await real.acme("POST", "/v1/create-digital-human", {
      digital_human: { name: "Refund" },
    });
    digital_human = String(body.digital_human.id);
  });

  test("a run is started, followed, ended and judged", async () => {
    const create = ["sim", "create", "--name", "Smoke", "--agent", "101", "--digital-human", digital_human];
    const simulation = String((await on(...create, "--json")).json.id);
    expect((await on("sim", "list", "--json")).json.simulations).toMatchObject([{ name: "Smoke" }]);
    const { simulation_run_id, simulation_result_ids } = (await on("sim", "start", simulation, "--json"))
      .json;
    expect((await on("sim", "wait", simulation, "--max-wait", "0")).code).toBe(9);
    const [conversation] = simulation_result_ids;
    const results = await on("sim", "results", String(simulation_run_id), "--json");
    expect(results.json.simulation_results).toMatchObject([{ id: Number(conversation), status: "RUNNING" }]);
    expect((await on("sim", "end", conversation, "--json")).json.ended).toEqual([conversation]);
    const { code, json } = await on("sim", "wait", simulation, "--max-wait", "5", "--json");
    // Nothing was said, so nothing was evaluated.
    expect({ code, json }).toMatchObject({
      code: 9,
      json: { passed: false, run: { id: Number(simulation_run_id) } },
    });
    expect((await on("sim", "result", conversation)).stdout).toContain(`conversation ${conversation} of run`);
  });
});
