/**
 * The forms in which people have the tools of an agent: function definitions of OpenAI (nested or flat) and
 * Anthropic, an MCP answer to `tools/list`, an OpenAPI document.
 */
import { type Fields, isObject } from "../../contract/is-object.ts";
import { type Path, type Refer, Resolved } from "./references.ts";
import type { AgentTool } from "./tool.ts";

export interface ReadTools {
  tools: AgentTool[];
  /** What is wrong with the rest, each with its path in the document. */
  faults: { path: Path; message: string }[];
}

const FORMS =
  "expected OpenAI function definitions, an MCP answer to tools/list, or an OpenAPI document (a list, or an object with " +
  "`tools` or `paths`)";

/** Reads the tools of a parsed document. */
export function readTools(document: unknown): ReadTools {
  const read: ReadTools = { tools: [], faults: [] };
  const refer = new Resolved(document);
  const list = listIn(document);
  if (list)
    for (const [place, item] of list.items.entries()) addTool(item, [...list.path, place], refer, read);
  else if (isObject(document) && isObject(document["paths"])) addOperations(document["paths"], refer, read);
  else read.faults.push({ path: [], message: FORMS });
  if (read.tools.length + read.faults.length === 0)
    read.faults.push({ path: list?.path ?? ["paths"], message: "no tools in the file" });
  const seen = new Map<string, number>();
  for (const { name } of read.tools) seen.set(name, (seen.get(name) ?? 0) + 1);
  for (const [name, times] of seen)
    if (times > 1) read.faults.push({ path: [], message: `${times} tools are called "${name}"` });
  return read;
}

function listIn(document: unknown): { items: readonly unknown[]; path: Path } | undefined {
  if (Array.isArray(document)) return { items: document, path: [] };
  for (const path of [["tools"], ["functions"], ["result", "tools"]]) {
    const value = path.reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), document);
    if (Array.isArray(value)) return { items: value, path };
  }
  return undefined;
}

function addTool(item: unknown, path: Path, refer: Refer, read: ReadTools): void {
  if (!isObject(item)) {
    read.faults.push({ path, message: "must be an object with the name of a tool" });
    return;
  }
  const nested = isObject(item["function"]);
  const whole = nested ? (item["function"] as Readonly<Record<string, unknown>>) : item;
  const at = nested ? [...path, "function"] : path;
  // Tools that a platform runs itself ("web_search") have a type and no name.
  if (
    !nested &&
    whole["name"] === undefined &&
    typeof item["type"] === "string" &&
    item["type"] !== "function"
  )
    return;
  const { name, description } = whole;
  if (typeof name !== "string" || name.trim() === "") {
    read.faults.push({ path: [...at, "name"], message: "field required: the name of the tool" });
    return;
  }
  const key = ["parameters", "inputSchema", "input_schema"].find((one) => whole[one] != null);
  const schema = key === undefined ? undefined : whole[key];
  if (schema !== undefined && !isObject(schema)) {
    read.faults.push({ path: [...at, key ?? ""], message: "must be a JSON Schema, an object" });
    return;
  }
  const resolved = schema && refer.schema(schema, [...at, key ?? ""], schema);
  if (typeof resolved === "string") read.faults.push({ path: [...at, key ?? ""], message: resolved });
  else
    read.tools.push({
      name,
      ...(typeof description === "string" && description.trim() !== "" && { description }),
      ...(resolved && { parameters: resolved }),
    });
}

const METHODS = ["get", "put", "post", "delete", "patch"];

/** Each operation is a tool: its parameters and the fields of its body are what the tool takes. */
function addOperations(paths: Fields, refer: Refer, read: ReadTools): void {
  for (const [url, item] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = isObject(item) ? item[method] : undefined;
      if (!isObject(item) || !isObject(operation)) continue;
      const at = ["paths", url, method];
      const parameters = parametersOf(item, operation, at, refer);
      if (typeof parameters === "string") {
        read.faults.push({ path: at, message: parameters });
        continue;
      }
      const { operationId, summary, description } = operation;
      const says = [description, summary].find((text) => typeof text === "string" && text.trim() !== "");
      read.tools.push({
        name: typeof operationId === "string" && operationId !== "" ? operationId : nameFor(method, url),
        ...(typeof says === "string" && { description: says }),
        parameters,
      });
    }
}

/** `post /orders/{id}/cancel` without an operationId: `post_orders_id_cancel`. */
const nameFor = (method: string, url: string) =>
  `${method}_${url.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "")}`;

function parametersOf(item: Fields, operation: Fields, at: Path, refer: Refer): Fields | string {
  const properties = new Map<string, unknown>();
  const required: string[] = [];
  const listed = [item["parameters"], operation["parameters"]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  for (const [place, given] of listed.entries()) {
    const parameter = refer.schema(given, [...at, "parameters", place]);
    if (typeof parameter === "string") return parameter;
    const { name, in: where, description, schema, example } = parameter;
    if (typeof name !== "string" || where === "header" || where === "cookie") continue;
    const inner = isObject(schema) ? schema : parameter;
    properties.set(name, {
      ...(inner === parameter ? { type: parameter["type"], enum: parameter["enum"] } : inner),
      ...(typeof description === "string" && { description }),
      ...(example !== undefined && { example }),
    });
    if (parameter["required"] === true) required.push(name);
  }
  const body = operation["requestBody"] && refer.schema(operation["requestBody"], [...at, "requestBody"]);
  if (typeof body === "string") return body;
  const content = isObject(body) && isObject(body["content"]) ? Object.values(body["content"])[0] : undefined;
  const schema = isObject(content) && isObject(content["schema"]) ? content["schema"] : undefined;
  if (schema && isObject(schema["properties"])) {
    for (const [name, property] of Object.entries(schema["properties"])) properties.set(name, property);
    if (Array.isArray(schema["required"])) required.push(...schema["required"]);
  }
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}
