/** The console of a service with runs, calls, and an agent, signed in like a person. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { useService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const FIXTURES = resolve(import.meta.dirname, "../../fixtures");

const WAIT = { timeout: 60_000, interval: 100 };

const json = (file: string) => JSON.parse(readFileSync(resolve(FIXTURES, file), "utf8"));

/** An agent that books check-ups, and repeats everything else it hears. */
function agentServer(): Server {
  return createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const { message } = JSON.parse(text);
      const tool_calls = [
        { name: "book_appointment", parameters: { day: "Tuesday" }, output: { booked: true } },
      ];
      const answer = message.includes("check-up")
        ? { tool_calls, message: "Your check-up is booked for Tuesday. Goodbye.", end_conversation: true }
        : { message: `You said: ${message}` };
      response.end(JSON.stringify(answer));
    });
  });
}

/** Digital humans by name, and what they want. */
const CALLERS = {
  "Books a check-up": "Book a check-up on Tuesday",
  "Books a check-up, in a hurry": "Book a check-up on Tuesday, as early as possible",
  "Moves an appointment": "Move an appointment to Friday",
  "Asks for a refund": "Get a refund for order 1182",
  "Books for a friend": "Book a check-up for a friend on Tuesday",
};
const FAILING = 2;
export const COUNT = Object.keys(CALLERS).length;
export const HEADLINE = `${FAILING} of ${COUNT} conversations failed`;

/** Agent 101 with two prompt versions, a call with a recording, and a run of digital humans. */
export function useConsole() {
  const agent = agentServer();
  let agent_url = "";
  beforeAll(async () => {
    await new Promise<void>((done) => agent.listen(0, "127.0.0.1", done));
    agent_url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    agent.close();
  });
  const service = useService();
  const open = useBrowser();
  const made = { run: 0, call_id: "", results: [] as string[], simulation_id: 0 };
  const startRun = async (more: object = {}) => {
    const { simulation_id } = made;
    return (await service.acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id, ...more }))
      .body;
  };
  const statusOf = async (run: number) =>
    (await service.acme("GET", `/v1/retrieve-simulation-results/${run}`)).body.simulation_run.status;

  /**
   * Another run, which tests the newest prompt version instead of the production version. Resolves to its id
   * when it is over.
   */
  async function runOfNewestPrompt(): Promise<number> {
    const { body: prompts } = await service.acme("GET", "/v1/agents/101/prompts/versions");
    const { simulation_run_id } = await startRun({ prompt_id: prompts[0].id });
    await vi.waitFor(async () => expect(await statusOf(simulation_run_id)).toBe("COMPLETED"), WAIT);
    return simulation_run_id;
  }

  beforeAll(async () => {
    const { acme } = service;
    await acme("POST", "/v1/update-agent", { agent_id: 101, http_webhook: agent_url });
    for (const prompt_text of [
      "Be kind.\nBook appointments.\n",
      "Be kind.\nBook appointments, one at a time.\n",
    ])
      await acme("POST", "/v1/agents/101/prompts/versions", { prompt_text, commit_message: "A change" });
    await acme("POST", "/v1/agents/101/prompts/versions/1/labels", { labels: ["production"] });
    const metric = await acme("POST", "/v1/create-custom-metric", {
      name: "No long waits",
      description: "The agent answers within three seconds.",
      response_type: "pass_fail",
      scoring_guidance: "@rules\nfail when response_latency.max > 3s",
      // Only for calls.
      tags: ["core"],
    });
    expect(metric.status, JSON.stringify(metric.body)).toBeLessThan(300);
    const slow = json("recordings/slow.json");
    const recording = readFileSync(resolve(FIXTURES, "recordings/slow.wav")).toString("base64");
    const sent = await acme("POST", "/v1/evaluate", {
      agent_id: "101",
      start_time_utc: "2026-11-01T09:00:00Z",
      recording_base64: `data:audio/wav;base64,${recording}`,
      multichannel: true,
      tags: ["slow"],
      custom_metric_tags: ["core"],
      ...slow,
    });
    expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300);
    made.call_id = sent.body.call_id;
    const simulation = await acme("POST", "/v1/create-simulation", {
      name: "Smoke",
      agent_id: 101,
      max_turns: 3,
    });
    const { id: simulation_id } = simulation.body;
    for (const [name, intent] of Object.entries(CALLERS))
      await acme("POST", "/v1/create-digital-human", {
        simulation_ids: [simulation_id],
        digital_human: {
          name,
          intent,
          language: "en",
          success_criteria: "@rules\npass when tool book_appointment called",
        },
      }).then(({ status, body }) => expect(status, JSON.stringify(body)).toBeLessThan(300));
    made.simulation_id = simulation_id;
    const queued = await startRun();
    made.run = queued.simulation_run_id;
    made.results = queued.simulation_result_ids;
    await vi.waitFor(async () => {
      const { body: call } = await acme("GET", `/v1/retrieve-call-log/${made.call_id}`);
      expect([call.call_log.status, await statusOf(made.run)]).toEqual(["COMPLETED", "COMPLETED"]);
    }, WAIT);
  });

  /** The console at an address, signed in through a link of the organization. */
  async function signedIn(screen = "", looks: Parameters<typeof open>[1] = {}, calls = service.acme) {
    const { body } = await calls("POST", "/v1/console-links");
    const opened = await open(`${service.url()}${body.path}/${screen}`, looks);
    await opened.page.getByRole("button", { name: "Sign out" }).waitFor();
    return opened;
  }
  return { service, open, signedIn, made, runOfNewestPrompt, agent_url: () => agent_url };
}
