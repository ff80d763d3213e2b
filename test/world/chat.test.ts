/** An agent behind a chat API whose tools are those of a world, in this process and on a service. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { AGENTS, BOB, freePort, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
let served: Served;
beforeAll(async () => {
  served = await startService(parley);
});
afterAll(() => served.stop("SIGTERM"));

const input = { type: "object", properties: { order: { type: "string" } }, required: ["order"] };
const WORLD = {
  kind: "World",
  tables: {
    orders: { key: "number", rows: [{ number: "1182", checked: false }] },
    refunds: { key: "id", columns: ["id", "order"] },
  },
  tools: [
    {
      name: "lookup_order",
      input,
      steps: "find order in orders with {number: input.order}\nupdate order set {checked: true}",
      answer: "{found: order.number}",
    },
    {
      name: "issue_refund",
      input,
      steps: [
        "find order in orders with {number: input.order, checked: true}",
        'require order or fail with "look {input.order} up first"',
        "insert refund into refunds {order: input.order}",
      ].join("\n"),
      answer: "{refund: refund.id}",
    },
  ],
};

/** A test of an agent that names no tools: it has those of its world. */
async function desk(how: string, world: object = WORLD): Promise<string> {
  const port = await freePort();
  const agent = {
    command: `node ${join(AGENTS, "desk-model.mjs")} ${how}`,
    env: { AGENT_PORT: String(port) },
    chat: { url: `http://127.0.0.1:${port}/v1`, model: "desk-1" },
  };
  const expected = ['state refunds has {order: "1182"} once', "calls issue_refund once"];
  const cwd = files.write(agent, [{ ...BOB, expect: expected }], { world: "world.json" });
  writeFileSync(join(cwd, "world.json"), JSON.stringify(world));
  return cwd;
}

describe.each([[[]], [["--service"]]])("parley test %s", (flags) => {
  const run = async (how: string) =>
    parley(["test", "--json", ...flags], {
      cwd: await desk(how),
      env: { PARLEY_BASE_URL: served.url, PARLEY_API_KEY: served.organizations[0]?.api_key ?? "" },
    });

  test("the tools are called in the world, and each call is counted once", async () => {
    const { code, json } = await run("well");
    const [bob] = json.files[0].callers;
    expect(bob.tool_calls).toMatchObject([
      { name: "lookup_order", parameters: { order: "1182" }, output: { found: "1182" } },
      { name: "issue_refund", parameters: { order: "1182" }, output: { refund: 1 } },
    ]);
    expect(bob.end_state).toMatchObject([
      { table: "orders", change: "changed", after: { checked: true } },
      { table: "refunds", change: "added", after: { id: 1, order: "1182" } },
    ]);
    expect({ code, counts: json.counts }).toMatchObject({ code: 0, counts: { passed: 1 } });
  });

  test("a refund that the world refused does not count, whatever the agent says", async () => {
    const { code, json } = await run("careless");
    const [bob] = json.files[0].callers;
    expect(bob.tool_calls).toMatchObject([{ name: "issue_refund", output: { error: "look 1182 up first" } }]);
    expect(bob.end_state).toEqual([]);
    expect(JSON.stringify(bob.transcript)).toContain("It is confirmed");
    expect({ code, counts: json.counts }).toMatchObject({ code: 9, counts: { failed: 1 } });
  });
});

test("however slow the world is, the agent is not late", async () => {
  const tools = WORLD.tools.map((tool) => ({ ...tool, latency_ms: 1500 }));
  const { code, stdout } = await parley(["test", "--timeout", "1"], {
    cwd: await desk("well", { ...WORLD, tools }),
  });
  expect(stdout).toContain(" 1 passed");
  expect(code).toBe(0);
});
