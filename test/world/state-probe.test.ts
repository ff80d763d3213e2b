/** The state of an agent's own system: a real shop over HTTP, asked before and after each conversation. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { type Served, startService } from "../support/served.ts";
import { useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const TOKEN = "Bearer probe-5e3c-secret";

/** The shop: one list of orders, or one for each conversation. */
interface Order {
  readonly id: number;
  readonly item: string;
  readonly phone: string;
}
let shops: Map<string, Order[]>;
let asked: { readonly url: string; readonly headers: IncomingMessage["headers"] }[];
let broken: (count: number) => string | undefined;

const shopOf = (name: string): Order[] => {
  const shop = shops.get(name) ?? [{ id: 1, item: "lamp", phone: "+1 415 555 0100" }];
  shops.set(name, shop);
  return shop;
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://shop");
  const shop = shopOf(searchParams.get("of") ?? "");
  if (request.method === "POST") {
    const item = pathname.slice(1);
    shop.push({ id: shop.length + 1, item, phone: "+1 415 555 0199" });
    response.end("{}");
    return;
  }
  asked.push({ url: request.url ?? "", headers: request.headers });
  const trouble = broken(asked.length);
  if (trouble !== undefined) response.statusCode = trouble === "" ? 503 : 200;
  response.end(trouble ?? JSON.stringify({ orders: shop, open: true }));
});
let url: string;
let served: Served;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served = await startService(parley);
});
afterAll(async () => {
  await served.stop("SIGTERM");
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  shops = new Map();
  asked = [];
  broken = () => undefined;
});

/** An agent that orders what its caller names, in the shop, and says that it has. */
const AGENT = `export default async ({ message, simulation_result_id, end_conversation }) => {
  if (end_conversation) return {};
  const item = /a ([a-z]+)/.exec(message)?.[1] ?? "nothing";
  if (item !== "promise")
    await fetch(process.env.SHOP + "/" + item + process.env.OF.replace("ID", simulation_result_id), { method: "POST" });
  return { message: "Your order is placed. Goodbye.", end_conversation: true };
};
`;

interface Shop {
  readonly probe?: object;
  readonly callers?: readonly object[];
  /** The query of the agent's orders. */
  readonly of?: string;
}

const caller = (item: string, more: object = {}) => ({
  name: `Wants a ${item}`,
  turns: [{ say: `I want a ${item}` }],
  expected_state: { tables: { orders: { has: [{ item }] } }, only: true },
  ...more,
});

function shop({ probe, callers = [caller("chair")], of = "" }: Shop = {}): string {
  const agent = {
    module: "shop.mjs",
    env: { SHOP: url, OF: of },
    state_probe: probe ?? { url: `${url}/state`, headers: { Authorization: TOKEN } },
  };
  const cwd = files.write(agent, callers);
  writeFileSync(join(cwd, "shop.mjs"), AGENT);
  return cwd;
}

const env = () => ({ PARLEY_BASE_URL: served.url, PARLEY_API_KEY: served.organizations[0]?.api_key ?? "" });

describe.each([[[]], [["--service"]]])("parley test %s", (flags) => {
  const run = async (given?: Shop, args: readonly string[] = ["--json"]) =>
    parley(["test", ...args, ...flags], { cwd: shop(given), env: env() });

  test("what the agent has done in its own system holds, and the header that asks is the file's", async () => {
    const { code, json } = await run();
    expect({ code, counts: json.counts }).toMatchObject({ code: 0, counts: { passed: 1 } });
    expect(json.files[0].callers[0].end_state).toMatchObject([
      { table: "orders", change: "added", after: { id: 2, item: "chair" }, calls: [] },
    ]);
    expect(asked.map(({ url }) => url)).toEqual(["/state", "/state"]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([TOKEN, TOKEN]);
    expect(asked[0]?.headers["x-simulation-result-id"]).toMatch(/^\d+$/);
  });

  test("what it only says does not hold, and the rows are shown", async () => {
    const { code, stdout } = await run({ callers: [caller("promise")] }, []);
    expect(code).toBe(9);
    expect(stdout).toContain("✗ Wants a promise");
    expect(stdout).toContain("tables: nothing has changed");
  });

  test.each([
    ["before", 1, "503", ""],
    ["after", 2, "not JSON", "<html>"],
  ])(
    "a state that can't be read %s the conversation passes nobody, and fails nobody",
    async (when, nth, why, body) => {
      broken = (count) => (count === nth ? body : undefined);
      const { code, json, stderr } = await run();
      const [only] = json.files[0].callers;
      expect({ code, outcome: only.outcome }, stderr).toEqual({ code: 9, outcome: "not_evaluated" });
      expect(only.state_unread).toContain(`${when} the conversation: `);
      expect(only.state_unread).toContain(why);
      expect(only.verdicts).toContainEqual(
        expect.objectContaining({ name: "Expected state", status: "NOT_EVALUATED", reason: "state_unread" }),
      );
    },
  );

  test("conversations that share a state take place one after the other, so none is blamed for another", async () => {
    const { code, json } = await run({ callers: ["chair", "sofa", "shelf"].map((item) => caller(item)) });
    expect({ code, counts: json.counts }).toMatchObject({ code: 0, counts: { passed: 3 } });
    expect(
      shopOf("")
        .map(({ item }) => item)
        .toSorted(),
    ).toEqual(["chair", "lamp", "shelf", "sofa"]);
  });

  test("a system with a state for each conversation is asked for that of each", async () => {
    const { code, json } = await run({
      probe: { url: `${url}/state?of={simulation_result_id}` },
      of: "?of=ID",
      callers: ["chair", "sofa"].map((item) => caller(item)),
    });
    expect({ code, counts: json.counts }).toMatchObject({ code: 0, counts: { passed: 2 } });
    expect([...shops.values()].filter(({ length }) => length === 2)).toHaveLength(2);
  });
});

test("a command tells the state, only here", async () => {
  const probe = {
    command: "node -e 'fetch(process.env.SHOP + \"/state\").then((r) => r.text()).then(console.log)'",
  };
  const cwd = shop({ probe });
  const { code, json, stderr } = await parley(["test", "--json"], { cwd });
  expect({ code, counts: json.counts }, stderr).toMatchObject({ code: 0, counts: { passed: 1 } });
  const sent = await parley(["test", "--service"], { cwd, env: env() });
  expect(sent).toMatchObject({ code: 2 });
  expect(sent.stderr).toContain("a service does not run agent.state_probe.command");
});

test.each([
  ["echo oops >&2; exit 3", "the command exited with code 3", "oops"],
  ["echo hello", "the answer is not JSON", ""],
])("a command that fails says why: %s", async (command, why, more) => {
  const { code, stdout } = await parley(["test"], { cwd: shop({ probe: { command } }) });
  expect(code).toBe(9);
  expect(stdout).toContain(why);
  expect(stdout).toContain(more);
});

test.each([
  [{ url: "ftp://shop" }, "must be an http:// or https:// URL"],
  [{ url: "http://me:pw@shop/" }, "must not contain a password"],
  [{}, "give a url or a command, and not both"],
  [{ command: "true", headers: { A: "b" } }, "only a url gets them"],
  [{ url: "http://shop", headers: { Host: "b" } }, "header of the connection"],
])("a probe that cannot work is refused before anything is sent: %j", async (probe, message) => {
  const { code, stderr } = await parley(["test"], { cwd: shop({ probe }) });
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(asked).toEqual([]);
});

test("an agent's header is never shown, and rows of an agent with redact_pii are masked and not kept", async () => {
  const cwd = shop();
  expect((await parley(["test", "--service", "--json"], { cwd, env: env() })).code).toBe(0);
  const listed = await parley(["agents", "list", "--json"], { env: env() });
  expect(listed.stdout).toContain("header_value");
  expect(listed.stdout).not.toContain(TOKEN);
  const [agent] = listed.json.filter(({ state_probe }: { state_probe?: object }) => state_probe);
  await parley(["agents", "update", String(agent.id), "--set", "redact_pii=true"], { env: env() });
  const again = await parley(["test", "--service", "--json"], { cwd, env: env() });
  expect(again.json.files[0].callers[0].end_state).toMatchObject([
    { change: "added", after: { item: "chair" } },
  ]);
  expect(again.stdout).not.toContain("555 0199");
});

test("the folder of a test keeps no header", async () => {
  const cwd = shop();
  expect((await parley(["test"], { cwd })).code).toBe(0);
  const kept = readdirSync(join(cwd, ".parley"), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const texts = kept.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"));
  expect(texts.join("")).toContain("lamp");
  expect(texts.join("")).not.toContain(TOKEN);
});
