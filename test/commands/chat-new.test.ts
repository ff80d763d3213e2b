/** `parley chat --new` at a terminal, against the service: opening, undoing a turn, the verdict. */
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import {
  conversationOf,
  makeAgent,
  makeDigitalHuman,
  makeSimulation,
  runOf,
  startRun,
} from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useService();
const cli = useProgram(service);
const env = { PARLEY_API_KEY: ACME_KEY };
const { acme } = service;
const connected = useReceiver();
let simulation_id: number;
let agent_id: number;

const agentNow = async () => (await acme("GET", `/v1/agents/${agent_id}`)).body;
/** Connects an agent. It has a key, so that what it gets is signed. */
const connect = (http_webhook: string) =>
  acme("POST", "/v1/update-agent", { agent_id, http_webhook, http_webhook_key: "whsec_1" });

beforeEach(async () => {
  connected.reset();
  agent_id = Number((await makeAgent(service.acme)).agent_id);
  ({ id: simulation_id } = await makeSimulation(service.acme, { agent_id }));
  const caller = { name: "Refund", intent: "I want a refund.", creativity: 0, num_runs: 3 };
  await makeDigitalHuman(service.acme, caller, [simulation_id]);
});

type Typed = readonly (readonly [after: string, keys: string])[];
const inTerminal = (args: readonly string[], type: Typed) =>
  runInTerminal(cli, ["chat", ...args, "--poll", "0.05", "--no-color"], {
    env,
    columns: 200,
    type: type.map(([after, keys]) => ({ after, keys })),
  });
const talkWith = (flags: readonly string[], ...type: Typed) =>
  inTerminal(["--new", String(simulation_id), ...flags], type);
const talk = (...type: Typed) => talkWith([], ...type);
const talkIn = (id: string, ...type: Typed) => inTerminal([id], type);
const said = async (id: string) =>
  (await conversationOf(service.acme, id)).transcript.map(({ message }) => message);

describe("parley chat --new", () => {
  test("opens one conversation; /end prints the verdict and the next command", async () => {
    const { code, output } = await talk(
      ["I want a refund", "Your refund has been issued.\r"],
      ["thank you", "/end Goodbye\r"],
    );
    expect(code).toBe(0);
    const [, id = ""] = /conversation (\d+) has started/.exec(output) ?? [];
    expect((await runOf(service.acme, simulation_id))?.total_tests).toBe(1);
    expect(await said(id)).toContain("Goodbye");
    const { outcome } = await conversationOf(service.acme, id);
    expect(outcome).not.toBe(null);
    expect(output).toContain(`\`parley sim result ${id}\` shows the whole conversation`);
    expect(output.slice(output.indexOf("has ended"))).toMatch(/passed|failed|inconclusive/);
  });

  test("/undo begins again without the last turn: the caller says the same as before", async () => {
    const { output } = await talk(
      ["I want a refund", "Which order is it?\r"],
      [" s)", "/stack No refunds!\r/undo\r"],
      ["was ended", "/history\r"],
      ["AGENT  Which order", "\x04"],
    );
    const [, first = ""] = /conversation (\d+) has started/.exec(output) ?? [];
    const [, second = ""] = /restarted as conversation (\d+)/.exec(output) ?? [];
    const before = await said(first);
    expect(before).toEqual([expect.any(String), "Which order is it?", expect.any(String), "No refunds!"]);
    expect(await said(second)).toEqual(before.slice(0, 3));
    expect((await conversationOf(service.acme, first)).end_reason).toBe("ended_by_request");
    expect(output).toContain(`\`parley chat ${second}\` continues it`);
  });

  test("takes the place of the connected agent, which hears nothing of it", async () => {
    await connect(connected.url("/agent"));
    const { code, output } = await talk(
      ["I want a refund", "Your refund has been issued.\r"],
      ["thank you", "Goodbye\r"],
    );
    expect(code).toBe(0);
    expect(output).toContain(`you take the place of the agent at ${connected.url("/agent")}`);
    expect(output).toContain("the conversation has ended: the caller got what it wanted (goal_reached)");
    expect(connected.requests()).toEqual([]);
  });

  test("--listen takes it with the agent's own key, also after /undo, and gives it back", async () => {
    await connect(connected.url("/agent"));
    const { code, output } = await talkWith(
      ["--listen", "127.0.0.1:0"],
      ["I want a refund", "Which order is it?\r"],
      [" s)", "/undo\r"],
      ["was ended", ""],
      ["I want a refund", "Your refund has been issued.\r"],
      ["thank you", "/end\r"],
    );
    expect(code).toBe(0);
    expect(output).toContain("the conversation has ended: you ended it (agent_ended)");
    expect(output).not.toContain("refused:");
    expect(connected.requests()).toEqual([]);
    const [, second = ""] = /restarted as conversation (\d+)/.exec(output) ?? [];
    expect((await said(second)).slice(1, 2)).toEqual(["Your refund has been issued."]);
    expect((await agentNow()).http_webhook).toBe(connected.url("/agent"));
  });

  test("at a pipe, speaks as the agent although one is connected", async () => {
    await connect(connected.url("/agent"));
    const { code, stdout } = await cli(["chat", "--new", String(simulation_id), "--poll", "0.05", "--json"], {
      env,
      stdin: "Your refund has been issued. Goodbye!\n",
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/"reply".*refund.*\n.*"sent".*issued.*\n.*"reply"/);
    expect(connected.requests()).toEqual([]);
  });

  test("leaves with the reason when the agent's webhook stops answering", async () => {
    await connect("http://127.0.0.1:9/");
    const { simulation_result_ids } = await startRun(acme, { simulation_id, num_runs: 1 });
    const { code, output } = await talkIn(String(simulation_result_ids[0]));
    expect(code).toBe(0);
    expect(output).toContain("`parley chat --new");
    expect(output).toContain("nothing answered at the agent's http_webhook (agent_unreachable)");
  });

  test("refuses to be given a conversation as well, or neither", async () => {
    expect((await cli(["chat", "12", "--new", "7"], { env })).code).toBe(2);
    expect((await cli(["chat"], { env })).stderr).toContain("no conversation given");
    expect((await cli(["chat", "12", "--digital-human", "5"], { env })).code).toBe(2);
  });
});
