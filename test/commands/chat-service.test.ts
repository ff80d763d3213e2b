import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import {
  conversationOf,
  makeAgent,
  makeDigitalHuman,
  makePrompts,
  makeSimulation,
  startRun,
} from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { watch } from "../support/webhooks.ts";

const service = useService();
const cli = useProgram(service);
const parley = (args: readonly string[], stdin = "") =>
  cli(args, { stdin, env: { PARLEY_API_KEY: ACME_KEY } });

const CHECK_UP = "Wants a check-up with Dr Patel on Tuesday morning";
let id: string;
let agent_id: number;

/** A conversation in which the caller has spoken first. */
beforeEach(async () => {
  ({ agent_id } = await makeAgent(service.acme, { http_webhook_key: "whsec_1" }));
  const simulation = await makeSimulation(service.acme, { agent_id });
  await makeDigitalHuman(service.acme, { name: "Check-up", intent: CHECK_UP }, [simulation.id]);
  [id = ""] = (await startRun(service.acme, { simulation_id: simulation.id })).simulation_result_ids;
  await expect.poll(async () => (await conversationOf(service.acme, id)).transcript.length).toBe(1);
});

const webhookOf = async () => (await service.acme("GET", `/v1/agents/${agent_id}`)).body.http_webhook;

describe("parley chat against the service", () => {
  test("shows what the caller says, and the transcript has each message once", async () => {
    const talk = await parley(
      ["chat", id, "--json", "--poll", "0.05", "--end"],
      'Tuesday at 10:30 with Dr Patel: shall I book it?\n{"type":"tool_call","name":"find_slot"}\n',
    );
    const events = talk.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ event }) => event)).toEqual(["reply", "sent", "reply", "sent", "sent", "ended"]);
    const { transcript, tool_calls, end_reason } = await conversationOf(service.acme, id);
    expect(transcript.map(({ role, message_id }) => [role, message_id])).toEqual([
      ["USER", events[0].message_id],
      ["AGENT", events[1].message_id],
      ["USER", events[2].message_id],
    ]);
    expect(tool_calls).toMatchObject([{ name: "find_slot" }]);
    expect(end_reason).toBe("agent_ended");
    const late = await parley(["chat", id], "Still there?\n");
    expect(late.stderr).toContain(`conversation ${id} has ended (agent_ended)`);
    expect([talk.code, late.code]).toEqual([0, 6]);
  });

  test("--bot tells the program which versions the conversation tests, in each line and in its environment", async () => {
    const { agent_id, path } = await makeAgent(service.acme, {});
    const [, second] = await makePrompts(service.acme, path, ["production"], ["candidate"]);
    const simulation = await makeSimulation(service.acme, { agent_id });
    await makeDigitalHuman(service.acme, { name: "Check-up", intent: CHECK_UP }, [simulation.id]);
    const [id = ""] = (
      await startRun(service.acme, { simulation_id: simulation.id, prompt_id: second?.id ?? "" })
    ).simulation_result_ids;
    writeFileSync(
      join(cli.home, "bot.mjs"),
      `import { createInterface } from "node:readline";
      for await (const line of createInterface({ input: process.stdin })) {
        const { prompt_version, prompt_label, knowledge_base_version } = JSON.parse(line);
        const { env } = process;
        const told = [prompt_version, prompt_label, knowledge_base_version, env.PARLEY_PROMPT_ID,
          env.PARLEY_PROMPT_VERSION, env.PARLEY_PROMPT_LABEL, env.PARLEY_AGENT_ID, env.PARLEY_SIMULATION_RESULT_ID,
          "PARLEY_KNOWLEDGE_BASE_VERSION" in env];
        const message = JSON.stringify(told);
        console.log(JSON.stringify({ message, prompt_version: Number(env.PARLEY_PROMPT_VERSION), end_conversation: true }));
      }`,
    );
    const { code } = await cli(["chat", id, "--bot", `"${process.execPath}" bot.mjs`, "--poll", "0.05"], {
      // About another run.
      env: { PARLEY_API_KEY: ACME_KEY, PARLEY_PROMPT_VERSION: "9", PARLEY_KNOWLEDGE_BASE_VERSION: "9" },
    });
    expect(code).toBe(0);
    const { transcript, versions } = await conversationOf(service.acme, id);
    expect(JSON.parse(transcript[1]?.message ?? "")).toEqual([
      ...[2, "candidate", null, second?.id, "2", "candidate", String(agent_id), id, false],
    ]);
    expect(versions).toMatchObject({ prompt_evidence: "confirmed" });
  });

  test("--listen receives the replies, signed, and puts the webhook back", async () => {
    const child = cli.start(["chat", id, "--listen", "127.0.0.1:0"], { env: { PARLEY_API_KEY: ACME_KEY } });
    const { ended, shows, printed } = watch(child);
    await shows("stdout", /USER\t.*check-up/);
    expect(await webhookOf()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    child.stdin?.write("Tuesday at 10:30 with Dr Patel: shall I book it?\n");
    await shows("stdout", /AGENT\tTuesday.*\nUSER\t.+\n/);
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(printed.stdout.match(/^USER/gm)).toHaveLength(2);
    expect(printed.stderr).not.toContain("refused");
    expect(await webhookOf()).toBeNull();
  });

  test("a script whose expectations are met passes, and one whose are not ends with 9", async () => {
    const script = (contains: string) => `kind: Script
steps:
  - expect: { contains: "${contains}", within: 20s }
  - say: "Tuesday at 10:30 with Dr Patel: shall I book it?"
  - expect: { matches: "[Yy]es|[Cc]orrect|[Pp]lease", within: 20s }
`;
    writeFileSync(join(cli.home, "script.yaml"), script("a refund"));
    const wrong = await parley(["chat", id, "--script", "script.yaml", "--poll", "0.05"]);
    expect(wrong.stderr).toMatch(
      /script\.yaml:3: expected a reply that contains "a refund"; got: ".*check-up/,
    );
    writeFileSync(join(cli.home, "script.yaml"), script("check-up"));
    const right = await parley([
      "chat",
      id,
      "--script",
      "script.yaml",
      "--poll",
      "0.05",
      "--transcript",
      "t.json",
    ]);
    expect({ codes: [wrong.code, right.code], stderr: right.stderr }).toMatchObject({ codes: [9, 0] });
    const { transcript } = JSON.parse(readFileSync(join(cli.home, "t.json"), "utf8"));
    expect(transcript.map(({ speaker }: { speaker: string }) => speaker)).toEqual(["USER", "AGENT", "USER"]);
  });
});
