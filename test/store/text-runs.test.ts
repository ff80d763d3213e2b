/** What the rules of text runs store but no answer shows yet. */
import { describe, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { onAgentTurn } from "../../src/service/domain/conversations/agent-turn.ts";
import { requireConversation } from "../../src/service/domain/conversations/conversation.ts";
import { endConversations } from "../../src/service/domain/conversations/end.ts";
import { addMessage, logToolCall } from "../../src/service/domain/conversations/entries.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertRun, insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { insertVersion } from "../../src/service/domain/versions/insert.ts";
import { KNOWLEDGE_BASE, PROMPT } from "../../src/service/domain/versions/kinds.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;

/** A digital human that lets the agent begin. */
const patient = { speaks_first_config: { speaks_first: false } };

async function makeSimulation() {
  const organization_id = await organizationId();
  const draft = { name: "Smoke", agent_id: 101, opening_patience_ms: 0 };
  const simulation = await insertSimulation(db, service, organization_id, draft);
  const placed = { simulation_ids: [simulation.id] };
  await insertDigitalHuman(db, service, organization_id, DigitalHumanCreate.parse(patient), placed);
  return simulation;
}

async function makeConversation() {
  const simulation = await makeSimulation();
  const run = await queueRun(db, service, simulation.organization_id, { simulation_id: simulation.id });
  return requireConversation(db, simulation.organization_id, run.simulation_result_ids[0] ?? "");
}

const entriesOf = (simulation_result_id: number) =>
  db
    .selectFrom("conversation_entry")
    .selectAll()
    .where("simulation_result_id", "=", simulation_result_id)
    .orderBy("id")
    .execute();

const stackedIn = async (id: number) =>
  (await entriesOf(id)).filter(({ role }) => role === "AGENT").map(({ stacked }) => stacked);

const hello = { message: "Hello", message_id: null };

describe("inserts for seeds", () => {
  test("keep explicit ids and times", async () => {
    const organization_id = await organizationId();
    const digital_human = await insertDigitalHuman(
      db,
      service,
      organization_id,
      DigitalHumanCreate.parse({}),
      {
        id: 501,
      },
    );
    const draft = { name: "Smoke", agent_id: 101, digital_human_ids: [501] };
    const simulation = await insertSimulation(db, service, organization_id, draft, 77);
    const counts = {
      tests_passed: 3,
      tests_failed: 1,
      total_tests: 4,
      tests_completed: 4,
      tests_incompleted: 0,
    };
    const progress = {
      ...counts,
      status: "COMPLETED" as const,
      summary: "ok",
      curr_step_id: 2,
      phone_number: "",
    };
    const given = { id: 900, created_at: "2024-12-01T00:00:00.000Z" };
    const run = await insertRun(db, service, simulation, progress, given);
    expect([digital_human.id, simulation.id]).toEqual([501, 77]);
    expect(run).toMatchObject({ ...progress, ...given, simulation_id: 77, agent_id: 101, organization_id });
  });
});

describe("the versions that a run tests", () => {
  test("are empty until versions are labelled production, then those versions, unless the request names others", async () => {
    const simulation = await makeSimulation();
    const versionsOf = async (named: { prompt_id?: string; knowledge_base_id?: string }) => {
      const request = { simulation_id: simulation.id, ...named };
      const { simulation_run_id } = await queueRun(db, service, simulation.organization_id, request);
      return db
        .selectFrom("simulation_run")
        .select(["prompt_id", "knowledge_base_id"])
        .where("id", "=", simulation_run_id)
        .executeTakeFirst();
    };
    expect(await versionsOf({})).toEqual({ prompt_id: null, knowledge_base_id: null });
    const production = { text: "Be kind", labels: ["production"] };
    const owner = { organization_id: simulation.organization_id, agent_id: 101 };
    const prompt = await insertVersion(db, service, PROMPT, owner, production);
    const newer = await insertVersion(db, service, PROMPT, owner, { text: "Be brief" });
    const knowledge_base = await insertVersion(db, service, KNOWLEDGE_BASE, owner, production);
    expect(await versionsOf({})).toEqual({ prompt_id: prompt.id, knowledge_base_id: knowledge_base.id });
    expect(await versionsOf({ prompt_id: newer.id })).toEqual({
      prompt_id: newer.id,
      knowledge_base_id: knowledge_base.id,
    });
  });
});

describe("messages of the agent", () => {
  test("wait until their turn ends, those of other conversations longer", async () => {
    const [one, other] = [await makeConversation(), await makeConversation()];
    for (const conversation of [one, one, other]) await addMessage(db, conversation, hello, clock.at);
    expect(await stackedIn(one.result.id)).toEqual([1, 1]);
    await onAgentTurn(db, service, one, clock.at);
    expect(await stackedIn(one.result.id)).toEqual([0, 0]);
    expect(await stackedIn(other.result.id)).toEqual([1]);
  });

  test("wait no longer when the conversation ends", async () => {
    const conversation = await makeConversation();
    const { result } = conversation;
    await addMessage(db, conversation, hello, clock.at);
    await endConversations(db, service, [result.id], "agent_ended", clock.at);
    expect(await stackedIn(result.id)).toEqual([0]);
  });
});

describe("offsets", () => {
  test("count milliseconds since the conversation began; at least 1 for a tool call, never below 0", async () => {
    const conversation = await makeConversation();
    const { result } = conversation;
    const at = (ms: number) => new Date(Date.parse(result.started_at ?? "") + ms);
    for (const ms of [0, 1500, -40]) {
      await addMessage(db, conversation, hello, at(ms));
      await logToolCall(db, conversation, { name: "ping", parameters: null, output: null }, at(ms));
    }
    const tool_calls = await db
      .selectFrom("logged_tool_call")
      .select("start_offset_ms")
      .where("simulation_result_id", "=", result.id)
      .orderBy("id")
      .execute();
    expect((await entriesOf(result.id)).map((entry) => entry.start_offset_ms)).toEqual([0, 1500, 0]);
    expect(tool_calls.map((call) => call.start_offset_ms)).toEqual([1, 1500, 1]);
  });
});
