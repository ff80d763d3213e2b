import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const TOOLS = [
  {
    name: "place_order",
    description: "Place an order of cards",
    parameters: {
      type: "object",
      required: ["paper", "full_name"],
      properties: { paper: { type: "string", enum: ["glossy", "matte"] }, full_name: { type: "string" } },
    },
  },
];
/** Takes an order for cards. With DEAF, says "changed" to whatever is changed, and changes nothing. */
const AGENT = `const orders = new Map();
export default ({ message, simulation_result_id: id }) => {
  const order = orders.get(id) ?? { name: "", paper: "" };
  orders.set(id, order);
  const paper = /glossy|matte/i.exec(message ?? "")?.[0].toLowerCase();
  const name = /Ana Diaz/.exec(message ?? "")?.[0];
  const isChange = order.paper !== "" && paper !== undefined && paper !== order.paper;
  if (paper && (order.paper === "" || !process.env.DEAF)) order.paper = paper;
  if (name) order.name = name;
  if (!order.paper || !order.name) return "Cards, of course. Glossy or matte, and what is your name?";
  if (/^(?:um… )?yes/i.test(message) || (isChange && process.env.DEAF)) {
    const call = { name: "place_order", parameters: { paper: order.paper, full_name: order.name }, output: { ok: true } };
    return { message: (isChange ? "Of course, changed! " : "") + "It's ordered. Goodbye.", tool_calls: [call], end_conversation: true };
  }
  return \`\${order.paper} cards for \${order.name}. Shall I order them?\`;
};
`;
const caller = {
  name: "Changes the paper",
  intent: "Wants to order cards.",
  goal: {
    tool: "place_order",
    facts: { paper: "glossy", full_name: "Ana Diaz" },
    changes: { paper: "matte" },
  },
};

function desk(callers: readonly object[]) {
  const cwd = files.write({ module: "agent.mjs", tools: "tools.json" }, callers);
  writeFileSync(join(cwd, "agent.mjs"), AGENT);
  writeFileSync(join(cwd, "tools.json"), JSON.stringify(TOOLS));
  return cwd;
}

test("an agent that says that it has changed it, and orders what was said first, fails", async () => {
  const cwd = desk([caller]);
  const heard = await parley(["test"], { cwd });
  expect([heard.code, heard.stdout]).toEqual([0, expect.stringContaining("1 passed")]);
  const deaf = await parley(["test"], { cwd, env: { DEAF: "1" } });
  expect(deaf.code).toBe(9);
  expect(deaf.stdout.replace(/\s+/g, " ")).toContain(
    'place_order was called with paper "glossy", but the digital human wants "matte"',
  );
  expect(deaf.stdout).toContain("No, make that matte, please.");
});

test("what it changes its mind about is one of its facts, and has a value", async () => {
  const changing = (changes: object) => desk([{ ...caller, goal: { ...caller.goal, changes } }]);
  const other = await parley(["test"], { cwd: changing({ size: "large" }) });
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining('changes has "size", which is not'),
  ]);
  for (const value of [true, null]) {
    const { code, stderr } = await parley(["test"], { cwd: changing({ paper: value }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining("changes.paper")]);
  }
});

test("such a caller is drafted from a prompt and tools, beside the one that does not", async () => {
  const cwd = desk([]);
  writeFileSync(join(cwd, "prompt.md"), "You take orders for cards.");
  const how = ["--agent", "module", "--at", "agent.mjs", "--goal", "Wants to order cards"];
  await parley(
    ["test", "--init", "new.parley.yaml", ...how, "--prompt", "prompt.md", "--tools", "tools.json"],
    { cwd },
  );
  const file = readFileSync(join(cwd, "new.parley.yaml"), "utf8");
  expect(file.match(/ {8}tool: place_order/g)).toHaveLength(2);
  expect(file).toMatch(/\(changes its mind\)[\s\S]{1,400} {8}changes:\n {10}paper: (?:glossy|matte)\n/);
});
