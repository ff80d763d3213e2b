/** `parley chat --new` at a terminal, against the service: opening, undoing a turn, the verdict. */
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, runOf } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useService();
const cli = useProgram(service);
const env = { PARLEY_API_KEY: ACME_KEY };
let simulation_id: number;

beforeEach(async () => {
  const { agent_id } = await makeAgent(service.acme);
  ({ id: simulation_id } = await makeSimulation(service.acme, { agent_id }));
  const caller = { name: "Refund", intent: "I want a refund.", creativity: 0, num_runs: 3 };
  await makeDigitalHuman(service.acme, caller, [simulation_id]);
});

const talk = (...type: readonly (readonly [after: string, keys: string])[]) =>
  runInTerminal(cli, ["chat", "--new", String(simulation_id), "--poll", "0.05", "--no-color"], {
    env,
    columns: 200,
    type: type.map(([after, keys]) => ({ after, keys })),
  });
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

  test("refuses to be given a conversation as well, or neither", async () => {
    expect((await cli(["chat", "12", "--new", "7"], { env })).code).toBe(2);
    expect((await cli(["chat"], { env })).stderr).toContain("no conversation given");
    expect((await cli(["chat", "12", "--digital-human", "5"], { env })).code).toBe(2);
  });
});
