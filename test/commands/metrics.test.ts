import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { type Recorded, useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);
const cli = useCli(service);

const GREETING = "5f0c0000-0000-4000-8000-000000000001";
const TONE = "5f0c0000-0000-4000-8000-000000000002";
const PACE = "5f0c0000-0000-4000-8000-000000000003";

const metric = (id: string, name: string) => ({
  id,
  name,
  description: "",
  response_type: "pass_fail",
  created_at: "2026-03-01T10:00:00Z",
  agent_ids: [101, 102],
  tags: ["core"],
  novel: 1,
});

const pageOf = (metrics: readonly unknown[], page = 1, total_pages = 1) => ({
  metrics,
  total_count: 3,
  page,
  page_size: 2,
  items_in_page: metrics.length,
  total_pages,
});

const paths = () => service.requests.map(({ method, path }) => `${method} ${path}`);

describe("parley metrics list", () => {
  test("asks for a page by the given filters and nothing else", async () => {
    service.answer({ body: pageOf([]) });
    await parley(["metrics", "list"]);
    await parley(["metrics", "list", "--agent", "101"]);
    await parley(["metrics", "list", "--page", "2", "--page-size", "10"]);
    expect(paths()).toEqual([
      "GET /v1/custom-metrics",
      "GET /v1/custom-metrics?agent_id=101",
      "GET /v1/custom-metrics?page=2&page_size=10",
    ]);
  });

  test("prints rows, and as JSON the page as it came", async () => {
    const page = pageOf([metric(GREETING, "Greeting")]);
    service.answer({ body: page });
    expect((await parley(["metrics", "list"])).stdout.split("\n")).toEqual([
      "id\tname\tresponse_type\tagents\ttags\tcreated",
      `${GREETING}\tGreeting\tpass_fail\t101, 102\tcore\t2026-03-01T10:00:00Z`,
      "",
    ]);
    expect((await parley(["metrics", "list", "--json"])).json).toEqual(page);
  });

  test("says on stderr that there are further pages", async () => {
    service.answer({ body: pageOf([metric(GREETING, "Greeting")], 1, 2) });
    const { stderr } = await parley(["metrics", "list"]);
    expect(stderr).toBe("page 1 of 2 (3 metrics); --all shows every page\n");
    expect((await parley(["metrics", "list", "--json"])).stderr).toBe("");
  });

  test("--all walks the pages in order and prints one array", async () => {
    const first = [metric(GREETING, "Greeting"), metric(TONE, "Tone")];
    const last = [metric(PACE, "Pace")];
    service.answer({ body: pageOf(first, 1, 2) }, { body: pageOf(last, 2, 2) });
    const { json } = await parley(["metrics", "list", "--all", "--page-size", "2", "--json"]);
    expect(paths()).toEqual([
      "GET /v1/custom-metrics?page=1&page_size=2",
      "GET /v1/custom-metrics?page=2&page_size=2",
    ]);
    expect(json).toEqual([...first, ...last]);
  });

  test("--all prints the rows of every page, and stops where a page has become empty", async () => {
    service.answer({ body: pageOf([metric(GREETING, "Greeting")], 1, 9) }, { body: pageOf([], 2, 9) });
    const { stdout } = await parley(["metrics", "list", "--all"]);
    expect(stdout.split("\n").map((line) => line.split("\t")[1])).toEqual(["name", "Greeting", undefined]);
    expect(service.requests).toHaveLength(2);
  });

  test("--all stops requesting pages when the rows are no longer read", async () => {
    service.answer(({ path }) => {
      const page = Number(/page=(\d+)/.exec(path)?.[1]);
      const metrics = Array.from({ length: 50 }, (_, i) => metric(`${page}-${i}`, "long ".repeat(200)));
      return { body: pageOf(metrics, page, 200) };
    });
    const child = parley.start(["metrics", "list", "--all"]);
    let shown = "";
    child.stdout?.once("data", (chunk) => {
      shown += chunk;
      child.stdout?.destroy();
    });
    expect(await once(child, "close")).toEqual([0, null]);
    expect(shown).toMatch(/^id\tname\t/);
    expect(service.requests.length).toBeLessThan(20);
  });

  test("--all prints nothing where a page is refused", async () => {
    service.answer(
      { body: pageOf([metric(GREETING, "Greeting")], 1, 2) },
      { status: 422, body: { detail: [] } },
    );
    expect(await parley(["metrics", "list", "--all", "--json"])).toMatchObject({ code: 3, stdout: "" });
  });

  test("takes the agent in force, says so, and --every-agent leaves it out", async () => {
    service.answer({ body: pageOf([]) });
    const env = { PARLEY_AGENT: "7" };
    const { stderr } = await parley(["metrics", "list"], { env });
    expect(stderr).toBe("metrics of agent 7 only (from environment); --every-agent shows all\n");
    expect((await parley(["metrics", "list", "--agent", "8"], { env })).stderr).toBe("");
    await parley(["metrics", "list", "--every-agent"], { env });
    expect(paths()).toEqual([
      "GET /v1/custom-metrics?agent_id=7",
      "GET /v1/custom-metrics?agent_id=8",
      "GET /v1/custom-metrics",
    ]);
  });

  test("--deprecated-endpoint asks the older endpoint of an agent", async () => {
    service.answer({ body: pageOf([metric(GREETING, "Greeting")]) });
    const { json } = await parley(["metrics", "list", "--deprecated-endpoint", "--agent", "101", "--json"]);
    expect(paths()).toEqual(["GET /v1/custom-metrics-by-agent/101"]);
    expect(json.metrics).toEqual([metric(GREETING, "Greeting")]);
  });

  test.each([
    [["--all", "--page", "2"], "--page and --all cannot be used together"],
    [["--agent", "1", "--every-agent"], "--agent and --every-agent cannot be used together"],
    [
      ["--deprecated-endpoint", "--agent", "1", "--page", "2"],
      "--deprecated-endpoint can only be used with --agent",
    ],
    [["--deprecated-endpoint"], "no agent given"],
    [["--page", "0"], "--page must be at least 1, not 0"],
    [["--agent", "desk"], '--agent must be an integer, not "desk"'],
  ])("refuses %j and sends nothing", async (flags, message) => {
    const { code, stderr } = await parley(["metrics", "list", ...flags]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(service.requests).toEqual([]);
  });

  test("at a terminal is a table with a head, and a word where there is none", async () => {
    service.answer({ body: pageOf([metric(GREETING, "Greet\x1b[31ming")]) }, { body: pageOf([]) });
    const env = { NO_COLOR: "1" };
    const shown = await runInTerminal(parley, ["metrics", "list"], { columns: 140, env });
    const [head = "", row = ""] = shown.output.split("\r\n");
    expect(head.split(/ {2,}/)).toEqual(["ID", "NAME", "RESPONSE_TYPE", "AGENTS", "TAGS", "CREATED"]);
    expect(row).toMatch(new RegExp(`^${GREETING}  Greeting  pass_fail +101, 102  core  2026-03-01`));
    expect((await runInTerminal(parley, ["metrics", "list"])).output).toBe("no custom metrics\r\n");
  });
});

describe("parley metrics show", () => {
  test("sends GET for the metric", async () => {
    service.answer({ body: metric(GREETING, "Greeting") });
    const { json } = await parley(["metrics", "show", GREETING, "--json"]);
    expect(paths()).toEqual([`GET /v1/custom-metric/${GREETING}`]);
    expect(json).toEqual(metric(GREETING, "Greeting"));
  });
});

describe("parley metrics create", () => {
  test("sends what the flags say, without defaults", async () => {
    service.answer({ body: metric(GREETING, "Greeting") });
    await parley([
      ...["metrics", "create", "--name", "Greeting", "--response-type", "quantitative", "--tag", "a,b"],
      ...["--agent-id", "101", "--agent-id", "102", "--tag", "core", "--set", "max_value=10"],
    ]);
    expect(paths()).toEqual(["GET /v1/custom-metrics?page=1", "POST /v1/create-custom-metric"]);
    expect(service.requests[1]?.body).toEqual({
      name: "Greeting",
      response_type: "quantitative",
      agent_ids: [101, 102],
      tags: ["a,b", "core"],
      max_value: 10,
    });
  });

  test("sends the tools of a tool_call metric", async () => {
    service.answer({ body: metric(GREETING, "Refunds") });
    await parley([
      ...["metrics", "create", "--name", "Refunds", "--response-type", "tool_call"],
      ...["--tool", "look_up", "--tool", "refund"],
    ]);
    expect(service.requests[1]?.body).toEqual({
      name: "Refunds",
      response_type: "tool_call",
      tool_names: ["look_up", "refund"],
    });
  });

  test("takes a file, flags over it, --set over both", async () => {
    service.answer({ body: metric(TONE, "Tone") });
    writeFileSync(
      join(parley.home, "m.yaml"),
      "name: Tone\nresponse_type: enum\nenum_options: [warm, cold]\n",
    );
    await parley([
      ...["metrics", "create", "-f", "m.yaml", "--name", "Warmth", "--set", "description=42"],
      ...["--set", "eval_route=TEXT"],
    ]);
    expect(service.requests[1]?.body).toEqual({
      name: "Warmth",
      response_type: "enum",
      enum_options: ["warm", "cold"],
      description: "42",
      eval_route: "TEXT",
    });
  });

  test("refuses missing fields and sends nothing", async () => {
    const { code, stderr } = await parley(["metrics", "create"]);
    expect(code).toBe(2);
    expect(stderr).toContain("name: field required");
    expect(stderr).toContain("response_type: field required");
    expect(service.requests).toEqual([]);
  });
});

describe("parley metrics delete", () => {
  const deleteAll = ({ path }: Recorded) =>
    path.endsWith(TONE)
      ? { status: 404, body: { detail: "custom metric not found" } }
      : { body: { ...metric(path.slice(-36), "Gone"), agent_id: null } };

  test("sends DELETE with --yes and prints the record as it came", async () => {
    service.answer(deleteAll);
    const { code, json } = await parley(["metrics", "delete", GREETING, "--yes", "--json"]);
    expect(paths()).toEqual([`DELETE /v1/custom-metric/${GREETING}`]);
    expect({ code, json }).toEqual({ code: 0, json: { ...metric(GREETING, "Gone"), agent_id: null } });
  });

  test("needs --yes if it cannot ask, and sends nothing without it", async () => {
    const { code, stderr } = await parley(["metrics", "delete", GREETING]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(service.requests).toEqual([]);
  });

  test("asks a person, and no is no", async () => {
    service.answer(deleteAll);
    const after = "(y/N)";
    const no = await runInTerminal(parley, ["metrics", "delete", GREETING], {
      type: [{ after, keys: "n\r" }],
    });
    expect(no).toMatchObject({ code: 130, output: expect.stringContaining("nothing was changed") });
    expect(service.requests).toEqual([]);
    const yes = await runInTerminal(parley, ["metrics", "delete", GREETING, PACE], {
      type: [{ after, keys: "y\r" }],
    });
    expect(yes).toMatchObject({ code: 0, output: expect.stringContaining("Delete 2 metrics?") });
    expect(paths()).toEqual([`DELETE /v1/custom-metric/${GREETING}`, `DELETE /v1/custom-metric/${PACE}`]);
  });

  test("checks every id before anything is sent", async () => {
    const { code, stderr } = await parley(["metrics", "delete", GREETING, "42", "--yes"]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('not "42"') });
    expect(service.requests).toEqual([]);
  });

  test("sends an id that is named twice once", async () => {
    service.answer(deleteAll);
    const { stdout } = await parley(["metrics", "delete", GREETING, GREETING.toUpperCase(), "--yes"]);
    expect(stdout).toMatch(new RegExp(`^id\tname\tresponse_type\n${GREETING}\t`));
    expect(paths()).toEqual([`DELETE /v1/custom-metric/${GREETING}`]);
  });

  test("with several, continues after a nonexistent one, and ends with 8", async () => {
    service.answer(deleteAll);
    const { code, stderr } = await parley(["metrics", "delete", GREETING, TONE, PACE, "--yes", "--json"]);
    expect(code).toBe(8);
    expect(service.requests).toHaveLength(3);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "partial",
      message: "2 of 3 metrics were deleted",
      details: [{ where: TONE, message: expect.stringContaining("custom metric not found") }],
    });
  });

  test("with several, stops at an error that would affect all of them", async () => {
    service.answer(deleteAll, { status: 401, body: { detail: "unknown key" } });
    const { code, stderr } = await parley(["metrics", "delete", GREETING, PACE, TONE, "--yes"]);
    expect(code).toBe(8);
    expect(stderr).toContain("1 of 3 metrics were deleted");
    expect(stderr).toContain("1 was not tried");
    expect(service.requests).toHaveLength(2);
    expect((await parley(["metrics", "delete", GREETING, PACE, "--yes"])).code).toBe(4);
  });

  test("--dry-run asks nothing, prints every request and sends none", async () => {
    const { code, json } = await parley(["metrics", "delete", GREETING, TONE, "--dry-run", "--json"]);
    expect(code).toBe(0);
    expect(json.map(({ method, url }: { method: string; url: string }) => `${method} ${url}`)).toEqual([
      `DELETE ${service.url()}/v1/custom-metric/${GREETING}`,
      `DELETE ${service.url()}/v1/custom-metric/${TONE}`,
    ]);
    expect(service.requests).toEqual([]);
  });
});

describe("against the service", () => {
  const real = useService();

  test("metrics are created, listed over pages, shown and deleted", async () => {
    const env = { PARLEY_BASE_URL: real.url() };
    const run = async (...args: string[]) => (await parley(["metrics", ...args, "--json"], { env })).json;
    const create = (name: string, ...flags: string[]) =>
      run("create", "--name", name, "--response-type", "yes_no", ...flags);
    const greeting = await create("Greeting", "--agent-id", "101");
    await create("Tone");
    await create("Pace");
    expect(await run("list", "--all", "--page-size", "2", "--query", "[].name")).toEqual([
      "Greeting",
      "Tone",
      "Pace",
    ]);
    expect(await run("list", "--agent", "101", "--query", "metrics[].id")).toEqual([greeting.id]);
    expect(await run("list", "--agent", "101", "--deprecated-endpoint", "--query", "total_count")).toBe(1);
    expect(await run("show", greeting.id)).toEqual(greeting);
    expect(await run("delete", greeting.id, "--yes")).toMatchObject({ id: greeting.id, name: "Greeting" });
    expect((await parley(["metrics", "show", greeting.id], { env })).code).toBe(5);
  });

  test("a second metric of the same name gets a warning with the id of the first", async () => {
    const env = { PARLEY_BASE_URL: real.url() };
    const create = (...flags: string[]) =>
      cli(["metrics", "create", "--name", "Warm tone", "--response-type", "pass_fail", ...flags], { env });
    const first = await create("--json");
    expect(first.stderr).toBe("");
    const shown = await create("--dry-run");
    expect(shown.stderr).toBe("");
    const second = await create();
    expect(second.code).toBe(0);
    const { id } = first.json;
    expect(second.stderr).toContain(
      `warning: metric ${id} is called "Warm tone" already: gates and \`release check\` go by name, and cannot ` +
        `tell them apart; \`parley metrics update ${id}\` changes it, and \`parley metrics delete ${id}\` deletes it\n`,
    );
    const file = join(cli.home, "metrics.json");
    const pace = { name: "Pace of words", response_type: "pass_fail" };
    writeFileSync(file, JSON.stringify({ metrics: [pace, pace] }));
    const both = await cli(["metrics", "create", "-f", file], { env });
    expect(both.code).toBe(0);
    expect(both.stderr).toContain(
      'warning: several metrics of the file are called "Pace of words": gates and',
    );
  });

  test("nothing is said about names where the service does not list its metrics", async () => {
    service.answer((request) =>
      request.method === "GET" ? { status: 500 } : { body: metric(GREETING, "Greeting") },
    );
    const words = ["metrics", "create", "--name", "Greeting", "--response-type", "pass_fail", "--json"];
    expect(await parley(words)).toMatchObject({ code: 0, stderr: "" });
    expect(paths()).toEqual(["GET /v1/custom-metrics?page=1", "POST /v1/create-custom-metric"]);
  });
});
