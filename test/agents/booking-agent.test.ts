import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { deliver, watch } from "../support/webhooks.ts";

const AGENT = resolve(import.meta.dirname, "../../fixtures/agents/booking-agent.mjs");
const service = useService();

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Starts the agent as its first lines say. Resolves to its address. */
async function start(...flags: string[]): Promise<string> {
  const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY, PARLEY_WEBHOOK_SECRET: "whsec_1" };
  const child = spawn(process.execPath, [AGENT, "--port", "0", ...flags], { env });
  running.push(child);
  const [, url = ""] = await watch(child).shows("stdout", /listens on (\S+)/);
  return url;
}

/** Conversations of a caller with an agent at this address. */
async function converse(http_webhook: string, num_runs = 1): Promise<string[]> {
  const { agent_id } = await makeAgent(service.acme, { http_webhook, http_webhook_key: "whsec_1" });
  const simulation = await makeSimulation(service.acme, { agent_id });
  const intent = "Wants a check-up with Dr Patel on Tuesday morning";
  const role_description = "You are Ana Diaz.";
  await makeDigitalHuman(service.acme, { name: "Check-up", intent, role_description, num_runs }, [
    simulation.id,
  ]);
  return (await startRun(service.acme, { simulation_id: simulation.id })).simulation_result_ids;
}

const isOver = async (id: string) => (await conversationOf(service.acme, id)).ended_at !== null;

describe("the booking agent", () => {
  test("books an appointment and says goodbye", async () => {
    const [id = ""] = await converse(await start());
    await expect.poll(() => isOver(id)).toBe(true);
    const { transcript, tool_calls, end_reason } = await conversationOf(service.acme, id);
    expect(tool_calls).toMatchObject([
      {
        name: "find_slot",
        parameters: { day: "tuesday", part_of_day: "morning" },
        output: ["9:15", "10:30", "11:45"],
      },
      {
        name: "book_appointment",
        parameters: { day: "tuesday", slot: "9:15", name: "Ana Diaz" },
        output: { booked: true },
      },
    ]);
    const agents = transcript.filter(({ role }) => role === "AGENT").map(({ message }) => message);
    expect(agents.slice(0, 2)).toEqual([
      "Clinic front desk, how can I help?",
      "Tuesday at 9:15 with Dr Patel: shall I book it?",
    ]);
    expect(agents).toContain(
      "Your appointment is booked: Tuesday at 9:15 with Dr Patel. Is there anything else?",
    );
    expect(["agent_ended", "goal_reached"]).toContain(end_reason);
  });

  // This seed breaks 5 of the first 32 deliveries, too few for any to use up the service's six attempts.
  test("books for all callers when a share of its deliveries fails or breaks", async () => {
    const ids = await converse(await start("--misbehave", "fail=0.1,reset=0.05", "--seed", "5"), 4);
    await expect.poll(async () => (await Promise.all(ids.map(isOver))).every(Boolean)).toBe(true);
    for (const id of ids) {
      const { tool_calls } = await conversationOf(service.acme, id);
      expect(tool_calls.filter(({ name }) => name === "book_appointment")).toHaveLength(1);
    }
  });

  test.each([
    ["fail=1", 500],
    ["", 200],
  ])("misbehaving as %j it answers %i", async (misbehave, status) => {
    const url = await start("--misbehave", misbehave);
    expect(await deliver(url, { simulation_result_id: "0", message: "Hi", end_conversation: true })).toBe(
      status,
    );
  });

  test("does not answer when it hangs, and breaks the connection when it resets", async () => {
    const hanging = await start("--misbehave", "hang=1");
    await expect(
      fetch(hanging, { method: "POST", body: "{}", signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow();
    const resetting = await start("--misbehave", "reset=1");
    await expect(fetch(resetting, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
  });

  test("spoils the same deliveries for the same seed", async () => {
    const spoiled = async (seed: string) => {
      const url = await start("--misbehave", "fail=0.5", "--seed", seed);
      const statuses: number[] = [];
      for (let i = 0; i < 12; i++)
        statuses.push(await deliver(url, { simulation_result_id: "0", message: "", end_conversation: true }));
      return statuses;
    };
    const first = await spoiled("3");
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await spoiled("3")).toEqual(first);
    expect(await spoiled("4")).not.toEqual(first);
  });

  test("refuses requests that are not signed with its key", async () => {
    expect(await deliver(await start(), { simulation_result_id: "0", message: "Hi" }, { key: "other" })).toBe(
      401,
    );
  });
});
