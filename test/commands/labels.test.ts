import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { labelOf, makeAgent, makeKnowledgeBases, makePrompts } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram(service);

const LABELS = "/v1/agents/101/labels";
const label = {
  agent_id: 101,
  label_text: "canary",
  id: "7c1d0000-0000-4000-8000-000000000001",
  created_at: "2026-03-01T10:00:00Z",
  prompt_id: null,
  knowledge_base_id: null,
  color: "#2f81f7",
};
const reserved = { ...label, label_text: "production", id: "7c1d0000-0000-4000-8000-000000000002" };

const labels = (...args: string[]) => parley(["labels", ...args, "--agent", "101"]);

describe("parley labels list", () => {
  test("prints rows, and as JSON the service's own array", async () => {
    service.answer({ body: [label] });
    expect((await labels("list")).stdout.split("\n")).toEqual([
      "label\tid\tcolor\tprompt_id\tknowledge_base_id\tcreated",
      `canary\t${label.id}\t#2f81f7\t\t\t2026-03-01T10:00:00Z`,
      "",
    ]);
    expect((await labels("list", "--json")).json).toEqual([label]);
    expect(service.requests[0]).toMatchObject({ method: "GET", path: LABELS, text: "" });
  });
});

describe("parley labels create", () => {
  test("sends the text, and a colour where one was given", async () => {
    service.answer({ body: label });
    expect((await labels("create", "canary", "--color", "#2f81f7", "--json")).json).toEqual(label);
    await labels("create", "canary");
    expect(service.requests).toMatchObject([
      { method: "POST", path: LABELS },
      { method: "POST", path: LABELS },
    ]);
    expect(service.requests.map(({ body }) => body)).toEqual([
      { label_text: "canary", color: "#2f81f7" },
      { label_text: "canary" },
    ]);
  });

  test("refuses a text that could be taken for a version, and sends nothing", async () => {
    const { code, stderr } = await labels("create", "7");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("must not be a number"),
    });
    expect(service.requests).toEqual([]);
  });

  test("ends with 6 where the agent has the label", async () => {
    service.answer({ status: 409, body: { detail: "the label exists" } });
    expect(await labels("create", "canary")).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("exists"),
    });
  });
});

describe.each([
  ["rename", ["old"], "PUT", { label_text: "old" }],
  ["delete", [], "DELETE", undefined],
])("parley labels %s", (verb, rest, method, body) => {
  const changes = () => service.requests.filter((request) => request.method === method);
  const withList = () =>
    service.answer((request) => ({ body: request.method === "GET" ? [label, reserved] : label }));

  test("needs --yes if it cannot ask, and changes nothing without it", async () => {
    withList();
    const { code, stderr } = await labels(verb, label.id, ...rest);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("pass --yes") });
    expect(changes()).toEqual([]);
  });

  test.each([
    ["a label that does not exist", "7c1d0000-0000-4000-8000-00000000000f", 5, "not found"],
    ["the text of a label", "canary", 5, `"canary" is the text of a label; its id is ${label.id}`],
    ["a reserved label", reserved.id, 3, "the label production is reserved"],
  ])("refuses %s before it asks", async (_, id, code, words) => {
    withList();
    const refused = await labels(verb, id, ...rest);
    expect(refused).toMatchObject({ code, stderr: expect.stringContaining(words) });
    expect(refused.stderr).not.toContain("--yes");
    expect(changes()).toEqual([]);
  });

  test("asks about the id where the service lists no labels", async () => {
    service.answer((request) =>
      request.method === "GET" ? { status: 404, body: "no route" } : { body: label },
    );
    const { code, stderr } = await labels(verb, label.id, ...rest);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("pass --yes") });
  });

  test(`sends ${method} with --yes and prints the answer`, async () => {
    service.answer({ body: label });
    expect((await labels(verb, label.id, ...rest, "--yes", "--json")).json).toEqual(label);
    expect(service.requests).toMatchObject([{ method, path: `${LABELS}/${label.id}` }]);
    expect(service.requests[0]?.body).toEqual(body);
  });

  test("asks a person, naming the label", async () => {
    withList();
    const args = ["labels", verb, label.id, ...rest, "--agent", "101"];
    const no = await runInTerminal(parley, args, { type: [{ after: "(y/N)", keys: "\r" }], columns: 120 });
    expect(no).toMatchObject({
      code: 130,
      output: expect.stringContaining(`label canary (${label.id}) of agent 101`),
    });
    expect(changes()).toEqual([]);
    const yes = await runInTerminal(parley, args, { type: [{ after: "(y/N)", keys: "y\r" }] });
    expect({ code: yes.code, sent: changes().length }).toEqual({ code: 0, sent: 1 });
  });

  test("--dry-run asks nothing, prints the request and sends nothing", async () => {
    const { json } = await labels(verb, label.id, ...rest, "--dry-run", "--json");
    expect(json).toMatchObject({ method, url: `${service.url()}${LABELS}/${label.id}` });
    expect(json.body).toEqual(body);
    expect(service.requests).toEqual([]);
  });

  test("passes on that a reserved label is refused", async () => {
    service.answer({ status: 400, body: { detail: 'the label "production" is reserved' } });
    const { code, stderr } = await labels(verb, label.id, ...rest, "--yes");
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("is reserved") });
  });
});

describe("against the service", () => {
  const real = useService();

  test("a refusal says which version has the label and what to do", async () => {
    const { agent_id, path } = await makeAgent(real.acme);
    const [prompt] = await makePrompts(real.acme, path, ["canary"]);
    await makeKnowledgeBases(real.acme, path, ["canary"]);
    const run = async (...args: string[]) => {
      const line = ["labels", ...args, "--agent", String(agent_id), "--yes", "--json"];
      const { code, stderr } = await parley(line, { env: { PARLEY_BASE_URL: real.url() } });
      return { ...JSON.parse(stderr).error, code };
    };
    const held = await labelOf(real.acme, path, "canary");
    const reserved = await labelOf(real.acme, path, "production");
    const deleted = await run("delete", String(held?.id));
    expect(deleted).toMatchObject({ code: 3, message: expect.stringContaining("is on prompt version 1") });
    expect(deleted.hint).toBe(
      [
        `it is on prompt version 1: remove it with \`parley prompts unlabel 1 canary --agent ${agent_id}\` or move it with \`parley prompts promote <version> canary --agent ${agent_id}\``,
        `it is on knowledge base version 1: remove it with \`parley kb unlabel 1 canary --agent ${agent_id}\` or move it with \`parley kb promote <version> canary --agent ${agent_id}\``,
      ].join("; "),
    );
    expect(await run("rename", String(reserved?.id), "live")).toMatchObject({
      code: 3,
      hint: expect.stringContaining("every agent has the label production"),
    });
    expect(await run("delete", "canary")).toMatchObject({
      code: 5,
      hint: `"canary" is the text of a label; its id is ${held?.id}`,
    });
    expect(await run("delete", String(prompt?.id))).toMatchObject({
      code: 5,
      hint: `\`parley labels list --agent ${agent_id}\` shows the labels and their ids`,
    });
    expect(await run("create", "canary")).toMatchObject({
      code: 6,
      hint: `the agent already has a label "canary", with the id ${held?.id}`,
    });
  });

  test("a held label can be deleted once it is taken off as the refusal says", async () => {
    const { agent_id, path } = await makeAgent(real.acme);
    await makePrompts(real.acme, path, ["canary"]);
    const run = (...args: string[]) =>
      parley([...args, "--agent", String(agent_id), "--yes", "--json"], {
        env: { PARLEY_BASE_URL: real.url() },
      });
    expect((await run("prompts", "unlabel", "1", "canary")).json).toEqual({ labels: ["latest"] });
    const label = await labelOf(real.acme, path, "canary");
    expect(await run("labels", "delete", String(label?.id))).toMatchObject({ code: 0 });
  });

  test("a label is created, renamed, listed and deleted", async () => {
    const env = { PARLEY_BASE_URL: real.url(), PARLEY_AGENT: "101" };
    const run = async (...args: string[]) => (await parley(["labels", ...args, "--json"], { env })).json;
    const { id } = await run("create", "canary");
    expect(await run("rename", id, "beta", "--yes")).toMatchObject({ id, label_text: "beta" });
    expect(await run("list", "--query", "[].label_text")).toContain("beta");
    expect(await run("delete", id, "--yes")).toMatchObject({ deleted: true, id });
    expect(await run("list", "--query", "[].label_text")).not.toContain("beta");
  });
});
