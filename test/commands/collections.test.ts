/** Folders, communities, personas, and traits: what each command sends, and what a real service does. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const ID = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";

const WORKFLOW = { agent_id: 101, name: "Refund", nodes: [{ id: "ask" }], edges: [] };
writeFileSync(join(parley.home, "workflow.yaml"), JSON.stringify(WORKFLOW));

const SCENARIO = {
  name: "Menu",
  definition: {
    nodes: [
      { id: "start", type: "start" },
      { id: "greet", type: "single", position: { x: 1, y: 2 }, data: { type: "exact", message: "Hello" } },
    ],
    edges: [{ source: "start", target: "greet" }],
    viewport: { zoom: 1 },
  },
};
writeFileSync(join(parley.home, "scenario.yaml"), JSON.stringify(SCENARIO));

type Sent = [words: string, method: string, path: string, body?: unknown];

describe("each command sends one request", () => {
  test.each<Sent>([
    ["folders list", "GET", "/v1/all-folders"],
    ["folders create Clinics", "POST", "/v1/create-folder", { name: "Clinics" }],
    [`folders rename ${ID} Other`, "PUT", `/v1/update-folder/${ID}`, { name: "Other" }],
    [`folders delete ${ID} --yes`, "DELETE", `/v1/folder/${ID}`],
    [`folders agents ${ID}`, "GET", `/v1/get-agents-by-folder/${ID}`],
    [`folders move 101 ${ID}`, "PUT", "/v1/folders/move-agent", { agent_id: 101, folder_id: ID }],
    ["folders move 101 --out", "PUT", "/v1/folders/move-agent", { agent_id: 101, folder_id: null }],
    ["communities list --digital-human 501", "GET", "/v1/communities?digital_human_id=501"],
    [`communities show ${ID}`, "GET", `/v1/community/${ID}`],
    [
      "communities create Regulars --digital-human 501",
      "POST",
      "/v1/create-community",
      { title: "Regulars", digital_human_ids: [501] },
    ],
    [`communities update ${ID} --title Others`, "PUT", `/v1/update-community/${ID}`, { title: "Others" }],
    [`communities add ${ID} 501 502`, "PUT", `/v1/add-to-community/${ID}`, { digital_human_ids: [501, 502] }],
    [`communities delete ${ID} --yes`, "DELETE", `/v1/community/${ID}`],
    ["personas list --agent 101", "GET", "/v1/customer-personas-by-agent/101"],
    [`personas show ${ID}`, "GET", `/v1/customer-persona/${ID}`],
    [
      "personas create --set name=Ann --set description=Busy --set goal=Book",
      "POST",
      "/v1/create-customer-persona",
      { name: "Ann", description: "Busy", goal: "Book" },
    ],
    [
      `personas update ${ID} --set goal=Cancel`,
      "PUT",
      `/v1/update-customer-persona/${ID}`,
      { goal: "Cancel" },
    ],
    [`personas delete ${ID} --yes`, "DELETE", `/v1/customer-persona/${ID}`],
    ["traits list --agent 101", "GET", "/v1/customer-traits?agent_id=101"],
    [`traits show ${ID}`, "GET", `/v1/customer-trait/${ID}`],
    [
      "traits create --set agent_id=101 --set name=vip --set data_type=BOOLEAN --set default_value=false",
      "POST",
      "/v1/create-customer-trait",
      { agent_id: 101, name: "vip", data_type: "BOOLEAN", default_value: false },
    ],
    [`traits update ${ID} --set name=gold`, "PUT", `/v1/update-customer-trait/${ID}`, { name: "gold" }],
    [`traits delete ${ID} --yes`, "DELETE", `/v1/customer-trait/${ID}`],
    ["workflows list --agent 101", "GET", "/v1/workflow?agent_id=101"],
    [`workflows show ${ID}`, "GET", `/v1/workflow/${ID}`],
    ["workflows create -f workflow.yaml", "POST", "/v1/workflow", WORKFLOW],
    [`workflows update ${ID} --set name=Other`, "PUT", `/v1/workflow/${ID}`, { name: "Other" }],
    [`workflows duplicate ${ID} --name Trial`, "POST", `/v1/workflow/${ID}/duplicate`, { name: "Trial" }],
    [`workflows delete ${ID} --yes`, "DELETE", `/v1/workflow/${ID}`],
    ["scenarios list --agent 101", "GET", "/v1/scenario?agent_id=101"],
    [`scenarios show ${ID}`, "GET", `/v1/scenario/${ID}`],
    ["scenarios create -f scenario.yaml", "POST", "/v1/scenario", SCENARIO],
    [`scenarios update ${ID} --set name=Other`, "PUT", `/v1/scenario/${ID}`, { name: "Other" }],
    [`scenarios delete ${ID} --yes`, "DELETE", `/v1/scenario/${ID}`],
    ["kb shared list", "GET", "/v1/knowledge-base"],
    [`kb shared show ${ID}`, "GET", `/v1/knowledge-base/${ID}`],
    [
      "kb shared create FAQs --description Hours",
      "POST",
      "/v1/knowledge-base",
      { name: "FAQs", description: "Hours" },
    ],
    [`kb shared update ${ID} --name Other`, "PUT", `/v1/knowledge-base/${ID}`, { name: "Other" }],
    [`kb shared attach ${ID} 101`, "POST", `/v1/knowledge-base/${ID}/agents/101`],
    [`kb shared detach ${ID} 101`, "DELETE", `/v1/knowledge-base/${ID}/agents/101`],
    [`kb shared delete ${ID} --yes`, "DELETE", `/v1/knowledge-base/${ID}`],
    [
      "metrics suggest --agent 101 --count 9",
      "POST",
      "/v1/generate-custom-metrics",
      { agent_id: "101", count: 9 },
    ],
    ["agents find a/b", "GET", "/v1/agent-by-external-id/a%2Fb"],
    [`labels show ${ID} --agent 101`, "GET", `/v1/agents/101/labels/${ID}`],
    ["prompts delete-version 3 --agent 101 --yes", "DELETE", "/v1/agents/101/prompts/versions/3"],
  ])("%s", async (words, method, path, body) => {
    recorder.answer({
      body:
        method === "GET" && (path === "/v1/all-folders" || path === "/v1/knowledge-base") ? [] : { id: ID },
    });
    await parley([...words.split(" "), "--json"]);
    expect(recorder.requests.map((sent) => [sent.method, sent.path, sent.body])).toEqual([
      [method, path, body],
    ]);
  });
});

test.each([
  `folders delete ${ID}`,
  `communities delete ${ID}`,
  `personas delete ${ID}`,
  `traits delete ${ID}`,
  `workflows delete ${ID}`,
  `workflows update ${ID}`,
  "workflows create",
  `scenarios delete ${ID}`,
  `kb shared delete ${ID}`,
  `kb shared update ${ID}`,
  "kb shared create FAQs --document missing.md",
  `scenarios update ${ID}`,
  "scenarios create --set name=Menu",
  "folders delete unnamed --yes",
  `folders move 101 ${ID} --out`,
  "folders move 101",
  `communities update ${ID}`,
  `personas update ${ID}`,
  "personas create --set name=Ann",
  "traits create --set agent_id=101 --set name=vip --set data_type=COLOUR --strict",
])("%s is refused, and nothing is sent", async (words) => {
  expect((await parley(words.split(" "))).code).toBe(2);
  expect(recorder.requests).toEqual([]);
});

test("shared knowledge bases are listed from whatever list a service has", async () => {
  recorder.answer({ body: { items: [{ id: ID, name: "FAQs" }], total: 1 } });
  expect((await parley(["kb", "shared", "list"])).stdout).toContain(`\n${ID}\tFAQs\t`);
  recorder.answer({ body: null });
  const { code, stderr } = await parley(["kb", "shared", "list"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("has no list of knowledge bases")]);
});

describe("against the service", () => {
  const real = useService();
  const run = async (...args: string[]) =>
    (await parley([...args, "--json"], { env: { PARLEY_BASE_URL: real.url(), PARLEY_API_KEY: ACME_KEY } }))
      .json;

  test("an agent is put into a folder and found there", async () => {
    const { id } = await run("folders", "create", "Clinics");
    await run("folders", "move", "101", id);
    expect(await run("folders", "agents", id)).toMatchObject([{ id: "101", folder_id: id }]);
    expect(await run("folders", "list")).toMatchObject([{ id, name: "Clinics" }]);
  });

  test("a shared knowledge base has documents, is given to an agent, taken from it, and deleted", async () => {
    writeFileSync(join(parley.home, "hours.md"), "We open at nine.");
    const { id } = await run("kb", "shared", "create", "FAQs", "--document", "hours.md");
    await run("kb", "shared", "attach", id, "101");
    expect(await run("kb", "shared", "show", id)).toMatchObject({
      agent_ids: [101],
      documents: [{ name: "hours.md", text: "We open at nine." }],
    });
    expect(await run("kb", "shared", "detach", id, "101")).toBeNull();
    expect(await run("kb", "shared", "list")).toMatchObject([{ id, document_count: 1, agent_ids: [] }]);
    expect(await run("kb", "shared", "delete", id, "--yes")).toBeNull();
    const env = { PARLEY_BASE_URL: real.url(), PARLEY_API_KEY: ACME_KEY };
    const { code, stderr } = await parley(["kb", "shared", "show", id], { env });
    expect([code, stderr]).toEqual([5, expect.stringContaining("`parley kb shared list`")]);
  });

  test("a persona and a trait are made for an agent and listed", async () => {
    const persona = ["--set", "name=Ann", "--set", "description=Busy", "--set", "goal=Book"];
    const made = await run("personas", "create", ...persona, "--set", "agent_id=101");
    expect(await run("personas", "list", "--agent", "101")).toEqual([made]);
    const trait = ["--set", "agent_id=101", "--set", "name=age", "--set", "data_type=NUMBER"];
    const { id } = await run("traits", "create", ...trait, "--set", "default_value=30");
    expect((await run("traits", "list", "--agent", "101")).traits).toMatchObject([{ id, default_value: 30 }]);
  });
});
