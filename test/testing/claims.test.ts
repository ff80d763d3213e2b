/** What an agent says that it has done, and has not: it counts only against an agent that reports its tool calls. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
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
