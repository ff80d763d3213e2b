/** What an agent says that it has done, and has not: it counts only against an agent that reports its tool calls. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { startService } from "../support/served.ts";
import { useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const parameter = { type: "object", required: ["boxes"], properties: { boxes: { type: "integer" } } };
const TOOLS = [
  { name: "order_lenses", description: "Order lenses", parameters: parameter },
  { name: "get_hours", description: "When the shop is open", parameters: { type: "object", properties: {} } },
];
/** Says that it has ordered, and never calls the tool. What it looks up, it reports. */
const AGENT = `export default ({ message }) => {
  if (/open/i.test(message)) return { message: "We open at nine.", tool_calls: [{ name: "get_hours", parameters: {}, output: { opens: "09:00" } }] };
  if (/^yes/i.test(message)) return "It's ordered. Your order number is R-7101. Anything else?";
  if (/bye|that's all|everything/i.test(message)) return { message: "Goodbye.", end_conversation: true };
  return "That's 3 boxes of lenses. Shall I order them?";
};
`;
const orders = {
  name: "Orders lenses",
  intent: "Wants to order three boxes of lenses.",
  goal: { tool: "order_lenses", facts: { boxes: 3 } },
};
const asks = {
  name: "Asks for the hours",
  intent: "Wants to know when you are open.",
  goal: { tool: "get_hours" },
};

function desk(...callers: readonly object[]) {
  const cwd = files.write({ module: "agent.mjs", tools: "tools.json" }, callers);
  writeFileSync(join(cwd, "agent.mjs"), AGENT);
  writeFileSync(join(cwd, "tools.json"), JSON.stringify(TOOLS));
  return cwd;
}
const CLAIM = /the agent said "It's ordered\. .*", but order_lenses was not called/;

test("an agent that reports no call at all may have done it: the caller says what to do", async () => {
  const { code, stdout } = await parley(["test"], { cwd: desk(orders) });
  expect(code).toBe(9);
  expect(stdout).toContain("1 not evaluated");
  expect(stdout).toMatch(CLAIM);
  expect(stdout).toContain("or not reported: the agent reported no tool call in this conversation");
});

test("an agent that reports its calls to another caller has not done it", async () => {
  const { code, stdout } = await parley(["test", "--reporter", "json"], { cwd: desk(orders, asks) });
  expect(code).toBe(9);
  const [first, second] = JSON.parse(stdout).files[0].callers;
  expect(second.outcome).toBe("passed");
  expect(first).toMatchObject({ outcome: "failed", reason: expect.stringMatching(CLAIM) });
  expect(first.reason).not.toContain("not reported");
  expect(first.verdicts.find(({ name }: { name: string }) => name === "Goal")).toMatchObject({
    status: "EVALUATED",
    value: false,
  });
});

test("what is kept of the test says the same", async () => {
  const cwd = desk(orders, asks);
  expect((await parley(["test"], { cwd })).stdout).toContain("1 passed, 1 failed");
  const console_ = parley.start(["test", "--ui"], { cwd });
  let written = "";
  for (const stream of [console_.stdout, console_.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written += text;
    });
  await expect.poll(() => written, { timeout: 20_000 }).toContain("stop with Ctrl-C");
  const [, PARLEY_BASE_URL] = /^desk\.parley\.yaml: (http:\S+)\/#/m.exec(written) ?? [];
  const [, PARLEY_API_KEY] = /PARLEY_API_KEY=([\w-]+)/.exec(written) ?? [];
  const env = { PARLEY_BASE_URL, PARLEY_API_KEY };
  const kept = (await parley(["sim", "result", "1", "--json"], { env })).json.simulation_result;
  expect(kept).toMatchObject({ outcome: "failed", outcome_reason: expect.stringMatching(CLAIM) });
  const [run] = (await parley(["sim", "runs", String(kept.simulation_id), "--json"], { env })).json
    .simulation_runs;
  expect(run).toMatchObject({ status: "COMPLETED", tests_passed: 1, tests_failed: 1, tests_incompleted: 0 });
  console_.kill("SIGINT");
  await once(console_, "exit");
});

test("callers with sentences for a judge are in runs of their own, and of the same test", async () => {
  const cwd = desk(orders, { ...asks, expect: ["The agent is kind."] });
  const { stdout } = await parley(["test", "--reporter", "json"], { cwd });
  const [first, second] = JSON.parse(stdout).files[0].callers;
  expect(second.outcome).toBe("not_evaluated");
  expect(first).toMatchObject({ outcome: "failed", reason: expect.stringMatching(CLAIM) });
});

test("a service judges it again before the run ends", async () => {
  const served = await startService(parley);
  const env = { PARLEY_BASE_URL: served.url, PARLEY_API_KEY: served.organizations[0]?.api_key ?? "" };
  const cwd = desk(orders, asks);
  const { stdout } = await parley(["test", "--service", "--reporter", "json"], { cwd, env });
  const [{ callers, runs }] = JSON.parse(stdout).files;
  expect(callers[0]).toMatchObject({ outcome: "failed", reason: expect.stringMatching(CLAIM) });
  const [{ simulation_id }] = runs;
  const [run] = (await parley(["sim", "runs", String(simulation_id), "--json"], { env })).json
    .simulation_runs;
  expect(run).toMatchObject({
    summary: "2 conversations: 1 passed, 1 failed",
    ...{ tests_passed: 1, tests_failed: 1, tests_completed: 2, tests_incompleted: 0 },
  });
  await served.stop("SIGTERM");
});
