import { describe, expect, test } from "vitest";
import { refusal } from "../support/completions.ts";
import { evaluated } from "../support/evaluations.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  conversationOf,
  makeAgent,
  makeDigitalHuman,
  makeMetric,
  makeSimulation,
  startRun,
} from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

/** As published. */
const NO_CONTENT = { status: 204, body: undefined };

const FAQ = { name: "Hours", text: "We open at nine." };
const create = (body: object, calls = acme) => calls("POST", "/v1/knowledge-base", body);

describe("/v1/knowledge-base", () => {
  test("is created empty, changed, given to agents and taken from them, and deleted", async () => {
    const reply = await create({ name: "Support FAQs" });
    expectAnswer("create_shared_knowledge_base", reply);
    expect(reply.body).toMatchObject({
      name: "Support FAQs",
      description: null,
      document_count: 0,
      documents: [],
      agent_ids: [],
    });
    const path = `/v1/knowledge-base/${reply.body.id}`;
    const updated = await acme("PUT", path, { name: null, description: "For all", documents: [FAQ] });
    expectAnswer("update_shared_knowledge_base", updated);
    expect(updated.body).toEqual({
      ...reply.body,
      description: "For all",
      document_count: 1,
      documents: [{ ...FAQ, status: "ready" }],
    });

    const { agent_id } = await makeAgent(acme);
    for (let times = 0; times < 2; times++) {
      const attached = await acme("POST", `${path}/agents/${agent_id}`);
      expectAnswer("attach_knowledge_base", attached);
      expect(attached.body).toEqual({ ...updated.body, agent_ids: [agent_id] });
    }
    const shown = await acme("GET", path);
    expectAnswer("get_shared_knowledge_base", shown);
    expect(shown.body).toEqual({ ...updated.body, agent_ids: [agent_id] });
    const { documents, ...listed } = shown.body;
    const list = await acme("GET", "/v1/knowledge-base");
    expectAnswer("list_shared_knowledge_bases", list);
    expect(list.body).toContainEqual(listed);

    for (let times = 0; times < 2; times++) {
      expect(await acme("DELETE", `${path}/agents/${agent_id}`)).toMatchObject(NO_CONTENT);
      expect((await acme("GET", path)).body.agent_ids).toEqual([]);
    }
    expect(await acme("DELETE", path)).toMatchObject(NO_CONTENT);
    expectRefusal(await acme("GET", path), 404, /knowledge base .* not found/);
  });

  test("refuses a change of nothing, agents that do not exist, and another organization", async () => {
    expectFault(await create({ name: "" }), ["body", "name"], "string_too_short");
    const { id } = (await create({ name: "x", documents: [FAQ] })).body;
    const path = `/v1/knowledge-base/${id}`;
    expectRefusal(await acme("PUT", path, {}), 400, /nothing to change/);
    expectRefusal(await acme("POST", `${path}/agents/202`), 404, /agent 202 not found/);
    expectRefusal(await acme("DELETE", `${path}/agents/202`), 404, /agent 202 not found/);
    expectRefusal(await rival("POST", `${path}/agents/202`), 404, /knowledge base .* not found/);
    expect((await rival("GET", "/v1/knowledge-base")).body).toEqual([]);
  });
});

describe("what agents share", () => {
  const server = useRecorder();
  const judged = useService(undefined, () => ({
    model: { base_url: `${server.url()}/v1`, model: "judge-1", api_key: "sk-test" },
  }));
  const KNOWN = "We close at five.\\n\\n# Hours\\n\\nWe open at nine.";

  test("is read with their own knowledge by the judge of calls and of conversations", async () => {
    server.answer(refusal(401, "no verdicts"));
    const { agent_id } = await makeAgent(judged.acme);
    const versions = `/v1/agents/${agent_id}/knowledge-bases/versions`;
    await judged.acme("POST", versions, { kb_text: "We close at five.", labels: ["production"] });
    const { id } = (await create({ name: "x", documents: [FAQ] }, judged.acme)).body;
    await judged.acme("POST", `/v1/knowledge-base/${id}/agents/${agent_id}`);
    const kept = { name: "Kept", description: "The agent keeps to {{kb_text}}", agent_ids: [agent_id] };
    await makeMetric(judged.acme, { ...kept, scoring_guidance: "Be strict." });
    const asked = () => JSON.stringify(server.requests.map(({ body }) => body.messages));

    await evaluated(judged.acme, {
      agent_id: String(agent_id),
      transcript: [{ speaker: "AGENT", utterance: "We open at nine." }],
    });
    expect(
      JSON.parse(asked())
        .flat()
        .map(({ content }: { content: string }) => content)
        .join(),
    ).toContain(KNOWN);
    server.requests.length = 0;

    const simulation = await makeSimulation(judged.acme, { agent_id });
    await makeDigitalHuman(judged.acme, {}, [simulation.id]);
    const { simulation_result_ids } = await startRun(judged.acme, { simulation_id: simulation.id });
    const [simulation_result_id = ""] = simulation_result_ids;
    for (const message of [{ message: "We open at nine." }, { message: "", end_conversation: true }])
      await judged.acme("POST", "/v1/send-http-text-message", { simulation_result_id, ...message });
    await expect
      .poll(async () => (await conversationOf(judged.acme, simulation_result_id)).outcome, {
        timeout: 30_000,
      })
      .not.toBeNull();
    expect(
      JSON.parse(asked())
        .flat()
        .map(({ content }: { content: string }) => content)
        .join(),
    ).toContain(KNOWN);
  });

  test("is read by generation until it is taken from them", async () => {
    const { agent_id } = await makeAgent(acme);
    const SECRET = "The staff code is 7391-KX.";
    const { id } = (await create({ name: "x", documents: [{ name: "Internal", text: SECRET }] })).body;
    const prompt_text =
      "Always ask for the full name and the date of birth of a caller before you look for any appointment.";
    await acme("POST", `/v1/agents/${agent_id}/prompts/versions`, { prompt_text });
    const body = { agent_id: String(agent_id), red_teaming: 20 };
    const attacks = async () => {
      const reply = await acme("POST", "/v1/generate-digital-humans", body);
      expectAnswer("generate_digital_humans", reply);
      return JSON.stringify(reply.body);
    };
    expect((await attacks()).includes("7391-KX")).toBe(false);
    const link = `/v1/knowledge-base/${id}/agents/${agent_id}`;
    await acme("POST", link);
    expect((await attacks()).includes("7391-KX")).toBe(true);
    await acme("DELETE", link);
    expect((await attacks()).includes("7391-KX")).toBe(false);
  });
});
