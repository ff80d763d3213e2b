import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KEY } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useRecorder();
const parley = useProgram(service);

const agent = {
  id: "101",
  name: "Front desk",
  agent_description: "Books appointments",
  knowledge_base: "Open 9 to 5",
  organization_id: "o1",
  mode: "TEXT",
  type: "INBOUND",
  http_webhook_key: "whsec_1",
  something_new: { kept: true },
};

describe("parley agents list", () => {
  test("sends GET /v1/all-agents with the key, no query and no body", async () => {
    service.answer({ body: [agent] });
    await parley(["agents", "list"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/all-agents", text: "" }]);
    expect(service.requests[0]?.headers["x-api-key"]).toBe(KEY);
  });

  test("prints tab-separated rows if stdout is not a terminal", async () => {
    service.answer({ body: [agent] });
    const { code, stdout, stderr } = await parley(["agents", "list"]);
    expect(stdout.split("\n")).toEqual([
      "id\tname\tmode\ttype\tconnection_type\tcreated",
      "101\tFront desk\tTEXT\tINBOUND\t\t",
      "",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("prints the service's own array as JSON, unknown fields kept, secrets masked", async () => {
    service.answer({ body: [agent] });
    const { json } = await parley(["agents", "list", "--json"]);
    expect(json).toEqual([{ ...agent, http_webhook_key: "••••" }]);
    const shown = await parley(["agents", "list", "--json", "--show-secrets"]);
    expect(shown.json).toEqual([agent]);
  });

  test("filters on this side", async () => {
    service.answer({ body: [agent, { ...agent, id: "102", mode: "VOICE", name: "Night line" }] });
    const ids = async (...flags: string[]) =>
      (await parley(["agents", "list", "--json", "--query", "[].id", ...flags])).json;
    expect(await ids("--mode", "VOICE")).toEqual(["102"]);
    expect(await ids("--name", "front")).toEqual(["101"]);
    expect(await ids("--connection", "SIP")).toEqual([]);
    expect(service.requests.every((request) => request.path === "/v1/all-agents")).toBe(true);
  });
});

describe("parley agents show", () => {
  const other = { ...agent, id: "102", name: "Night line" };

  test("picks the agent out of GET /v1/all-agents", async () => {
    service.answer({ body: [agent, other] });
    const { code, json } = await parley(["agents", "show", "102", "--json"]);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/v1/all-agents", text: "" }]);
    expect(code).toBe(0);
    expect(json).toEqual({ ...other, http_webhook_key: "••••" });
  });

  test("prints a field a line, secrets only when they are asked for", async () => {
    service.answer({ body: [agent] });
    const { stdout } = await parley(["agents", "show", "101"]);
    expect(stdout.split("\n")).toEqual([
      "id\t101",
      "name\tFront desk",
      "agent_description\tBooks appointments",
      "knowledge_base\tOpen 9 to 5",
      "organization_id\to1",
      "mode\tTEXT",
      "type\tINBOUND",
      "http_webhook_key\t••••",
      'something_new\t{"kept":true}',
      "",
    ]);
    const shown = await parley(["agents", "show", "101", "--show-secrets", "--fields", "http_webhook_key"]);
    expect(shown.stdout).toBe("http_webhook_key\twhsec_1\n");
    expect(shown.stderr).toBe("");
  });

  test("a field that nothing has is named, with the one that is meant; what is null may have any", async () => {
    service.answer({ body: [{ ...agent, voice: null }] });
    for (const args of [["list"], ["list", "--json"], ["show", "101"]]) {
      const { code, stderr } = await parley(["agents", ...args, "--fields", "id,nme,voice.speed"]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: "warning: nothing here has the field nme; did you mean name?\n",
      });
    }
    service.answer({ body: [] });
    expect((await parley(["agents", "list", "--fields", "nme"])).stderr).toBe("");
  });

  test("ends with 5 where the organization has no such agent", async () => {
    service.answer({ body: [agent] });
    const { code, stdout, stderr } = await parley(["agents", "show", "999"]);
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toBe(
      "error: agent 999 not found\nhint: `parley agents list` shows the organization's agents\n",
    );
  });
});

describe("parley agents create", () => {
  const write = (name: string, text: string) => writeFileSync(join(parley.home, name), text);

  test("sends the flags that were set, each with the type of its field, and no defaults", async () => {
    service.answer({ body: { ...agent, http_webhook_key: "k" } });
    const { json } = await parley([
      ...[
        "agents",
        "create",
        "--json",
        "--set",
        "name=007",
        "--set",
        "mode=TEXT",
        "--set",
        "redact_pii=true",
      ],
      ...["--set", 'goals=["a","b"]', "--set", "phone_number=12", "--set", "rtc_metadata.room.size=3"],
      ...["--set", "http_webhook_key=k=v"],
    ]);
    expect(service.requests).toMatchObject([{ method: "POST", path: "/v1/add-agent" }]);
    expect(service.requests[0]?.body).toEqual({
      name: "007",
      mode: "TEXT",
      redact_pii: true,
      goals: ["a", "b"],
      phone_number: "12",
      rtc_metadata: { room: { size: 3 } },
      http_webhook_key: "k=v",
    });
    expect(json.http_webhook_key).toBe("••••");
  });

  test("takes a file, with --set over it", async () => {
    service.answer({ body: agent });
    write("agent.yaml", "name: Desk\nmode: VOICE\nkeyterms: [visit, slot]\n");
    await parley(["agents", "create", "-f", "agent.yaml", "--set", "mode=TEXT", "--set", "keyterms.1=date"]);
    expect(service.requests[0]?.body).toEqual({ name: "Desk", mode: "TEXT", keyterms: ["visit", "date"] });
  });

  test("sets no place in a list that would leave a gap", async () => {
    write("list.yaml", "name: Desk\nkeyterms: [visit]\n");
    const { code, stderr } = await parley([
      "agents",
      "create",
      "-f",
      "list.yaml",
      "--set",
      "keyterms.2=date",
    ]);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "--set keyterms.2: index 2 is beyond the end of the list; the next one is 1",
      ),
    });
  });

  test("refuses a file's faults with their places, and sends nothing", async () => {
    write("bad.yaml", "name: Desk\nmod: TEXT\nredact_pii: maybe\n");
    const { code, stderr } = await parley(["agents", "create", "-f", "bad.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("bad.yaml:2:1: mod: unknown field; did you mean mode?");
    expect(stderr).toContain("bad.yaml:3:13: redact_pii: must be a boolean");
    expect(service.requests).toEqual([]);
  });

  test("refuses what --set does not say rightly, all at once, and sends nothing", async () => {
    const { code, stderr } = await parley([
      ...["agents", "create", "--set", "mode=text", "--set", "redact_pii=maybe", "--set", "nmae=x"],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("name: field required");
    expect(stderr).toContain("--set mode: must be one of VOICE, TEXT; did you mean TEXT?");
    expect(stderr).toContain('--set redact_pii: must be true or false, not "maybe"');
    expect(stderr).toContain('--set nmae: unknown field "nmae"; did you mean name?');
    expect(service.requests).toEqual([]);
  });

  test("takes one document a file", async () => {
    write("two.yaml", "name: A\n---\nname: B\n");
    const { code, stderr } = await parley(["agents", "create", "-f", "two.yaml"]);
    expect(code).toBe(2);
    expect(stderr).toContain("the file must contain one document, not 2");
  });

  test("--dry-run prints the request, its secrets masked, and sends nothing", async () => {
    const { code, stdout } = await parley([
      ...["agents", "create", "--dry-run", "--json", "--set", "name=A", "--set", "http_webhook_key=secret"],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      method: "POST",
      url: `${service.url()}/v1/add-agent`,
      headers: { "x-api-key": "••••" },
      body: { name: "A", http_webhook_key: "••••" },
    });
    expect(service.requests).toEqual([]);
  });

  test("says so where the service has no such route", async () => {
    service.answer({ status: 404, body: { detail: "Not Found" } });
    const { code, stderr } = await parley(["agents", "create", "--set", "name=A", "--json"]);
    expect(code).toBe(5);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "not_offered",
      status: 404,
      message: "this service does not offer POST /v1/add-agent",
      hint: "this operation is an extension of the API; `parley serve` offers it",
    });
  });
});

test("an address that simulations do not use is told, with the command that mends it", async () => {
  const record = { ...agent, agent_id: 7, mode: "VOICE", http_webhook: "http://127.0.0.1:9/" };
  service.answer({ body: record });
  const created = await parley([
    "agents",
    "create",
    "--set",
    "name=A",
    "--set",
    "http_webhook=http://127.0.0.1:9/",
  ]);
  expect(created.stderr).toContain("its mode is VOICE");
  expect(created.stderr).toContain("`parley agents update 7 --set mode=TEXT`");
  service.answer({ body: { agent: record, status: "200" } });
  const updated = await parley(["agents", "update", "7", "--set", "http_webhook=http://127.0.0.1:9/"]);
  expect(updated.stderr).toContain("`parley agents update 7 --set mode=TEXT`");
  service.answer({ body: { agent: { ...record, mode: "TEXT" }, status: "200" } });
  expect((await parley(["agents", "update", "7", "--set", "mode=TEXT"])).stderr).toBe("");
});

describe("against the service", () => {
  const real = useService();

  test("an agent that was created is listed and shown", async () => {
    const env = { PARLEY_BASE_URL: real.url() };
    const created = await parley(["agents", "create", "--json", "--set", "name=Night line"], { env });
    expect(created.json).toMatchObject({ name: "Night line", mode: "VOICE", agent_description: "" });
    const { id, agent_id, status, ...agent } = created.json;
    expect({ agent_id, status }).toEqual({ agent_id: Number(id), status: "200" });
    expect((await parley(["agents", "show", id, "--json"], { env })).json).toEqual({ id, ...agent });
    const listed = await parley(["agents", "list", "--name", "night", "--json", "--query", "[].id"], { env });
    expect(listed.json).toEqual([id]);
  });
});

describe("parley agents update", () => {
  test("sends only the named fields", async () => {
    service.answer({ body: agent });
    const { code } = await parley([
      ...["agents", "update", "101", "--set", "http_webhook=http://127.0.0.1:9/", "--unset", "type"],
    ]);
    expect(code).toBe(0);
    expect(service.requests).toMatchObject([
      {
        path: "/v1/update-agent",
        body: { agent_id: "101", http_webhook: "http://127.0.0.1:9/", type: null },
      },
    ]);
  });

  test("prints the fields of the agent, which the answer has inside", async () => {
    service.answer({ body: { agent, status: "200", http_webhook_key: null } });
    const { stdout } = await parley(["agents", "update", "101", "--set", "name=Front desk"]);
    expect(stdout.split("\n").slice(0, 2)).toEqual(["id\t101", "name\tFront desk"]);
  });

  test("refuses a patch that changes nothing, and one that does not fit, without a request", async () => {
    expect(await parley(["agents", "update", "101"])).toMatchObject({ code: 2 });
    const wrong = await parley(["agents", "update", "101", "--set", "mode=TEXTT"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("--set mode");
    expect(service.requests).toEqual([]);
  });
});

describe("parley agents delete", () => {
  test("needs --yes if it cannot ask, then sends DELETE", async () => {
    expect((await parley(["agents", "delete", "101"])).code).toBe(2);
    expect(service.requests).toEqual([]);
    service.answer({ body: { agent_id: 101, status: "200" } });
    expect((await parley(["agents", "delete", "101", "--yes", "--json"])).json).toEqual({
      agent_id: 101,
      status: "200",
    });
    expect(service.requests).toMatchObject([{ method: "DELETE", path: "/v1/agent/101" }]);
  });
});

describe("the key that signs what an agent gets", () => {
  const real = useService();
  const create = (...more: string[]) => {
    const set = ["http_webhook=http://127.0.0.1:9/", "websocket_password=hidden", ...more];
    const words = set.flatMap((one) => ["--set", one]);
    return parley(["agents", "create", "--set", "name=Desk", ...words, "--json"], at);
  };
  const at = { env: { PARLEY_API_KEY: ACME_KEY, PARLEY_BASE_URL: "" } };

  test("is shown once, when it is generated, and by `agents key`", async () => {
    at.env.PARLEY_BASE_URL = real.url();
    const made = await create();
    const { agent_id, http_webhook_key } = made.json;
    expect(http_webhook_key).toMatch(/^whsec_.{20,}$/);
    expect(made.stdout).not.toContain("hidden");
    const shown = await parley(["agents", "show", String(agent_id)], at);
    expect(shown.stdout).not.toContain(http_webhook_key);
    const { json } = await parley(["agents", "key", String(agent_id), "--json"], at);
    expect(json).toEqual({ agent_id, http_webhook_key });
  });

  test("is masked if the person set it, and an agent without one is an error", async () => {
    const made = await create("http_webhook_key=whsec_own");
    expect(made.code).toBe(0);
    expect(made.stdout).not.toContain("whsec_own");
    const { json } = await parley(["agents", "create", "--set", "name=Keyless", "--json"], at);
    const { code, stderr } = await parley(["agents", "key", String(json.agent_id)], at);
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining("has no key") });
  });
});

test("agents create -q prints only the id, and nothing on stderr", async () => {
  service.answer({ body: { agent_id: 101, status: "200" } });
  const { stdout, stderr } = await parley(["agents", "create", "--set", "name=Front desk", "-q"]);
  expect({ stdout, stderr }).toEqual({ stdout: "101\n", stderr: "" });
});

test.each([
  [{}, true],
  [{ connection_type: "PHONE" }, false],
  [{ phone_number: "+14155550123" }, false],
  [{ sip_uri: "sip:desk@clinic.test" }, false],
  [{ livekit_agent_name: "desk" }, false],
])("sim start of an agent that it cannot reach, %j: what to set is told: %j", async (line, isTold) => {
  service.answer(({ path }) =>
    path === "/v1/all-agents"
      ? { body: [{ id: 101, mode: "VOICE", http_webhook: "http://127.0.0.1:9/", ...line }] }
      : path.startsWith("/v1/simulation/")
        ? { body: { id: 7, agent_id: 101 } }
        : {
            status: 400,
            body: { detail: "agent 101 has mode VOICE; a text run needs an agent with mode TEXT" },
          },
  );
  const { code, stderr } = await parley(["sim", "start", "7"]);
  expect(code).toBe(3);
  expect(stderr).toContain("a text run needs an agent with mode TEXT");
  expect(stderr.includes("Next: `parley agents update 101 --set mode=TEXT`")).toBe(isTold);
});
