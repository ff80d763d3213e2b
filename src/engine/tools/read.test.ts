import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTools } from "./read.ts";
import { parametersOf } from "./tool.ts";

const schema = { type: "object", properties: { size: { type: "string" } } };
const tool = { name: "order", description: "Order a pizza", parameters: schema };

describe("every form gives the same tool", () => {
  test.each([
    ["OpenAI, nested", [{ type: "function", function: tool }]],
    ["OpenAI, flat", { tools: [{ type: "function", ...tool }, { type: "web_search" }] }],
    ["MCP, the whole answer", { jsonrpc: "2.0", id: 1, result: { tools: [mcp(schema)] } }],
    ["MCP, the result", { tools: [mcp(schema)], nextCursor: "2" }],
    [
      "MCP, with $defs",
      [
        mcp({
          ...schema,
          properties: { size: { $ref: "#/$defs/Size" } },
          $defs: { Size: { type: "string" } },
        }),
      ],
    ],
    ["Anthropic", [{ name: "order", description: "Order a pizza", input_schema: schema }]],
  ])("%s", (_, document) => {
    expect(readTools(document)).toEqual({ tools: [tool], faults: [] });
  });
});

test("an operation of an OpenAPI document takes its parameters and the fields of its body", () => {
  const { tools, faults } = readTools({
    openapi: "3.1.0",
    paths: {
      "/shops/{shop}/orders": {
        parameters: [{ name: "shop", in: "path", required: true, schema: { type: "string" } }],
        post: {
          operationId: "placeOrder",
          summary: "Place an order",
          parameters: [
            { $ref: "#/components/parameters/express" },
            { name: "X-Trace", in: "header", schema: { type: "string" } },
          ],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
        },
        get: { responses: {} },
      },
    },
    components: {
      parameters: { express: { name: "express", in: "query", schema: { type: "boolean" } } },
      schemas: {
        Order: {
          type: "object",
          required: ["pizza"],
          properties: { pizza: { enum: ["Margherita"] }, next: { $ref: "#/components/schemas/Order" } },
        },
      },
    },
  });
  expect(faults).toEqual([]);
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ["get_shops_shop_orders", undefined],
    ["placeOrder", "Place an order"],
  ]);
  const [, first] = tools;
  expect(
    parametersOf(first ?? {})
      .filter(({ path }) => path.length === 1)
      .map(({ name, required }) => [name, required]),
  ).toEqual([
    ["shop", true],
    ["express", false],
    ["pizza", true],
  ]);
});

test.each([
  [{ x: 1 }, [], "expected OpenAI function definitions"],
  [[], [], "no tools in the file"],
  [{ tools: ["order"] }, ["tools", 0], "must be an object"],
  [[{ function: { description: "x" } }], [0, "function", "name"], "field required"],
  [[{ name: "order", parameters: "none" }], [0, "parameters"], "must be a JSON Schema"],
  [
    [{ name: "order", parameters: { $ref: "other.json#/Order" } }],
    [0, "parameters"],
    "only references within the file",
  ],
  [[{ name: "order", parameters: { $ref: "#/constructor" } }], [0, "parameters"], "which is not in the file"],
  [[tool, tool], [], '2 tools are called "order"'],
])("%j is refused at its place", (document, path, message) => {
  expect(readTools(document).faults).toMatchObject([{ path, message: expect.stringContaining(message) }]);
});

test("references that multiply are refused before they fill the memory", () => {
  const level = (at: number) => ({
    a: { $ref: `#/l${at}` },
    b: { $ref: `#/l${at}` },
    c: { $ref: `#/l${at}` },
  });
  const levels = Object.fromEntries(Array.from({ length: 22 }, (_, at) => [`l${at}`, level(at + 1)]));
  const parameters = { ...levels, l22: { type: "string" }, properties: { x: { $ref: "#/l0" } } };
  expect(readTools([{ name: "bomb", parameters }]).faults).toMatchObject([
    { message: expect.stringContaining("too large") },
  ]);
});

test("any JSON is read or refused, never thrown at", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const document of [
        value,
        [value],
        { paths: { "/": { get: value } } },
        [{ name: "x", parameters: value }],
      ]) {
        const { tools, faults } = readTools(document);
        expect(tools.length + faults.length).toBeGreaterThan(0);
      }
    }),
  );
});

function mcp(inputSchema: object) {
  return { name: "order", description: "Order a pizza", inputSchema };
}
