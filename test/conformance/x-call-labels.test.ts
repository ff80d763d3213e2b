/** Listing calls by the label that selected their versions, over the API and with `parley evaluate list`. */
import { beforeAll, describe, expect, test } from "vitest";
import { evaluationOf } from "../support/evaluations.ts";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { useProgram } from "../support/in-process.ts";
import { labelOf, makeAgent, makeCall, makeLabel, makePrompts } from "../support/make.ts";
import { ACME_KEY, useStrictService } from "../support/service.ts";

const service = useStrictService();
const { acme, rival } = service;
const parley = useProgram(service);

interface Page {
  readonly call_logs: readonly { readonly id: string; readonly trace_id?: string }[];
}
const namesOf = ({ call_logs }: Page) => call_logs.map(({ trace_id }) => trace_id);

let agent_id: number;
let path: string;

beforeAll(async () => {
  ({ agent_id, path } = await makeAgent(acme));
  await makePrompts(acme, path, ["production"], ["candidate"]);
  await makeLabel(acme, path, { label_text: "unused" });
  for (const [name, label] of [
    ["first", "candidate"],
    ["second", "production"],
    ["third", "candidate"],
    ["fourth", undefined],
    ["fifth", null],
    ["sixth", "candidate"],
  ] as const)
    await makeCall(acme, String(agent_id), name, {
      ...(label !== undefined && { label }),
      tags: [name === "first" ? "vip" : "ordinary"],
    });
  const other = await makeAgent(acme);
  await makePrompts(acme, other.path, ["candidate"]);
  await makeCall(acme, String(other.agent_id), "another agent's", { label: "candidate" });
});

describe("GET /v1/retrieve-call-logs/{agent_id}?label=", () => {
  const list = async (query: string) => {
    const reply = await acme("GET", `/v1/retrieve-call-logs/${agent_id}?${query}`);
    expectAnswer("list_call_logs", reply);
    return reply.body;
  };

  test("lists the calls submitted with the label; a call without one has production", async () => {
    const counts = { page: 1, page_size: 50, total_pages: 1 };
    const candidate = await list("label=candidate");
    expect(namesOf(candidate)).toEqual(["sixth", "third", "first"]);
    expect(candidate).toMatchObject({ ...counts, total_count: 3, items_in_page: 3 });
    const production = await list("label=production");
    expect(namesOf(production)).toEqual(["fifth", "fourth", "second"]);
    expect(production).toMatchObject({ ...counts, total_count: 3, items_in_page: 3 });
    expect(await list("")).toMatchObject({ total_count: 6 });
  });

  test("counts and pages only these", async () => {
    const counts = { total_count: 3, page_size: 2, total_pages: 2 };
    const first = await list("label=candidate&page_size=2");
    expect(namesOf(first)).toEqual(["sixth", "third"]);
    expect(first).toMatchObject({ ...counts, page: 1, items_in_page: 2 });
    const second = await list("label=candidate&page_size=2&page=2");
    expect(namesOf(second)).toEqual(["first"]);
    expect(second).toMatchObject({ ...counts, page: 2, items_in_page: 1 });
  });

  test("combines with the period", async () => {
    const start_time_utc = new Date().toISOString();
    const recent = await makeAgent(acme);
    await makePrompts(acme, recent.path, ["candidate"]);
    for (const [name, fields] of [
      ["old", { label: "candidate" }],
      ["new", { label: "candidate", start_time_utc }],
      ["other", { start_time_utc }],
    ] as const)
      await makeCall(acme, String(recent.agent_id), name, fields);
    const { body } = await acme("GET", `/v1/retrieve-call-logs/${recent.agent_id}?label=candidate&last=1day`);
    expect(namesOf(body)).toEqual(["new"]);
  });

  test("lists nothing for a label that no call has, and for one that the agent doesn't have", async () => {
    for (const label of ["unused", "latest", "unheard-of", "Candidate", "cand%25"])
      expect(await list(`label=${label}`)).toMatchObject({ call_logs: [], total_count: 0, total_pages: 0 });
    expectRefusal(await acme("GET", "/v1/retrieve-call-logs/999?label=candidate"), 404, /agent 999/);
    expectRefusal(await rival("GET", `/v1/retrieve-call-logs/${agent_id}?label=candidate`), 404, /agent/);
  });
});

describe("GET /v1/retrieve-call-logs?label=", () => {
  const list = async (query: string) => {
    const reply = await acme("GET", `/v1/retrieve-call-logs?${query}`);
    expectAnswer("list_all_call_logs", reply);
    return namesOf(reply.body);
  };

  test("lists the calls of every agent with the label, and combines with the other filters", async () => {
    const all = await list("label=candidate");
    expect(all).toEqual(expect.arrayContaining(["another agent's", "sixth", "third", "first"]));
    expect(all).not.toContain("second");
    expect(await list(`label=candidate&agent_id=${agent_id}`)).toEqual(["sixth", "third", "first"]);
    expect(await list(`label=candidate&agent_id=${agent_id}&tag=vip`)).toEqual(["first"]);
    expect(await list(`label=production&agent_id=${agent_id}&tag=vip`)).toEqual([]);
    expect((await rival("GET", "/v1/retrieve-call-logs?label=candidate")).body.call_logs).toEqual([]);
  });
});

describe("a call keeps its label", () => {
  test("when the label moves, is renamed and deleted, and when the call is changed and evaluated again", async () => {
    const agent = await makeAgent(acme);
    await makePrompts(acme, agent.path, ["trial"], []);
    const { call_id } = await makeCall(acme, String(agent.agent_id), "kept", { label: "trial" });
    const withTrial = async () =>
      (await acme("GET", `/v1/retrieve-call-logs/${agent.agent_id}?label=trial`)).body;
    await evaluationOf(acme, call_id);
    const versions = `${agent.path}/prompts/versions`;
    await acme("POST", `${versions}/2/labels`, { labels: ["trial"], override_label: true });
    expect((await withTrial()).call_logs).toMatchObject([{ id: call_id, prompt_version: 1 }]);
    await acme("DELETE", `${versions}/2/labels`, { labels: ["trial"] });
    const id = (await labelOf(acme, agent.path, "trial"))?.id;
    const renamed = await acme("PUT", `${agent.path}/labels/${id}`, { label_text: "tried" });
    const deleted = await acme("DELETE", `${agent.path}/labels/${id}`);
    expect([renamed.status, deleted.status]).toEqual([200, 200]);
    await acme("PUT", `/v1/update-log/${call_id}`, { metadata: { plan: "gold" }, reevaluate: true });
    await evaluationOf(acme, call_id);
    expect((await withTrial()).call_logs).toMatchObject([{ id: call_id, label: "trial", prompt_version: 1 }]);
  });

  test("when a later version of another platform's call replaces it", async () => {
    const agent = await makeAgent(acme);
    await makePrompts(acme, agent.path, ["production"], ["trial"]);
    const send = async (key: string, words: string, label?: string) => {
      const answer = await fetch(`${service.url()}/v1/evaluate`, {
        method: "POST",
        headers: { "x-api-key": ACME_KEY, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({
          agent_id: String(agent.agent_id),
          start_time_utc: "2026-11-01T12:00:00Z",
          participants: [{ role: "AGENT" }, { role: "USER" }],
          transcript: [{ speaker: "AGENT", utterance: words }],
          label,
        }),
      });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { call_id: string }).call_id;
    };
    const labelled = await send("import/retell/labelled", "Hello.", "trial");
    const plain = await send("import/retell/plain", "Hello.");
    expect(await send("import/retell/labelled", "Hello. How can I help?", "production")).toBe(labelled);
    expect(await send("import/retell/plain", "Hello. How can I help?", "trial")).toBe(plain);
    const calls = async (label: string) =>
      (await acme("GET", `/v1/retrieve-call-logs/${agent.agent_id}?label=${label}`)).body.call_logs;
    const transcript = [{ utterance: "Hello. How can I help?" }];
    expect(await calls("trial")).toMatchObject([
      { id: labelled, label: "trial", prompt_version: 2, transcript },
    ]);
    const [production, ...others] = await calls("production");
    expect(production).toMatchObject({ id: plain, prompt_version: 1, transcript });
    expect(production).not.toHaveProperty("label");
    expect(others).toEqual([]);
  });
});

describe("parley evaluate list --label", () => {
  const list = async (...words: string[]) => {
    const { code, json } = await parley(["evaluate", "list", ...words, "--json"]);
    expect(code).toBe(0);
    return json;
  };

  test("lists the calls with the label, of one agent and of all, in pages", async () => {
    const of = ["--agent", String(agent_id)];
    expect(namesOf(await list(...of, "--label", "candidate"))).toEqual(["sixth", "third", "first"]);
    expect(namesOf(await list(...of, "--label", "production"))).toEqual(["fifth", "fourth", "second"]);
    const page = await list(...of, "--label", "candidate", "--page", "2", "--page-size", "2");
    expect([namesOf(page), page.total_count]).toEqual([["first"], 3]);
    expect(namesOf(await list("--label", "candidate", "--tag", "vip"))).toEqual(["first"]);
    expect(await list(...of, "--label", "unused")).toMatchObject({ call_logs: [], total_count: 0 });
    expect(namesOf(await list("--label", "candidate"))).toEqual(
      expect.arrayContaining(["another agent's", "sixth"]),
    );
  });
});
