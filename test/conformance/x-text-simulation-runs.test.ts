import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  conversationOf,
  makeAgent,
  makeConversations,
  makeDigitalHuman,
  makeKnowledgeBases,
  makePrompts,
  makeSimulation,
  PATIENT,
  startRun,
} from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const agent = useReceiver();

const queue = (body: object) => acme("POST", "/v1/queue-http-text-simulation-run", body);

const resultsOf = (run_id: number | string) => acme("GET", `/v1/retrieve-simulation-results/${run_id}`);

describe("POST /v1/queue-http-text-simulation-run", () => {
  test("starts a conversation for each digital human, as often as its num_runs says", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const once = await makeDigitalHuman(acme, { num_runs: null }, [simulation.id]);
    const twice = await makeDigitalHuman(acme, { num_runs: 2 }, [simulation.id]);
    const reply = await queue({ simulation_id: simulation.id });
    expectAnswer("queue_http_text_simulation_run", reply);
    expect(reply.body).toMatchObject({ agent_id: "101", status: "success" });
    const results = await resultsOf(reply.body.simulation_run_id);
    expectAnswer("list_simulation_results", results);
    expect(results.body).toMatchObject({
      simulation_run: {
        id: reply.body.simulation_run_id,
        simulation_id: String(simulation.id),
        status: "RUNNING",
      },
      total: 3,
    });
    expect(results.body.simulation_results).toMatchObject([
      { digital_human_id: once.id, status: "RUNNING" },
      { digital_human_id: twice.id, status: "RUNNING" },
      { digital_human_id: twice.id, status: "RUNNING" },
    ]);
    expect(results.body.simulation_results.map((result: { id: number }) => String(result.id))).toEqual(
      reply.body.simulation_result_ids,
    );
  });

  test("takes the digital humans that are named, each once", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    await makeDigitalHuman(acme, {}, [simulation.id]);
    const chosen = await makeDigitalHuman(acme, {}, [simulation.id]);
    const digital_human_ids = [chosen.id, chosen.id];
    const run = await startRun(acme, { simulation_id: simulation.id, digital_human_ids });
    const { body } = await resultsOf(run.simulation_run_id);
    expect(body.simulation_results).toMatchObject([{ digital_human_id: chosen.id }]);
  });

  test("runs as many conversations at once as max_concurrent says; one that ends makes room", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101, max_concurrent: 2 });
    await makeDigitalHuman(acme, { ...PATIENT, num_runs: 4 }, [simulation.id]);
    const { simulation_run_id, simulation_result_ids } = await startRun(acme, {
      simulation_id: simulation.id,
    });
    const [first, , third, fourth] = simulation_result_ids;
    const statuses = async () =>
      (await resultsOf(simulation_run_id)).body.simulation_results.map(
        (result: { status: string }) => result.status,
      );
    expect(await statuses()).toEqual(["RUNNING", "RUNNING", "QUEUED", "QUEUED"]);
    const send = (simulation_result_id: string | undefined, end_conversation: boolean) =>
      acme("POST", "/v1/send-http-text-message", { simulation_result_id, message: "Bye", end_conversation });
    expectRefusal(await send(third, false), 409, /conversation \d+ has not started/);
    await send(first, true);
    await expect.poll(statuses).toEqual(["INCOMPLETED", "RUNNING", "RUNNING", "QUEUED"]);
    await acme("POST", "/v1/end-conversations", { test_result_ids: [fourth, third] });
    await expect.poll(statuses).toEqual(["INCOMPLETED", "RUNNING", "INCOMPLETED", "INCOMPLETED"]);
    expect(await conversationOf(acme, fourth ?? "")).toMatchObject({
      started_at: null,
      end_reason: "ended_by_request",
      outcome: "incompleted",
      outcome_reason: "it never began",
      fidelity: null,
    });
  });

  test("opens all conversations of a large run without a max_concurrent", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    await makeDigitalHuman(acme, { ...PATIENT, num_runs: 120 }, [simulation.id]);
    const { simulation_run_id } = await startRun(acme, { simulation_id: simulation.id });
    const open = async () =>
      (await resultsOf(simulation_run_id)).body.simulation_results.filter(
        (result: { status: string }) => result.status === "RUNNING",
      );
    await expect.poll(open).toHaveLength(120);
  });

  test("plays digital humans as they were when it was queued", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101, max_concurrent: 1 });
    const spoken = (message: string) => ({
      speaks_first_config: { speaks_first: true, mode: "custom", message },
    });
    const { id } = await makeDigitalHuman(acme, { ...spoken("Good day."), num_runs: 2 }, [simulation.id]);
    const { simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
    await acme("PUT", `/v1/update-digital-human/${id}`, spoken("Changed."));
    await acme("POST", "/v1/end-conversations", { test_result_ids: simulation_result_ids.slice(0, 1) });
    const second = () => conversationOf(acme, simulation_result_ids[1] ?? "");
    await expect.poll(second).toMatchObject({ transcript: [{ role: "USER", message: "Good day." }] });
  });

  test("says the same with the same seed, which is the run's id unless the request names one", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    await makeDigitalHuman(acme, { intent: "I want to cancel my order.", creativity: 2, num_runs: 20 }, [
      simulation.id,
    ]);
    const said = async (seed?: string) => {
      const run = await startRun(acme, { simulation_id: simulation.id, ...(seed && { seed }) });
      expect(run.seed).toBe(seed ?? String(run.simulation_run_id));
      const { body } = await resultsOf(run.simulation_run_id);
      return body.simulation_results.map(
        ({ transcript }: { transcript: { message: string }[] }) => transcript[0]?.message,
      );
    };
    const first = await said("spring");
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await said("spring")).toEqual(first);
    expect(await said("autumn")).not.toEqual(first);
    expect(await said()).toHaveLength(20);
  });

  test("accepts versions of the agent, and answers 404 for those of another", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const simulation = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, {}, [simulation.id]);
    const [prompt] = await makePrompts(acme, path, ["production"]);
    const [knowledge_base] = await makeKnowledgeBases(acme, path, []);
    const body = { simulation_id: simulation.id };
    expect((await queue({ ...body, prompt_id: prompt?.id })).status).toBe(200);
    expect((await queue({ ...body, knowledge_base_id: knowledge_base?.id })).status).toBe(200);
    expectRefusal(await queue({ ...body, prompt_id: knowledge_base?.id }), 404, /prompt .* not found/);
    expectRefusal(
      await queue({ ...body, knowledge_base_id: prompt?.id }),
      404,
      /knowledge base .* not found/,
    );
  });

  test("delivers nothing of a run without_webhook to the agent, and everything of the next run", async () => {
    const { agent_id } = await makeAgent(acme, { http_webhook: agent.url("/agent") });
    const simulation = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [simulation.id]);
    const run = async (fields: object) => {
      const reply = await queue({ simulation_id: simulation.id, ...fields });
      expectAnswer("queue_http_text_simulation_run", reply);
      return reply.body.simulation_result_ids[0];
    };
    const own = await run({ without_webhook: true });
    const reply = await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id: own,
      message: "Your refund has been issued. Goodbye!",
    });
    expect(reply.body).toMatchObject({ status: "success" });
    const { transcript } = await conversationOf(acme, own);
    expect(transcript.map(({ role }) => role)).toEqual(["USER", "AGENT", "USER"]);
    const delivered = await run({});
    // Deliveries are made in order: one of the run before would have arrived first.
    await expect.poll(() => agent.requests().length).toBeGreaterThan(0);
    const ids = agent.requests().map(({ body }) => JSON.parse(body).simulation_result_id);
    expect(new Set(ids)).toEqual(new Set([delivered]));
    const { body } = await resultsOf((await conversationOf(acme, own)).simulation_run_id ?? "");
    expect(body.simulation_run).not.toHaveProperty("without_webhook");
  });

  test("refuses an agent that is not a text agent", async () => {
    const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
    const simulation = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, {}, [simulation.id]);
    expectRefusal(await queue({ simulation_id: simulation.id }), 400, /agent \d+ has mode VOICE/);
  });

  test("refuses a run without digital humans", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    expectRefusal(await queue({ simulation_id: simulation.id }), 400, /no digital humans/);
    await makeDigitalHuman(acme, {}, [simulation.id]);
    const none = { simulation_id: simulation.id, digital_human_ids: [] };
    expectRefusal(await queue(none), 400, /no digital humans/);
  });

  test("refuses a run of more than 1000 conversations", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const { id } = await makeDigitalHuman(acme, { num_runs: 1001 }, [simulation.id]);
    expectRefusal(
      await queue({ simulation_id: simulation.id }),
      400,
      /would have 1001 conversations .* at most 1000, because one answer lists them all/,
    );
    await acme("PUT", `/v1/update-digital-human/${id}`, { num_runs: 1000 });
    expect((await queue({ simulation_id: simulation.id })).body.simulation_result_ids).toHaveLength(1000);
  });

  test("answers 404 for a simulation that is unknown or another organization's", async () => {
    const { id } = await makeSimulation(rival, { agent_id: 202 });
    for (const simulation_id of [id, 987654])
      expectRefusal(await queue({ simulation_id }), 404, /simulation \d+ not found/);
  });

  test("answers 404 for digital humans that are not in the simulation", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    await makeDigitalHuman(acme, {}, [simulation.id]);
    const elsewhere = await makeDigitalHuman(acme);
    const reply = await queue({ simulation_id: simulation.id, digital_human_ids: [elsewhere.id] });
    expectRefusal(reply, 404, new RegExp(`digital human ${elsewhere.id} of simulation ${simulation.id} not`));
  });

  test.each([
    [{}, ["body", "simulation_id"], "missing"],
    [{ simulation_id: 7, seed: "" }, ["body", "seed"], "string_too_short"],
    [{ simulation_id: 7, prompt_id: "latest" }, ["body", "prompt_id"], "guid_format"],
  ])("refuses %j with the place of the fault", async (body, loc, type) => {
    expectFault(await queue(body), loc, type);
  });
});

describe("GET /v1/retrieve-simulation-results/{simulation_run_id} and /v1/retrieve-simulation-result/{…}", () => {
  test("show the same conversation, with its own messages only", async () => {
    const { agent_id, simulation_id, digital_human_id, run_id, result_ids } = await makeConversations(
      acme,
      2,
    );
    const [first, second] = result_ids;
    const send = (body: object) => acme("POST", "/v1/send-http-text-message", body);
    await send({ simulation_result_id: first, message: "Hello" });
    await send({ simulation_result_id: second, type: "tool_call", name: "ping" });
    const { body } = await resultsOf(run_id);
    expect(body.simulation_results).toMatchObject([
      {
        id: Number(first),
        transcript: [{ role: "AGENT", message: "Hello", message_id: null }, { role: "USER" }],
        tool_calls: [],
      },
      {
        id: Number(second),
        transcript: [],
        tool_calls: [{ name: "ping", expected: [], actual: [{ parameters: null, output: null }] }],
      },
    ]);
    const shown = await acme("GET", `/v1/retrieve-simulation-result/${first}`);
    expectAnswer("get_simulation_result", shown);
    // A list leaves out the evaluations.
    expect(shown.body).toEqual({
      simulation_result: { ...body.simulation_results[0], evaluation: null },
      status: "200",
    });
    expect(shown.body.simulation_result).toMatchObject({
      agent_id,
      simulation_id,
      simulation_run_id: run_id,
      digital_human_id,
      end_time: null,
      end_reason: null,
    });
  });

  test("say which versions the run tests: those it was started with, else those in production", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const simulation = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, {}, [simulation.id]);
    const testedBy = async (versions: object) => {
      const run = await startRun(acme, { simulation_id: simulation.id, ...versions });
      const { prompt_id, knowledge_base_id } = (await resultsOf(run.simulation_run_id)).body.simulation_run;
      return { prompt_id, knowledge_base_id };
    };
    expect(await testedBy({})).toEqual({ prompt_id: null, knowledge_base_id: null });
    const [production, candidate] = await makePrompts(acme, path, ["production"], []);
    const [knowledge_base] = await makeKnowledgeBases(acme, path, ["production"]);
    const knowledge_base_id = knowledge_base?.id;
    expect(await testedBy({})).toEqual({ prompt_id: production?.id, knowledge_base_id });
    const prompt_id = candidate?.id;
    expect(await testedBy({ prompt_id })).toEqual({ prompt_id, knowledge_base_id });
  });

  test("answer 404 for ids that are unknown or of another organization", async () => {
    const { run_id, result_ids } = await makeConversations(rival);
    for (const id of [run_id, 987654])
      expectRefusal(await resultsOf(id), 404, /simulation run \d+ not found/);
    for (const id of [result_ids[0], "987654", "first"])
      expectRefusal(await acme("GET", `/v1/retrieve-simulation-result/${id}`), 404, /result .* not found/);
  });

  test("refuse a run that is not a number", async () => {
    const reply = await acme("GET", "/v1/retrieve-simulation-results/last");
    expectFault(reply, ["path", "simulation_run_id"], "int_type");
  });
});
