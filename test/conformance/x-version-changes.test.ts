/** Versions by label and by number, promotion, labels, and agents by their external id. */
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  conversationOf,
  labelOf,
  makeAgent,
  makeDigitalHuman,
  makeKnowledgeBases,
  makePrompts,
  makeSimulation,
  PATIENT,
  startRun,
} from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe.each([
  ["prompts", "prompt", makePrompts],
  ["knowledge-bases", "knowledge_base", makeKnowledgeBases],
] as const)("%s", (part, prefix, make) => {
  test("are found by label and by number; without a label, the one in production or else the latest", async () => {
    const { path } = await makeAgent(acme);
    const get = (rest: string, calls = acme) => calls("GET", `${path}/${part}${rest}`);
    expectRefusal(await get(""), 404, /version with the label "latest" not found/);
    await make(acme, path, ["stable"], []);
    expect((await get("")).body).toMatchObject({ version: 2, labels: ["latest"] });
    const found = await get("?label=stable");
    expectAnswer(`get_labelled_${prefix}`, found);
    expect(found.body).toMatchObject({ version: 1, labels: ["stable"] });
    await acme("POST", `${path}/${part}/versions/1/labels`, { labels: ["production"] });
    expect((await get("")).body.version).toBe(1);
    const numbered = await get("/versions/2");
    expectAnswer(`get_${prefix}_version`, numbered);
    expect(numbered.body.version).toBe(2);
    const labels = await get("/versions/1/labels");
    expectAnswer(`list_${prefix}_version_labels`, labels);
    expect(labels.body).toEqual({ labels: ["production", "stable"] });
    expectRefusal(await get("?label=unknown"), 404, /version with the label "unknown" not found/);
    expectRefusal(await get("/versions/9"), 404, /version 9 not found/);
    expectRefusal(await get("", rival), 404, /agent \d+ not found/);
  });

  test("are deleted by label, which then is on no version, but never from production", async () => {
    const { path } = await makeAgent(acme);
    await make(acme, path, ["production"], ["candidate"], []);
    const remove = (rest: string, calls = acme) => calls("DELETE", `${path}/${part}/versions${rest}`);
    expectFault(await remove(""), ["query", "label"], "missing");
    expectRefusal(await remove("?label=production"), 400, /is the production version/);
    expectRefusal(await remove("?label=candidate", rival), 404, /not found/);
    const reply = await remove("?label=candidate");
    expectAnswer(`delete_labelled_${prefix}`, reply);
    expect(reply.body).toMatchObject({ version: 2, latest_version: 3 });
    expect((await labelOf(acme, path, "candidate"))?.[`${prefix}_id`]).toBeNull();
    expectRefusal(await remove("?label=candidate"), 404, /not found/);
  });
});

describe("prompts", () => {
  test("are deleted by number", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, [], []);
    const reply = await acme("DELETE", `${path}/prompts/versions/1`);
    expectAnswer("delete_prompt_version", reply);
    expect(reply.body).toMatchObject({ version: 1, latest_version: 2 });
    expectRefusal(await acme("DELETE", `${path}/prompts/versions/2`), 400, /is the only one/);
  });

  test("a conversation with one that was deleted meanwhile is judged by what is left", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const [made] = await makePrompts(acme, path, [], []);
    const { id: simulation_id } = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, { ...PATIENT, success_criteria: '@rules\npass when agent says "hello"' }, [
      simulation_id,
    ]);
    const { simulation_result_ids } = await startRun(acme, { simulation_id, prompt_id: made?.id as string });
    const [simulation_result_id = ""] = simulation_result_ids;
    expectAnswer("delete_prompt_version", await acme("DELETE", `${path}/prompts/versions/1`));
    const goodbye = { message: "Hello and goodbye", end_conversation: true };
    await acme("POST", "/v1/send-http-text-message", { simulation_result_id, ...goodbye });
    await expect.poll(async () => (await conversationOf(acme, simulation_result_id)).outcome).toBe("passed");
  });

  test("are promoted: the one that is named, or the latest; and the move is in the history", async () => {
    const { path } = await makeAgent(acme);
    const [first] = await makePrompts(acme, path, [], []);
    const promote = (query: string, calls = acme) => calls("POST", `${path}/prompts/promote${query}`);
    const latest = await promote("");
    expectAnswer("promote_prompt", latest);
    expect(latest.body).toMatchObject({ version: 2, labels: ["production", "latest"] });
    expect((await promote(`?prompt_id=${first?.id}`)).body).toMatchObject({ version: 1 });
    expect((await labelOf(acme, path, "production"))?.prompt_id).toBe(first?.id);
    const { body } = await acme("GET", `${path}/label-moves`);
    expect(body.moves).toMatchObject([
      { label: "production", previous_version: 2, version: 1 },
      { label: "production", previous_version: null, version: 2 },
    ]);
    const unknown = "5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60";
    expectRefusal(await promote(`?prompt_id=${unknown}`), 404, /prompt 5f0c.* not found/);
    expectFault(await promote("?prompt_id=latest"), ["query", "prompt_id"], "uuid_format");
    expectRefusal(await promote("", rival), 404, /agent \d+ not found/);
  });
});

describe("labels", () => {
  test("are shown one by one, and listed by a part of their text", async () => {
    const { path } = await makeAgent(acme);
    await makePrompts(acme, path, ["Blue", "green"]);
    const label = await labelOf(acme, path, "Blue");
    const reply = await acme("GET", `${path}/labels/${label?.id}`);
    expectAnswer("get_label", reply);
    expect(reply.body).toEqual(label);
    const { body } = await acme("GET", `${path}/labels?q=blu`);
    expect(body).toEqual([label]);
    expectRefusal(await acme("GET", `${path}/labels/unknown`), 404, /label unknown not found/);
    expectRefusal(await rival("GET", `${path}/labels/${label?.id}`), 404, /not found/);
  });
});

describe("agents by their external id", () => {
  test.each(["clinic-berlin", 'odd "id" 100%_\\ ü/?', "LIKE%"])(
    "%j is found and changed",
    async (external_agent_id) => {
      const { agent_id } = await makeAgent(acme, { external_agent_id });
      const path = `/v1/agent-by-external-id/${encodeURIComponent(external_agent_id)}`;
      const found = await acme("GET", path);
      expectAnswer("get_agent_by_external_id", found);
      expect(found.body).toMatchObject({ id: String(agent_id), external_agent_id });
      const update = (calls: typeof acme) =>
        calls("PUT", "/v1/update-agent-by-external-id", { external_agent_id, name: "Renamed" });
      expectRefusal(await rival("GET", path), 404, /external_agent_id/);
      expectRefusal(await update(rival), 404, /external_agent_id/);
      expectAnswer("update_agent_by_external_id", await update(acme));
      expect((await acme("GET", path)).body).toEqual({ ...found.body, name: "Renamed" });
    },
  );

  test("need the whole id", async () => {
    await makeAgent(acme, { external_agent_id: "clinic-hamburg" });
    expectRefusal(await acme("GET", "/v1/agent-by-external-id/clinic-ham"), 404, /"clinic-ham" not found/);
    expectRefusal(await acme("GET", "/v1/agent-by-external-id/clinic%25hamburg"), 404, /not found/);
    const body = { name: "x" };
    expectFault(
      await acme("PUT", "/v1/update-agent-by-external-id", body),
      ["body", "external_agent_id"],
      "missing",
    );
  });
});
