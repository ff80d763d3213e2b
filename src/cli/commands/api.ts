import { resolve } from "node:path";
import { DryRun } from "../../client/dry-run.ts";
import type { PreparedRequest } from "../../client/prepare.ts";
import { usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, readNamedFile } from "../../lib/files.ts";
import type { Context } from "../context.ts";
import { arg, defineCommand, flag, option } from "./command.ts";
import { oneOf, text } from "./parsers.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

export const command = defineCommand({
  about:
    "Sends any request with the same key, retries and error handling as other commands, and prints the answer's JSON. " +
    "A POST is never retried automatically.",
  args: {
    method: arg("<method>", "HTTP method", {
      ...oneOf(METHODS),
      parse: (word) => oneOf(METHODS).parse(word.toUpperCase()),
    }),
    path: arg("<path>", "path relative to the base URL, with query", {
      parse(value) {
        if (!value.startsWith("/")) throw usage(`must start with /, not "${value}"`);
        return text.parse(value);
      },
    }),
  },
  options: {
    data: option("-d, --data <json>", "body: JSON, @file, or @- for standard input"),
    show_secrets: flag("--show-secrets", "show agents' secrets instead of a mask"),
  },
  examples: [
    ["parley api GET /v1/all-agents", "the unchanged answer"],
    ["parley api POST /v1/create-digital-human -d @body.json", "reads the body from a file"],
  ],
  view: {
    kind: "text",
    async text(data) {
      const { stringifyExactly } = await import("../../contract/exact-number.ts");
      return data === undefined ? "" : stringifyExactly(data, 2);
    },
  },
  async run(context, { method, path, data, show_secrets }) {
    const written = data === undefined ? undefined : await readBody(context, data);
    const request: PreparedRequest = {
      method,
      path,
      // Sent exactly as it was written, so that numbers keep their digits.
      ...(written === undefined ? { body: undefined } : { body: parseBody(written), text: written }),
      repeat: method === "POST" ? "once" : "safe",
    };
    if (context.isDryRun && method !== "GET") throw new DryRun([request]);
    const client = await context.client({ show_secrets });
    return { data: await client.send(request) };
  },
});

async function readBody({ cwd, terminal }: Context, data: string): Promise<string> {
  if (data === "@-") return terminal.readStdin();
  if (!data.startsWith("@")) return data;
  try {
    return (await readNamedFile(resolve(cwd, data.slice(1)), BYTES_MAXIMUM.body)).toString();
  } catch (error) {
    throw usage(`cannot read the body: ${(error as Error).message}`, { where: `-d ${data}` });
  }
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw usage(`the body is not valid JSON: ${(error as Error).message}`, { where: "-d" });
  }
}
