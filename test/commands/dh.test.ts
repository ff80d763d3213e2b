import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { KEY } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);
const write = (name: string, text: string) => writeFileSync(join(parley.home, name), text);

const digital_human = {
  id: 501,
  name: "Refund",
  intent: "Wants a refund",
  language: "en",
  tag: null,
  created_at: "2026-11-01T12:00:00Z",
  something_new: { kept: true },
};
const answer = { digital_human, simulation_ids: [7], simulation_id: 7 };

describe("parley dh list", () => {
  const list = { digital_humans: [digital_human], total: 1, simulation_id: 7 };

  test("sends GET /v1/digital-humans-by-simulation/{id} with the key", async () => {
    service.answer({ body: list });
    await parley(["dh", "list", "7"]);
    expect(service.requests).toMatchObject([
      { method: "GET", path: "/v1/digital-humans-by-simulation/7", text: "" },
    ]);
    expect(service.requests[0]?.headers["x-api-key"]).toBe(KEY);
  });

  test("prints rows where stdout is piped, the answer as it came as JSON", async () => {
    service.answer({ body: list });
    const { code, stdout, stderr } = await parley(["dh", "list", "7"]);
    expect(stdout.split("\n")).toEqual([
      "id\tname\tintent\tlanguage\ttag\tcreated",
      "501\tRefund\tWants a refund\ten\t\t2026-11-01T12:00:00Z",
      "",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect((await parley(["dh", "list", "7", "--json"])).json).toEqual(list);
  });

  test("without a simulation lists a page of the organization's, and says which", async () => {
    const page = { digital_humans: [digital_human], total_count: 41, page: 3, page_size: 20, total_pages: 3 };
    service.answer({ body: page });
    const { code, stdout, stderr } = await parley(["dh", "list", "--page", "3"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/digital-humans?page=3" }]);
    expect(stdout).toContain("501\tRefund");
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "page 3 of 3 (41 digital humans); --page shows another\n",
    });
    service.requests.length = 0;
    expect(await parley(["dh", "list", "7", "--page", "3"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--page and --page-size cannot be used with a simulation"),
    });
    expect(service.requests).toEqual([]);
  });

  test("refuses a simulation that is not a number, and ends with 5 for a nonexistent one", async () => {
    const bad = await parley(["dh", "list", "smoke"]);
    expect(bad).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('[simulation-id] must be an integer, not "smoke"'),
    });
    expect(service.requests).toEqual([]);
    service.answer({ status: 404, body: { detail: "simulation 8 not found" } });
    expect(await parley(["dh", "list", "8"])).toMatchObject({
      code: 5,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: simulation 8 not found\n {2}GET \/v1\/digital-humans-by-simulation\/8 → 404\nhint: /,
      ),
    });
  });
});

describe("parley dh show", () => {
  test("sends GET /v1/digital-human/{id}, prints its fields and where it takes part", async () => {
    service.answer({ body: answer });
    const { stdout, stderr } = await parley(["dh", "show", "501"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/digital-human/501", text: "" }]);
    expect(stdout).toContain("name\tRefund\n");
    expect(stdout).toContain('something_new\t{"kept":true}\n');
    expect(stderr).toBe("in simulation 7\n");
    expect((await parley(["dh", "show", "501", "--json"])).json).toEqual(answer);
  });

  test("says so where the service does not offer it", async () => {
    service.answer({ status: 404, body: { detail: "Not Found" } });
    expect(await parley(["dh", "show", "501"])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("this service does not offer GET /v1/digital-human/{digital_human_id}"),
    });
  });
});

describe("parley dh create", () => {
  test("sends the fields of the flags, each with its type, and no defaults", async () => {
    service.answer({ body: answer });
    const { code, json } = await parley([
      ...["dh", "create", "--json", "--simulation", "7", "--simulation", "8"],
      ...["--set", "name=5", "--set", "creativity=0.3", "--set", "allow_end_call_tool=true"],
      ...[
        "--set",
        'hangup_phrases=["bye"]',
        "--set",
        "traits.0.trait_name=vip",
        "--set",
        "traits.0.value=true",
      ],
    ]);
    expect(service.requests).toMatchObject([{ method: "POST", path: "/v1/create-digital-human" }]);
    expect(service.requests[0]?.body).toEqual({
      digital_human: {
        name: "5",
        creativity: 0.3,
        allow_end_call_tool: true,
        hangup_phrases: ["bye"],
        traits: [{ trait_name: "vip", value: true }],
      },
      simulation_ids: [7, 8],
    });
    expect(code).toBe(0);
    expect(json).toEqual(answer);
  });

  test("takes a file of kind DigitalHuman, flags over it", async () => {
    write(
      "refund.yaml",
      "kind: DigitalHuman\ndigital_human:\n  name: Refund\n  intent: ${INTENT}\n  language: en\nsimulation_ids: [7]\n",
    );
    service.answer({ body: answer });
    const env = { INTENT: "Wants a refund" };
    await parley(["dh", "create", "-f", "refund.yaml", "--set", "language=es"], { env });
    await parley(["dh", "create", "-f", "refund.yaml", "--simulation", "8"], { env });
    const fields = { name: "Refund", intent: "Wants a refund" };
    expect(service.requests.map(({ body }) => body)).toEqual([
      { digital_human: { ...fields, language: "es" }, simulation_ids: [7] },
      { digital_human: { ...fields, language: "en" }, simulation_ids: [8] },
    ]);
  });

  test("takes the bare body of the request, in JSON", async () => {
    const body = { digital_human: { name: "Refund" }, simulation_ids: [7] };
    write("body.json", JSON.stringify(body));
    service.answer({ body: answer });
    await parley(["dh", "create", "-f", "body.json"]);
    expect(service.requests[0]?.body).toEqual(body);
  });

  test("refuses every fault of a file at its place, and sends nothing", async () => {
    write(
      "bad.yaml",
      "kind: DigitalHuman\ndigital_human:\n  creativty: 0.3\n  accent: brittish\n  name: 5\nsimulations: [7]\n",
    );
    const { code, stderr } = await parley(["dh", "create", "-f", "bad.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "bad.yaml:3:3: digital_human.creativty: unknown field; did you mean creativity?",
    );
    expect(stderr).toMatch(
      /bad\.yaml:4:11: digital_human\.accent: must be one of .*; did you mean british\?/,
    );
    expect(stderr).toContain("bad.yaml:5:9: digital_human.name: must be a string");
    expect(stderr).toContain("bad.yaml:6:1: simulations: unknown field; did you mean simulation_ids?");
    expect(service.requests).toEqual([]);
  });

  test("reports every faulty flag by name, with the expected value, and sends nothing", async () => {
    const { code, stdout, stderr } = await parley([
      ...["dh", "create", "--set", "nam=A", "--set", "creativity=9", "--set", "traits.0.value=1"],
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.split("\n")).toEqual([
      "error: the digital human is incomplete or invalid",
      '  --set nam: unknown field "nam"; did you mean name? (--allow-unknown accepts it)',
      "  --set creativity: must be at most 2",
      "  digital_human.traits.0.trait_name: field required",
      "hint: nothing was sent; give the fields with -f or --set",
      "",
    ]);
    expect(service.requests).toEqual([]);
  });

  test("gives programs the faults as details", async () => {
    const { stderr } = await parley(["dh", "create", "--json", "--set", "creativity=hot"]);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "usage",
      status: null,
      details: [{ where: "--set creativity", message: 'must be a number, not "hot"' }],
    });
  });

  test("refuses if nothing is named and it cannot ask", async () => {
    for (const flags of [[], ["--simulation", "7"]])
      expect(await parley(["dh", "create", ...flags])).toMatchObject({
        code: 2,
        stderr:
          "error: no digital human given\n" +
          "hint: give -f <file>, or the fields: --set name=<text> --set intent=<text>\n",
      });
    expect(service.requests).toEqual([]);
  });

  test("at a terminal asks for name, intent, success criteria and simulation", async () => {
    service.answer({ body: answer });
    const { code, output } = await runInTerminal(parley, ["dh", "create"], {
      type: [
        { after: "Name", keys: "Refund\r" },
        { after: "Intent", keys: "Wants a refund\r" },
        { after: "What counts as success", keys: "A case is opened\r" },
        { after: "Simulation", keys: "7\r" },
      ],
    });
    expect(service.requests.map(({ body }) => body)).toEqual([
      {
        digital_human: { name: "Refund", intent: "Wants a refund", success_criteria: "A case is opened" },
        simulation_ids: [7],
      },
    ]);
    expect(code).toBe(0);
    expect(output).toContain("in simulation 7");
  });

  test("Ctrl-C at a question ends with 130 and sends nothing", async () => {
    const { code } = await runInTerminal(parley, ["dh", "create"], {
      type: [{ after: "Name", keys: "\x03" }],
    });
    expect(code).toBe(130);
    expect(service.requests).toEqual([]);
  });

  test("--dry-run prints the request and sends nothing", async () => {
    const { code, json } = await parley(["dh", "create", "--set", "name=A", "--dry-run", "--json"]);
    expect({ code, json }).toMatchObject({
      code: 0,
      json: {
        method: "POST",
        url: `${service.url()}/v1/create-digital-human`,
        headers: { "x-api-key": "••••" },
        body: { digital_human: { name: "A" } },
      },
    });
    expect(service.requests).toEqual([]);
  });

  test("is not sent a second time after it may have arrived", async () => {
    service.answer({ status: 503, body: { detail: "busy" } });
    expect((await parley(["dh", "create", "--set", "name=A"])).code).toBe(1);
    expect(service.requests).toHaveLength(1);
  });
});

describe("parley dh update", () => {
  test("sends only the named fields; --unset sends null", async () => {
    service.answer({ body: answer });
    const { code, json } = await parley([
      ...["dh", "update", "501", "--json", "--set", "creativity=0.3", "--set", "simulation_ids=[7,8]"],
      ...["--unset", "accent"],
    ]);
    expect(service.requests).toMatchObject([{ method: "PUT", path: "/v1/update-digital-human/501" }]);
    expect(service.requests[0]?.body).toEqual({ creativity: 0.3, simulation_ids: [7, 8], accent: null });
    expect(code).toBe(0);
    expect(json).toEqual(answer);
  });

  test("accepts a bare patch in a file, or the fields in a file of kind DigitalHuman", async () => {
    service.answer({ body: answer });
    write("patch.yaml", "gender: male\n");
    write("human.yaml", "kind: DigitalHuman\ndigital_human: { gender: male }\nsimulation_ids: []\n");
    await parley(["dh", "update", "501", "-f", "patch.yaml", "--set", "tag=x"]);
    await parley(["dh", "update", "501", "-f", "human.yaml"]);
    expect(service.requests.map(({ body }) => body)).toEqual([
      { gender: "male", tag: "x" },
      { gender: "male", simulation_ids: [] },
    ]);
  });

  test("refuses in a file, under --strict, what only a creation takes", async () => {
    write("workflow.yaml", "kind: DigitalHuman\ndigital_human: { workflow_path_index: 1, name: A }\n");
    expect(await parley(["dh", "update", "501", "-f", "workflow.yaml", "--strict"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("workflow.yaml:2:18: digital_human.workflow_path_index: unknown field"),
    });
    expect(service.requests).toEqual([]);
  });

  test("refuses where nothing is named, also by a file", async () => {
    write("empty.yaml", "{}\n");
    for (const flags of [[], ["-f", "empty.yaml"]])
      expect(await parley(["dh", "update", "501", ...flags])).toMatchObject({
        code: 2,
        stderr:
          "error: nothing to change\nhint: give fields with --set path=value, --unset path or -f <file>\n",
      });
    expect(service.requests).toEqual([]);
  });

  test("refuses to unset what cannot be null", async () => {
    expect(await parley(["dh", "update", "501", "--unset", "generation"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--unset generation: cannot be null"),
    });
    expect(service.requests).toEqual([]);
  });

  test("shows a refusal by the service: 400 is 3, 404 is 5, 409 is 6", async () => {
    for (const [status, code] of [
      [400, 3],
      [404, 5],
      [409, 6],
    ]) {
      service.answer({ status: status ?? 0, body: { detail: "this rule" } });
      expect(await parley(["dh", "update", "501", "--set", "name=A"])).toMatchObject({
        code,
        stderr: expect.stringContaining(`error: this rule\n  PUT /v1/update-digital-human/501 → ${status}\n`),
      });
    }
  });

  test("--dry-run prints the request and sends nothing", async () => {
    const { stdout } = await parley(["dh", "update", "501", "--unset", "accent", "--dry-run"]);
    expect(stdout).toContain(`PUT ${service.url()}/v1/update-digital-human/501\n`);
    expect(stdout).toContain('"accent": null');
    expect(service.requests).toEqual([]);
  });
});

describe("parley dh generate", () => {
  const generated = { digital_humans: [digital_human], status: "200", success: true, warning: null };

  test("sends the goals, counts and transcripts that the flags name", async () => {
    service.answer({ body: generated });
    write("call.txt", "AGENT: Hello\nUSER: My refund?\n");
    const { code, json, stderr } = await parley([
      ...["dh", "generate", "--agent", "101", "--simulation", "7", "--num-runs", "2", "--json"],
      ...["--goal", "Wants a refund=3", "--goal", "Books", "--goal", "Says a=b=2"],
      ...["--load", "4", "--red-team", "5", "--replay", "call.txt"],
    ]);
    expect(service.requests).toMatchObject([{ method: "POST", path: "/v1/generate-digital-humans" }]);
    expect(service.requests[0]?.body).toEqual({
      agent_id: "101",
      simulation_id: "7",
      goal_adherence: [
        { goal: "Wants a refund", num_calls: 3 },
        { goal: "Books", num_calls: 1 },
        { goal: "Says a=b", num_calls: 2 },
      ],
      load_testing: 4,
      red_teaming: 5,
      replay_transcript: [{ transcript: "AGENT: Hello\nUSER: My refund?\n", mode: "smart" }],
      num_runs: 2,
    });
    expect({ code, json, stderr }).toEqual({ code: 0, json: generated, stderr: "" });
  });

  test("takes a file, flags over it; the agent comes from flag, file or setting", async () => {
    service.answer({ body: generated });
    write("generate.yaml", 'kind: GenerateDigitalHumans\nagent_id: "102"\nload_testing: 1\nred_teaming: 1\n');
    write("bare.yaml", "load_testing: 1\n");
    const env = { PARLEY_AGENT: "103" };
    await parley(["dh", "generate", "-f", "generate.yaml", "--load", "4", "--agent", "101"], { env });
    await parley(["dh", "generate", "-f", "generate.yaml"], { env });
    await parley(["dh", "generate", "-f", "bare.yaml"], { env });
    expect(service.requests.map(({ body }) => body)).toEqual([
      { agent_id: "101", load_testing: 4, red_teaming: 1 },
      { agent_id: "102", load_testing: 1, red_teaming: 1 },
      { agent_id: "103", load_testing: 1 },
    ]);
  });

  test("prints the warning of a trimmed request on stderr, also with --json and --quiet", async () => {
    service.answer({ body: { ...generated, warning: "trimmed to 100\x1b[2J" } });
    const { json, stderr } = await parley([
      "dh",
      "generate",
      "--agent",
      "101",
      "--load",
      "150",
      "--json",
      "-q",
    ]);
    expect(json.warning).toBe("trimmed to 100\x1b[2J");
    expect(stderr).toBe("warning: trimmed to 100\n");
  });

  test.each([
    [["--goal", "Says a=b"], '--goal must be text=n, not "Says a=b"'],
    [["--load", "-1"], "--load must be at least 0"],
    [["--num-runs", "0"], "--num-runs must be at least 1"],
    [["--replay", "none.txt"], "file not found\n  none.txt"],
  ])("refuses %j and sends nothing", async (flags, message) => {
    expect(await parley(["dh", "generate", "--agent", "101", ...flags])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
    expect(service.requests).toEqual([]);
  });

  test("refuses where no agent is named, and shows a dry run where one is", async () => {
    expect(await parley(["dh", "generate", "--load", "1"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no agent given"),
    });
    const { json } = await parley(["dh", "generate", "--load", "1", "--agent", "101", "--dry-run", "--json"]);
    expect(json.body).toEqual({ agent_id: "101", load_testing: 1 });
    expect(service.requests).toEqual([]);
  });
});

test("the files of this group have schemas", async () => {
  const digitalHuman = await parley(["schema", "DigitalHuman"]);
  expect(digitalHuman.json).toMatchObject({
    properties: { kind: { const: "DigitalHuman" } },
    required: ["kind", "digital_human"],
    additionalProperties: false,
  });
  const generation = await parley(["schema", "GenerateDigitalHumans"]);
  expect(generation.json).toMatchObject({ required: ["kind"], additionalProperties: false });
});

describe("against the service", () => {
  const real = useService();
  const on = (...args: string[]) =>
    parley(args, { env: { PARLEY_BASE_URL: real.url(), PARLEY_API_KEY: ACME_KEY } });
  let simulation: string;
  beforeAll(async () => {
    const { body } = await real.acme("POST", "/v1/create-simulation", { name: "Smoke", agent_id: 101 });
    simulation = String(body.id);
  });

  test("a created record is listed, shown, and changed", async () => {
    const created = await on("dh", "create", "--set", "name=Refund", "--simulation", simulation, "--json");
    const id = String(created.json.digital_human.id);
    expect(created.json.digital_human).toMatchObject({ name: "Refund", creativity: 0.7 });
    const listed = await on("dh", "list", simulation, "--json");
    expect(listed.json.digital_humans).toMatchObject([{ id: Number(id), name: "Refund" }]);
    await on("dh", "update", id, "--set", "creativity=0.3", "--unset", "name");
    const shown = await on("dh", "show", id, "--json");
    expect(shown.json).toMatchObject({
      digital_human: { name: null, creativity: 0.3 },
      simulation_ids: [Number(simulation)],
    });
  });

  test("generated digital humans belong to the simulation, and the warning is shown", async () => {
    const { json, stderr } = await on(
      ...["dh", "generate", "--agent", "101", "--load", "101", "--simulation", simulation, "--json"],
    );
    expect(json.digital_humans).toHaveLength(100);
    expect(stderr).toMatch(/^warning: .*100/);
  });
});
