/** `agents create|update --tools` and `--tools-from-mcp`: from a file or a server into the record. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { listenWith } from "../support/mcp.ts";
import { useService } from "../support/service.ts";

const service = useService();
const parley = useProgram(service);

const place_order = {
  name: "place_order",
  description: "Place a pizza order",
  parameters: { type: "object", properties: { size: { type: "string", enum: ["small", "large"] } } },
};

function writeTools(value: unknown): string {
  const file = join(parley.home, "tools.json");
  writeFileSync(file, JSON.stringify(value));
  return file;
}

test("the tools of a file are stored, shown, and replaced", async () => {
  const file = writeTools([{ type: "function", function: place_order }]);
  const made = await parley(["agents", "create", "--set", "name=Pizza", "--tools", file, "--json"]);
  expect(made).toMatchObject({ code: 0, json: { tools: [place_order] } });
  const id = String(made.json.agent_id);
  const shown = await parley(["agents", "show", id, "--query", "tools[0].name"]);
  expect(shown.stdout.trim()).toBe("place_order");
  const other = writeTools({ result: { tools: [{ name: "find_table", inputSchema: { type: "object" } }] } });
  await parley(["agents", "update", id, "--tools", other]);
  const now = await parley(["agents", "show", id, "--json"]);
  expect(now.json).toMatchObject({ name: "Pizza", tools: [{ name: "find_table" }] });
});

test("a fault has its file, its line, and its path, and nothing is sent", async () => {
  const file = writeTools([place_order, { name: "x", parameters: { $ref: "https://example.com/schema" } }]);
  const refused = await parley(["agents", "update", "101", "--tools", file]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(
    /tools\.json:1:\d+: 1\.parameters: refers to "https:\/\/example\.com\/schema"/,
  );
  const many = writeTools(Array.from({ length: 201 }, (_, at) => ({ name: `tool_${at}` })));
  expect(await parley(["agents", "update", "101", "--tools", many])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("200"),
  });
  const { json } = await parley(["agents", "show", "101", "--json"]);
  expect(json.tools ?? null).toBeNull();
});

test("the tools of an MCP server are listed over streamable HTTP", async () => {
  const url = await listenWith(parley);
  const done = await parley(["agents", "update", "101", "--tools-from-mcp", url, "--json"]);
  expect(done.code).toBe(0);
  const { tools } = done.json.agent;
  expect(tools.map(({ name }: { name: string }) => name)).toContain("run_simulation");
  expect(JSON.stringify(tools)).not.toContain("$ref");
});

test("an address without such a server is named, with the cause", async () => {
  const refused = await parley(["agents", "update", "101", "--tools-from-mcp", "http://127.0.0.1:22499/mcp"]);
  expect(refused.code).toBe(7);
  expect(refused.stderr).toContain("ECONNREFUSED");
});
