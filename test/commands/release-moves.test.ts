/** Promotion and rollback of both kinds of versions, against a service that lies wherever possible. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Reply, useRecorder } from "../support/recorder.ts";
import { ran } from "../support/simulation.ts";
import { idOf, KINDS, VersionsPlayed } from "../support/versions.ts";

const service = useRecorder();
const parley = useProgram(service);
const ACCEPTING = ["--accept-unconfirmed"];
const HISTORY = join(parley.home, ".parley", "releases.jsonl");

describe.each(KINDS)("parley $group", (kind) => {
  const { group, noun, path } = kind;
  let played: VersionsPlayed;
  beforeEach(() => {
    rmSync(HISTORY, { force: true });
    played = new VersionsPlayed(kind, { production: 3, candidate: 4 });
    service.answer(played.answer);
  });

  const run = (...args: string[]) => parley([group, ...args, "--agent", "101", "--yes", "--json"]);
  const errorOf = ({ stderr }: { stderr: string }) => JSON.parse(stderr.slice(stderr.indexOf("{"))).error;
  const posts = () => service.requests.filter(({ method }) => method === "POST");
  const history = () =>
    existsSync(HISTORY)
      ? readFileSync(HISTORY, "utf8")
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line))
      : [];
  /** Answers POST with `reply`. With `moves`, the label moves anyway. */
  const lie = (reply: Reply, moves: "moves" | "stays" = "stays") =>
    service.answer((request) => {
      if (request.method !== "POST") return played.answer(request);
      if (moves === "moves") played.answer(request);
      return reply;
    });

  describe("promote", () => {
    test("moves, reads back, and keeps the move in the history", async () => {
      const { code, json } = await run("promote", "candidate", "production");
      expect({ code, json }).toEqual({
        code: 0,
        json: {
          label: "production",
          previous_version: 3,
          version: 4,
          moved: true,
          evidence: null,
          rollback: `parley ${group} rollback production --to 3 --agent 101`,
        },
      });
      expect(posts()).toMatchObject([
        { path: `${path}/4/labels`, body: { labels: ["production"], override_label: true } },
      ]);
      expect(history()).toEqual([
        {
          at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
          base_url: service.url(),
          agent_id: 101,
          kind: kind.kind,
          label: "production",
          action: "promote",
          previous_version: 3,
          version: 4,
          evidence: null,
        },
      ]);
    });

    test("names both versions in the diff", async () => {
      const { stderr } = await parley([group, "promote", "4", "production", "--agent", "101", "--yes"]);
      expect(stderr).toContain(`--- ${noun} version 3\n+++ ${noun} version 4`);
    });

    test("refuses with 6 where the label moved between the look and the move", async () => {
      let reads = 0;
      service.answer((request) => {
        if (request.path.endsWith("label=production") && ++reads === 2) played.holders.set("production", 5);
        return played.answer(request);
      });
      const ran = await run("promote", "4", "production");
      expect(ran.code).toBe(6);
      expect(errorOf(ran)).toMatchObject({
        code: "expectation",
        message: "production is on version 5, not on version 3",
      });
      expect({ posts: posts(), history: history() }).toEqual({ posts: [], history: [] });
    });

    test("ends with 6 and says which version has the label if it is read back on another", async () => {
      service.answer((request) => {
        const reply = played.answer(request);
        if (request.method === "POST") played.holders.set("production", 5);
        return reply;
      });
      const ran = await run("promote", "4", "production");
      expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 6, stdout: "" });
      expect(errorOf(ran)).toMatchObject({
        code: "not_moved",
        message: "the service accepted the move, but production is on version 5",
      });
      expect(history()).toEqual([]);
    });

    test("ends with 6 where the service accepts the move and does nothing", async () => {
      lie({ body: { labels: ["production"] } });
      const ran = await run("promote", "4", "production");
      expect(ran.code).toBe(6);
      expect(errorOf(ran).message).toBe("the service accepted the move, but production is on version 3");
    });

    test("ends with 6 at a 409 despite override, and says where the label is", async () => {
      lie({ status: 409, body: { detail: "the label is locked" } });
      const ran = await run("promote", "4", "production");
      expect(ran.code).toBe(6);
      expect(errorOf(ran)).toMatchObject({
        message: "the label is locked",
        hint: "this command moved nothing: production is still on version 3",
      });
      expect(history()).toEqual([]);
    });

    test("takes a move that happened for one, also where the service answers 500 after it", async () => {
      lie({ status: 500, body: { detail: "out of cheese" } }, "moves");
      const ran = await run("promote", "4", "production");
      expect({ code: ran.code, json: ran.json }).toMatchObject({
        code: 0,
        json: { moved: true, previous_version: 3, version: 4 },
      });
      expect(ran.stderr).toBe("warning: out of cheese, but production is on version 4 now\n");
      expect(history()).toHaveLength(1);
      expect(posts()).toHaveLength(1);
    });

    test("ends with 1 at a 500 that moved nothing, and does not send the move again", async () => {
      lie({ status: 500, body: { detail: "out of cheese" } });
      const ran = await run("promote", "4", "production");
      expect({ code: ran.code, posts: posts().length, history: history() }).toEqual({
        code: 1,
        posts: 1,
        history: [],
      });
      expect(errorOf(ran).hint).toBe("this command moved nothing: production is still on version 3");
    });

    test("ends with 6 after a 500 if another version has the label afterwards", async () => {
      service.answer((request) => {
        if (request.method !== "POST") return played.answer(request);
        played.holders.set("production", 5);
        return { status: 500 };
      });
      const ran = await run("promote", "4", "production");
      expect(ran.code).toBe(6);
      expect(errorOf(ran).hint).toBe("this command moved nothing: production is now on version 5");
    });

    test("takes a move whose answer never came for one where the label is there", async () => {
      lie({ reset: true }, "moves");
      expect(await run("promote", "4", "production")).toMatchObject({ code: 0 });
      expect(posts()).toHaveLength(1);
    });

    test("says that the outcome is unknown if neither the move nor the check afterwards is answered", async () => {
      service.answer((request) => {
        if (posts().length === 0) return played.answer(request);
        return { status: 500, body: { detail: "out of cheese" } };
      });
      const ran = await run("promote", "4", "production");
      expect(ran.code).toBe(1);
      expect(errorOf(ran).hint).toContain("production may or may not have moved to version 4");
    });

    test("says that an accepted move could not be read back", async () => {
      let accepted = false;
      service.answer((request) => {
        if (accepted) return { status: 500, body: { detail: "out of cheese" } };
        accepted = request.method === "POST";
        return played.answer(request);
      });
      const ran = await run("promote", "4", "production");
      expect(ran.code).toBe(1);
      expect(errorOf(ran)).toMatchObject({
        code: "not_verified",
        message: "production was moved, but could not be read back: out of cheese",
        hint: expect.stringContaining("it was on version 3"),
      });
      expect(history()).toEqual([]);
    });

    test("passes a refusal on as it is", async () => {
      lie({ status: 400, body: { detail: 'the label "latest" is kept by the service' } });
      const ran = await run("promote", "4", "latest");
      expect(ran.code).toBe(3);
      expect(errorOf(ran).message).toBe('the label "latest" is kept by the service');
    });

    test("refuses before anything is sent where the history cannot be written", async () => {
      writeFileSync(join(parley.home, "file"), "");
      const ran = await run("promote", "4", "production", "--history", "file/releases.jsonl");
      expect({ code: ran.code, posts: posts() }).toEqual({ code: 2, posts: [] });
      expect(errorOf(ran).message).toContain("cannot write the release history");
    });

    test("--dry-run leaves no history", async () => {
      const { code } = await run("promote", "4", "production", "--dry-run");
      expect({ code, history: existsSync(HISTORY), posts: posts() }).toEqual({
        code: 0,
        history: false,
        posts: [],
      });
    });
  });

  describe("rollback without --to", () => {
    test("uses the history to go back one more version each time", async () => {
      await run("promote", "4", "production");
      await run("promote", "5", "production");
      expect((await run("rollback", "production")).json).toMatchObject({ previous_version: 5, version: 4 });
      expect((await run("rollback", "production")).json).toMatchObject({ previous_version: 4, version: 3 });
      const ran = await run("rollback", "production");
      expect(ran.code).toBe(2);
      expect(errorOf(ran).message).toBe("no version that had production before version 3 is recorded here");
      expect(history().map(({ action, version }) => [action, version])).toEqual([
        ["promote", 4],
        ["promote", 5],
        ["rollback", 4],
        ["rollback", 3],
      ]);
    });

    test("refuses with 6 where the label is not where the history left it", async () => {
      await run("promote", "4", "production");
      played.holders.set("production", 5);
      const ran = await run("rollback", "production");
      expect(ran.code).toBe(6);
      expect(errorOf(ran).message).toBe(
        "production is on version 5, but according to the release history it is on version 4",
      );
      expect(posts()).toHaveLength(1);
    });

    test("refuses if there is no history, or one of another service", async () => {
      expect(await run("rollback", "production")).toMatchObject({ code: 2 });
      await run("promote", "4", "production");
      const elsewhere = readFileSync(HISTORY, "utf8").replaceAll(
        service.url(),
        "https://staging.example.com",
      );
      writeFileSync(HISTORY, elsewhere);
      const ran = await run("rollback", "production");
      expect(ran.code).toBe(2);
      expect(errorOf(ran)).toMatchObject({
        message: "no earlier move of production is recorded here",
        hint: expect.stringContaining("give --to <version>"),
      });
      expect(posts()).toHaveLength(1);
    });

    test("leaves out a line that was not written completely, and says so", async () => {
      await run("promote", "4", "production");
      await run("promote", "5", "production");
      writeFileSync(HISTORY, `${readFileSync(HISTORY, "utf8")}{"at":"2026-`, "utf8");
      const ran = await parley([group, "rollback", "production", "--agent", "101", "--yes"]);
      expect(ran.stderr).toMatch(/^warning: .*releases\.jsonl:3: this line was not written completely/m);
      expect(ran.code).toBe(0);
      const after = await parley([group, "history", "--agent", "101", "--json"]);
      expect(after).toMatchObject({ code: 0, stderr: expect.stringContaining("releases.jsonl:3: ") });
    });

    test("refuses a history with a merge conflict, with file and line", async () => {
      await run("promote", "4", "production");
      writeFileSync(HISTORY, `${readFileSync(HISTORY, "utf8")}<<<<<<< HEAD\n`, "utf8");
      const ran = await parley([group, "rollback", "production", "--agent", "101", "--yes"]);
      expect({ code: ran.code, stderr: ran.stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("releases.jsonl:2"),
      });
    });

    test("reads the history next to the project file from a subfolder", async () => {
      writeFileSync(join(parley.home, "parley.yaml"), "agent: 101\n");
      const below = { cwd: join(parley.home, ".parley") };
      await run("promote", "4", "production");
      const { json } = await parley([group, "rollback", "production", "--yes", "--json"], below);
      expect(json).toMatchObject({ previous_version: 4, version: 3 });
      rmSync(join(parley.home, "parley.yaml"));
    });
  });

  describe("history", () => {
    test("shows versions, their labels and the moves to them", async () => {
      await run("promote", "4", "production");
      const { stdout } = await parley([group, "history", "--agent", "101"]);
      const at = history()[0].at;
      expect(stdout.split("\n")).toEqual([
        "version\tlabels\tmessage\tmoves",
        "3\t\t\t",
        `4\tproduction, candidate\t\tproduction from 3 (promote, ${at})`,
        "5\t\t\t",
        "",
      ]);
      const { json } = await run("history");
      expect(json[1]).toEqual({
        version: 4,
        labels: ["production", "candidate"],
        commit_message: null,
        id: idOf(4),
        moves: history(),
      });
    });
  });

  describe("--require-run", () => {
    const RESULTS = "/v1/retrieve-simulation-results/900";
    const RUNS = "/v1/get-simulation-runs/7";
    const run900 = {
      id: 900,
      experiment_id: 7,
      status: "COMPLETED",
      total_tests: 4,
      tests_completed: 4,
      tests_incompleted: 0,
      tests_passed: 3,
      tests_failed: 1,
    };
    /** Run 900 of simulation 7, which tested a version of either kind. */
    const withRun = (
      tested: string | null,
      fields: object = {},
      agent_id = 101,
      versions: object | null = ran("confirmed"),
    ) =>
      service.answer((request) => {
        if (request.path === RESULTS)
          return {
            body: {
              simulation_run: {
                id: "900",
                simulation_id: "7",
                agent_id: String(agent_id),
                prompt_id: kind.kind === "prompt" ? tested : null,
                knowledge_base_id: kind.kind === "prompt" ? null : tested,
              },
              simulation_results: [{ id: 1, digital_human_id: 501, outcome: "passed", versions }],
              total: 1,
            },
          };
        if (request.path === RUNS) return { body: { simulation_runs: [{ ...run900, ...fields }] } };
        return played.answer(request);
      });
    const require = (...args: string[]) => run("promote", "4", "production", "--require-run", "900", ...args);

    test("lets a version pass that the run tested, and keeps the run in the history", async () => {
      withRun(idOf(4));
      const { code, json } = await require("--min-pass-rate", "0.75");
      const evidence = { simulation_run_id: 900, pass_rate: 0.75, version_evidence: "confirmed" };
      expect({ code, json }).toMatchObject({ code: 0, json: { moved: true, evidence } });
      expect(history()).toMatchObject([{ evidence }]);
    });

    test.each([
      ["tested another version", idOf(5), {}, `the run tested a different ${noun} version, not version 4`],
      [
        "does not say what it tested",
        null,
        {},
        `the service does not say which ${noun} version the run tested`,
      ],
      ["passed too little", idOf(4), {}, "3 of 4 passed (75%); 100% required"],
      ["evaluated nothing", idOf(4), { tests_passed: 0, tests_failed: 0 }, "nothing was evaluated"],
      [
        "is not over",
        idOf(4),
        { status: "RUNNING", tests_failed: 0 },
        "the run is not over: run 900 RUNNING",
      ],
    ])("refuses with 9 a run that %s, and sends nothing", async (_, tested, fields, message) => {
      withRun(tested, fields);
      const ran = await require();
      expect({ code: ran.code, posts: posts(), history: history() }).toEqual({
        code: 9,
        posts: [],
        history: [],
      });
      expect(errorOf(ran)).toMatchObject({ code: "evidence", message: expect.stringContaining(message) });
    });

    test.each([
      [
        "was only told",
        ran("told"),
        `the agent did not confirm that it ran ${noun} version 4 (confirmed in 0 of 1 conversation)`,
      ],
      ["says nothing about versions", null, `nothing shows that the agent ran ${noun} version 4`],
      [
        "says something unheard-of",
        { [`${kind.kind}_evidence`]: "sworn" },
        `nothing shows that the agent ran ${noun} version 4`,
      ],
    ])(
      "refuses a run whose agent %s, unless that is accepted in so many words",
      async (_, versions, message) => {
        withRun(idOf(4), { tests_passed: 4, tests_failed: 0 }, 101, versions);
        const refused = await require();
        expect({ code: refused.code, posts: posts() }).toEqual({ code: 9, posts: [] });
        expect(errorOf(refused)).toMatchObject({
          message,
          hint: expect.stringContaining("--accept-unconfirmed"),
        });
        const { code, json } = await require(...ACCEPTING);
        expect({ code, json }).toMatchObject({ code: 0, json: { moved: true } });
        expect(history()[0].evidence.version_evidence).toMatch(/^(told|unknown)$/);
      },
    );

    test("refuses a run whose agent ran another version, whatever is accepted", async () => {
      withRun(idOf(4), { tests_passed: 4, tests_failed: 0 }, 101, ran("mismatch", 3, 4));
      const refused = await require(...ACCEPTING);
      expect({ code: refused.code, posts: posts() }).toEqual({ code: 9, posts: [] });
      expect(errorOf(refused).message).toBe(
        `the agent ran version 3 instead of ${noun} version 4 in 1 of 1 conversation`,
      );
      expect(errorOf(refused).hint).not.toContain("--accept-unconfirmed");
    });

    test("refuses a run of another agent, and one that there is not", async () => {
      withRun(idOf(4), {}, 102);
      expect(errorOf(await require()).message).toBe("the run tested agent 102, not agent 101");
      service.answer((request) =>
        request.path === RESULTS
          ? { status: 404, body: { detail: "simulation run 900 not found" } }
          : played.answer(request),
      );
      expect(await require()).toMatchObject({ code: 5 });
      expect(posts()).toEqual([]);
    });
  });

  describe("--require-eval", () => {
    const report = {
      agent_id: 101,
      prompt_version: 4,
      prompt_id: null,
      knowledge_base_version: 4,
      knowledge_base_id: idOf(4),
      total: 10,
      passed: 9,
      failed: 1,
    };
    /** A test of one conversation, in the form of `release check`. */
    const listed = (id: string, standing = "passed", criterion = standing) => {
      const judged = [{ criterion: "outcome", standing: criterion, reason: null }];
      const attempts = [{ simulation_run_id: 901, simulation_result_id: id, judged }];
      return { name: "Late", standing, criteria: judged, attempts };
    };
    const require = (content: unknown, ...args: string[]) => {
      writeFileSync(
        join(parley.home, "report.json"),
        typeof content === "string" ? content : JSON.stringify(content),
      );
      return run("promote", "4", "production", "--require-eval", "report.json", ...args);
    };

    test("lets a version pass that the report is about", async () => {
      // It names no run, so nothing but the file says what the agent ran.
      const content = { ...report, prompt_evidence: "confirmed", knowledge_base_evidence: "confirmed" };
      const refused = await require(content, "--min-pass-rate", "0.9");
      expect({ code: refused.code, posts: posts() }).toEqual({ code: 9, posts: [] });
      expect(errorOf(refused).message).toBe(`nothing shows that the agent ran ${noun} version 4`);
      const { code, json } = await require(content, "--min-pass-rate", "0.9", "--accept-unconfirmed");
      expect({ code, json }).toMatchObject({
        code: 0,
        json: { evidence: { report: "report.json", pass_rate: 0.9, version_evidence: "unknown" } },
      });
    });

    test.each([
      [{ agent_id: 102 }, "the report is about agent 102, not agent 101"],
      [
        { prompt_version: 3, knowledge_base_version: 3 },
        `the report is about ${noun} version 3, not version 4`,
      ],
      [
        { prompt_version: null, knowledge_base_version: null },
        `the report does not say which ${noun} version was tested`,
      ],
      [
        { prompt_id: idOf(9), knowledge_base_id: idOf(9) },
        `the report is about an earlier ${noun} version 4`,
      ],
      [{}, "9 of 10 passed (90%); 100% required"],
      [{ total: 0, passed: 0, failed: 0 }, "nothing was evaluated"],
      [{ passed: 0, failed: 0 }, "nothing was evaluated"],
    ])("refuses with 9 a report with %j", async (fields, message) => {
      const ran = await require({ ...report, ...fields });
      expect({ code: ran.code, posts: posts() }).toEqual({ code: 9, posts: [] });
      expect(errorOf(ran).message).toContain(message);
    });

    test.each([
      [{ total: 4, passed: 5, failed: 0 }, "5 passed and 0 failed, of 4 in all"],
      [{ total: 4, passed: 4, failed: 2 }, "4 passed and 2 failed, of 4 in all"],
      [{ total: 1, passed: 1, failed: 0, verdict: "not_passed" }, "its verdict is not_passed"],
      [{ total: 2, passed: 2, failed: 0, tests: [listed("901.0")] }, "it counts 2 passed tests, but lists 1"],
      [
        { total: 1, passed: 1, failed: 0, tests: [listed("901.0", "passed", "failed")] },
        "the report contradicts itself: Late passed and failed",
      ],
    ])("refuses with 9 a report that contradicts itself: %j", async (fields, message) => {
      const ran = await require({ ...report, ...fields }, "--min-pass-rate", "0.1");
      expect({ code: ran.code, posts: posts() }).toEqual({ code: 9, posts: [] });
      expect(errorOf(ran).message).toContain(message);
    });

    describe("reads the run again that a report names", () => {
      const good = {
        ...{ ...report, total: 2, passed: 2, failed: 0, verdict: "passed", simulation_run_ids: [901] },
        tests: [listed("901.0"), listed("901.1")],
      };
      const { tests: _, ...counted } = good;
      const had = (outcomes: readonly string[], fields: object = {}, versions: object = ran("confirmed")) =>
        service.answer((request) =>
          request.path === "/v1/retrieve-simulation-results/901"
            ? {
                body: {
                  simulation_run: { id: "901", agent_id: "101", [`${kind.kind}_id`]: idOf(4), ...fields },
                  simulation_results: outcomes.map((outcome, at) => ({ id: `901.${at}`, outcome, versions })),
                },
              }
            : played.answer(request),
        );

      test.each([
        ["with its tests", good],
        ["with its counts alone", counted],
      ])("and accepts what it confirms, %s", async (_, content) => {
        had(["passed", "passed"]);
        expect(await require(content)).toMatchObject({ code: 0 });
        expect(posts()).toHaveLength(1);
      });

      test("and believes the service about the agent, not the file", async () => {
        const content = { ...good, prompt_evidence: "confirmed", knowledge_base_evidence: "confirmed" };
        had(["passed", "passed"], {}, ran("told"));
        const refused = await require(content);
        expect({ code: refused.code, posts: posts() }).toEqual({ code: 9, posts: [] });
        expect(errorOf(refused).message).toContain("confirmed in 0 of 2 conversations");
        expect(await require(content, "--accept-unconfirmed")).toMatchObject({ code: 0 });
      });

      test.each([
        [
          "found something else",
          good,
          ["passed", "failed"],
          {},
          "conversation 901.1 passed; the service says that it failed",
        ],
        ["was not judged", good, ["passed", "incompleted"], {}, "the service says that it was not judged"],
        ["had more", good, ["passed", "passed", "failed"], {}, "leaves out conversation 901.2 of run 901"],
        ["had less", good, ["passed"], {}, "run 901 has no conversation 901.1"],
        ["passed less", counted, ["passed", "failed"], {}, "2 passed; the service says that 1 did"],
        [
          "had more than were counted",
          counted,
          ["passed", "passed", "passed"],
          {},
          "counts 2 tests; the run had 3",
        ],
        [
          "tested another version",
          good,
          ["passed", "passed"],
          { [`${kind.kind}_id`]: idOf(5) },
          `run 901 tested a different ${noun} version, not version 4`,
        ],
        ["tested another agent", good, [], { agent_id: "102" }, "run 901 tested agent 102, not agent 101"],
      ] as const)("and refuses with 9 where the run %s", async (_, content, outcomes, fields, message) => {
        had(outcomes, fields);
        const ran = await require(content);
        expect({ code: ran.code, posts: posts() }).toEqual({ code: 9, posts: [] });
        expect(errorOf(ran).message).toContain(message);
      });

      test("and refuses with 9 a run that there is not", async () => {
        service.answer((request) =>
          request.path.startsWith("/v1/retrieve")
            ? { status: 404, body: { detail: "simulation run 901 does not exist" } }
            : played.answer(request),
        );
        const ran = await require(good);
        expect({ code: ran.code, posts: posts() }).toEqual({ code: 9, posts: [] });
        expect(errorOf(ran).message).toBe("the service has no run 901, which the report names");
      });

      test("and says so where the service does not offer that", async () => {
        service.answer((request) =>
          request.path.startsWith("/v1/retrieve")
            ? { status: 404, body: { detail: "Not Found" } }
            : played.answer(request),
        );
        const { code, stderr } = await require(good, "--accept-unconfirmed");
        expect({ code, stderr }).toEqual({
          code: 0,
          stderr: expect.stringContaining("the service cannot confirm the report"),
        });
      });
    });

    test.each([
      ["{", "the report is not valid JSON"],
      ["[]", "the report is not a JSON object"],
      ["{}", 'the report has no "agent_id"'],
      [{ ...report, passed: "all" }, '"passed" in the report is not valid'],
      [{ ...report, passed: 8.5 }, '"passed" in the report is not valid'],
      [{ ...report, tests: [{ name: "Late" }] }, '"tests" in the report is not valid'],
      [{ ...report, simulation_run_ids: ["x"] }, '"simulation_run_ids" in the report is not valid'],
    ])("refuses with 2 the file %j", async (content, message) => {
      const ran = await require(content);
      expect({ code: ran.code, posts: posts() }).toEqual({ code: 2, posts: [] });
      expect(errorOf(ran).message).toBe(message);
    });

    test("refuses with 2 a nonexistent report, and a rate without anything to judge", async () => {
      const missing = await run("promote", "4", "production", "--require-eval", "none.json");
      expect({ code: missing.code, message: errorOf(missing).message }).toEqual({
        code: 2,
        message: "report not found",
      });
      const idle = await run("promote", "4", "production", "--min-pass-rate", "0.9");
      expect({ code: idle.code, message: errorOf(idle).message }).toEqual({
        code: 2,
        message: "--min-pass-rate needs --require-run or --require-eval",
      });
      const accepting = await run("promote", "4", "production", "--accept-unconfirmed");
      expect({ code: accepting.code, message: errorOf(accepting).message }).toEqual({
        code: 2,
        message: "--accept-unconfirmed needs --require-run or --require-eval",
      });
      expect(posts()).toEqual([]);
    });
  });
});
