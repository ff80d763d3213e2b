/** Commands against services that offer less or more: only what is documented, or hosted shapes with what the future may bring. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../src/contract/endpoints.ts";
import { useCli } from "../support/cli.ts";
import { reference, type Schema } from "./conformance.ts";

/** A value of a published schema, with a field and a value that nobody knows yet. */
function sample(schema: Schema, name = "", depth = 0): unknown {
  const { $ref, anyOf, enum: values, properties, items, type } = schema;
  if ($ref) return sample(reference.shapes[$ref.split("/").at(-1) ?? ""] ?? {}, name, depth);
  const union = anyOf?.find((one) => one.type !== "null");
  if (union) return depth > 5 ? null : sample(union, name, depth);
  if (values) return name === "status" ? "FROM_THE_FUTURE" : values[0];
  if (properties)
    return {
      ...Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [key, sample(field, key, depth + 1)]),
      ),
      field_of_the_future: { level: 1 },
    };
  if (type === "array") return depth > 5 ? [] : [sample(items ?? {}, name, depth + 1)];
  if (type === "integer" || type === "number") return 7;
  if (type === "boolean") return true;
  if (type === "object") return {};
  return /_at$|time/.test(name) ? "2026-11-01T12:00:00Z" : /id$/.test(name) ? "7" : "text";
}

const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
const operationOf = (method: string, path: string) =>
  reference.operations
    .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length)
    .find((one) => one.method === method && pattern(one.path).test(path));
const isDocumented = (method: string, path: string) =>
  Object.values(endpoints).some(
    (row) => row.tier === "documented" && row.method === method && pattern(row.path).test(path),
  );

const COMMANDS: readonly string[] = [
  ...["agents list", "agents show 7", "agents create --set name=Desk", "agents update 7 --set name=Desk"],
  ...["agents delete 7 --yes", "sim list", "sim create --name Smoke --agent 7", "sim start 7", "sim runs 7"],
  ...["sim results 7", "sim result 7", "sim end 7", "sim replay 7", "sim wait 7 --max-wait 0"],
  ...["evaluate show 7", "evaluate wait 7 --max-wait 0", "evaluate rerun 7", "dh list 7", "dh show 7"],
  ...["metrics list", "prompts list --agent 7", "prompts history --agent 7", "kb list --agent 7"],
  ...["labels list --agent 7", "webhooks list", "chat 7 --json"],
];

describe.each([
  ["only what is documented", false],
  ["hosted shapes, with what the future may bring", true],
])("a service with %s", (_, hosted) => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      const path = new URL(request.url ?? "", "http://service").pathname;
      const { method = "" } = request;
      const found = hosted || isDocumented(method, path) ? operationOf(method, path) : undefined;
      response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(found ? sample(found.answer ?? {}) : { detail: "Not Found" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void server.close());
  const parley = useCli({ url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

  test.each(COMMANDS)("parley %s", async (line) => {
    const { code, stdout, stderr } = await parley(line.split(" "), { stdin: "" });
    const said = `${stdout}\n${stderr}`;
    expect(said).not.toMatch(
      /\bundefined\b|\[object Object\]|TypeError|not what its contract promises|\bNaN\b/,
    );
    // 9: a gate that does not pass; 6: a conversation that is over.
    if (![0, 6, 9].includes(code ?? -1)) expect(said).toMatch(/does not offer/);
  });
});
