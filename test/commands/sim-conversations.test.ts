import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useRecorder();
const parley = useProgram(service);

describe("parley sim results, result and end", () => {
  const result = {
    id: 12,
    simulation_run_id: 900,
    simulation_id: 7,
    agent_id: 101,
    digital_human_id: 501,
    status: "COMPLETED",
    created_at: "2026-11-01T12:00:00Z",
    end_time: "2026-11-01T12:01:00Z",
    end_reason: "goal_reached",
    outcome: "passed",
    outcome_reason: "as it should be",
    unused_fields: ["accent"],
    transcript: [{ role: "AGENT", message: "Hello\x1b[2J", message_id: null, start_offset_ms: 1500 }],
    tool_calls: null,
  };

  test("results prints a row per conversation: whose it was, its outcome, and the first criterion that failed", async () => {
    const unhappy = {
      ...result,
      id: "13",
      digital_human_id: 502,
      outcome: "failed",
      outcome_reason:
        "Goal (refused); Success criteria (pass when tool pay called → condition never met); Tone",
      criteria: { held: [], failed: ["Goal", "Success criteria", "Tone"], unevaluated: [], error: [] },
    };
    const body = {
      simulation_run: { id: "900", simulation_id: "7" },
      simulation_results: [result, unhappy],
      total: 2,
    };
    service.answer(({ path }) =>
      path.startsWith("/v1/retrieve-simulation-results/")
        ? { body }
        : { body: { digital_humans: [{ id: 501, name: "Refund, angry" }] } },
    );
    const { stdout } = await parley(["sim", "results", "900"]);
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/retrieve-simulation-results/900",
      "GET /v1/digital-humans-by-simulation/7",
    ]);
    expect(stdout).toBe(
      "id\tdigital_human\toutcome\twhy\tturns\tended\n" +
        "12\tRefund, angry\tpassed\tas it should be\t1\t2026-11-01T12:01:00Z\n" +
        "13\tdigital human 502\tfailed\tSuccess criteria: pass when tool pay called → condition never met; 2 more\t" +
        "1\t2026-11-01T12:01:00Z\n",
    );
    const wide = (await parley(["sim", "results", "900", "--wide"])).stdout.split("\n");
    expect(wide[0]).toMatch(/\tended\tdigital_human_id\tstatus\tend_reason$/);
    expect(wide[1]).toMatch(/\t501\tCOMPLETED\tgoal_reached$/);
  });

  test("results prints the service's data for programs, and requests no names", async () => {
    const body = {
      simulation_run: { id: "900", simulation_id: "7" },
      simulation_results: [result],
      total: 1,
    };
    service.answer({ body });
    expect((await parley(["sim", "results", "900", "--json"])).json).toEqual(body);
    expect((await parley(["sim", "results", "900", "--fields", "id,end_reason"])).stdout).toBe(
      "id\tend_reason\n12\tgoal_reached\n",
    );
    expect(service.requests.map(({ path }) => path)).toEqual([
      "/v1/retrieve-simulation-results/900",
      "/v1/retrieve-simulation-results/900",
    ]);
  });

  test("results shows ids where the service does not tell the names", async () => {
    service.answer(({ path }) =>
      path.startsWith("/v1/retrieve-simulation-results/")
        ? {
            body: {
              simulation_run: { id: "900", simulation_id: "7" },
              simulation_results: [result],
              total: 1,
            },
          }
        : { status: 404, body: { detail: "no" } },
    );
    const { code, stdout } = await parley(["sim", "results", "900"]);
    expect((await parley(["sim", "result", "13"])).stderr).toContain(
      "hint: `parley sim results <run-id>` lists",
    );
    service.answer({ status: 404, body: { detail: "simulation run 901 not found" } });
    expect((await parley(["sim", "results", "901"])).stderr).toContain(
      "hint: `parley sim runs <simulation-id>` lists",
    );
    expect({ code, row: stdout.split("\n")[1] }).toMatchObject({
      code: 0,
      row: expect.stringMatching(/^12\tdigital human 501\tpassed\t/),
    });
  });

  test("result prints the conversation, harmless for a terminal; its record with --json", async () => {
    const body = { simulation_result: result, status: "200" };
    service.answer({ body });
    const { stdout } = await parley(["sim", "result", "12"]);
    expect(service.requests).toMatchObject([
      { method: "GET", path: "/v1/retrieve-simulation-result/12", text: "" },
    ]);
    expect(stdout).toBe(
      "conversation 12 of run 900 with digital human 501: COMPLETED (goal_reached)\n\n 0:01.5  AGENT  Hello\n\n" +
        "passed: as it should be\nwithout effect in this conversation: accent\n",
    );
    expect((await parley(["sim", "result", "12", "--json"])).json).toEqual(body);
  });

  test("end sends all conversations in one request; --dry-run sends none", async () => {
    const body = { ended: ["12"], already_ended: ["13"] };
    service.answer({ body });
    const { json } = await parley(["sim", "end", "12", "13", "--json"]);
    expect(service.requests).toMatchObject([
      { method: "POST", path: "/v1/end-conversations", body: { test_result_ids: [12, 13] } },
    ]);
    expect(json).toEqual(body);
    expect((await parley(["sim", "end", "12", "--dry-run"])).code).toBe(0);
    expect(service.requests).toHaveLength(1);
  });

  test.each([["list"], ["results", "1"], ["result", "1"], ["replay", "1"], ["end", "1"], ["start", "1"]])(
    "%s says so where the service does not offer it",
    async (...words) => {
      service.answer({ status: 404, body: { detail: "Not Found" } });
      expect(await parley(["sim", ...words])).toMatchObject({
        code: 5,
        stderr: expect.stringContaining("error: this service does not offer "),
      });
    },
  );

  describe("replay", () => {
    const replay = { simulation_result_id: "12", same: true, turns: 3, first_difference: null };

    test("says that a conversation is the same, and ends with 0", async () => {
      service.answer({ body: replay });
      expect(await parley(["sim", "replay", "12"])).toMatchObject({
        code: 0,
        stdout: "conversation 12, 3 turns of the digital human: the same\n",
      });
      expect(service.requests).toMatchObject([
        { method: "GET", path: "/v1/replay-simulation-result/12", text: "" },
      ]);
    });

    test.each([
      [
        { same: true, recording: { same: true, first_difference_ms: null } },
        0,
        "the same, and its side of the recording too",
      ],
      [
        { same: false, recording: { same: false, first_difference_ms: 1240 } },
        9,
        "the recording is different, starting at 1.24 s",
      ],
      [
        { same: true, world: { same: true, calls: 2, first_difference: null } },
        0,
        "the same, and 2 calls of the world's tools too",
      ],
      [
        {
          same: false,
          world: {
            same: false,
            calls: 2,
            first_difference: {
              call: 2,
              tool: "reserve",
              recorded: '{"status":200}',
              replayed: '{"status":422}',
            },
          },
        },
        9,
        'the same\ncall 2 of the world\'s tools, reserve: different\n- {"status":200}\n+ {"status":422}',
      ],
    ])("describes the recording of a call, and the world: %j", async (told, code, text) => {
      service.answer({ body: { ...replay, ...told } });
      expect(await parley(["sim", "replay", "12"])).toMatchObject({
        code,
        stdout: `conversation 12, 3 turns of the digital human: ${text}\n`,
      });
    });

    test("shows the first difference, and ends with 9", async () => {
      const first_difference = { turn: 2, recorded: '{"say":"Yes"}', replayed: null };
      const body = { ...replay, same: false, first_difference };
      service.answer({ body });
      expect(await parley(["sim", "replay", "12"])).toMatchObject({
        code: 9,
        stdout:
          'conversation 12, 3 turns of the digital human: different, starting at turn 2\n- {"say":"Yes"}\n+ nothing\n',
      });
      const { code, json } = await parley(["sim", "replay", "12", "--json"]);
      expect({ code, json }).toEqual({ code: 9, json: body });
    });
  });
});

describe("against the service", () => {
  const real = useService();

  test("what a digital human says can be read and played again", async () => {
    const { body: made } = await real.acme("POST", "/v1/create-digital-human", {
      digital_human: { name: "Refund", intent: "I want a refund.", accent: "indian", creativity: 0 },
    });
    const { body: simulation } = await real.acme("POST", "/v1/create-simulation", {
      name: "Smoke",
      agent_id: 101,
      digital_human_ids: [made.digital_human.id],
      opening_patience_ms: 0,
    });
    const { body: run } = await real.acme("POST", "/v1/queue-http-text-simulation-run", {
      simulation_id: simulation.id,
    });
    const [simulation_result_id] = run.simulation_result_ids;
    for (const message of ["Your refund has been issued.", "Goodbye!"])
      await real.acme("POST", "/v1/send-http-text-message", { simulation_result_id, message });
    const on = (...args: string[]) =>
      parley(args, { env: { PARLEY_BASE_URL: real.url(), PARLEY_API_KEY: ACME_KEY } });
    const { stdout } = await on("sim", "result", simulation_result_id);
    expect(stdout).toContain("USER   Hello. I want a refund.");
    expect(stdout).toContain("(goal_reached)");
    expect(stdout).toContain("without effect in this conversation: accent");
    expect(await on("sim", "replay", simulation_result_id)).toMatchObject({
      code: 0,
      stdout: `conversation ${simulation_result_id}, 3 turns of the digital human: the same\n`,
    });
  });
});
