/** What a client can read by address: documentation, schemas, runs, conversations. */
import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { DAY_MS } from "../../contract/duration.ts";
import { Failure } from "../../lib/failure.ts";
import { askedBy } from "./asked.ts";
import type { Session } from "./session.ts";
import type { Answered, Tool } from "./tool.ts";
import { explainResult } from "./tools/explain-result.ts";
import { look } from "./tools/look.ts";
import { asData } from "./untrusted-text.ts";

/** Documentation and schemas are part of the program, so they change only with its version. */
const CONSTANT = { ttlMs: DAY_MS, cacheScope: "public" } as const;

type Read = (
  name: string,
  context: ServerContext,
) => Promise<{ readonly text: string; readonly mimeType: string } | undefined>;

interface Kind {
  /** The part of the address after `parley://`. */
  readonly place: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly constant: boolean;
  /** Names to list. The tool `look` finds what the service has. */
  list(): Promise<readonly string[]>;
  readonly read: Read;
}

export function addResources(server: McpServer, session: Session): void {
  for (const kind of kinds(session)) addKind(server, kind);
}

function kinds(session: Session): Kind[] {
  const json = async (tool: Tool, input: Record<string, unknown>, context: ServerContext) => ({
    mimeType: "application/json",
    text: asJson(await tool.run(input, { session, ...askedBy(context) })),
  });
  return [
    {
      place: "docs",
      title: "Documentation",
      description: "A page of Parley's documentation",
      mimeType: "text/markdown",
      constant: true,
      list: async () => (await import("./docs.ts")).pages(),
      async read(name) {
        const text = (await import("./docs.ts")).page(name);
        return text === undefined ? undefined : { text, mimeType: "text/markdown" };
      },
    },
    {
      place: "schema",
      title: "JSON Schema",
      description: "The JSON Schema of a kind of manifest",
      mimeType: "application/schema+json",
      constant: true,
      list: async () => Object.keys((await import("../manifest/schemas.ts")).manifestSchemas()),
      async read(name) {
        const { manifestSchemas } = await import("../manifest/schemas.ts");
        const schema = Object.entries(manifestSchemas()).find(([kind]) => kind === name)?.[1];
        return schema && { text: JSON.stringify(schema), mimeType: "application/schema+json" };
      },
    },
    {
      place: "run",
      title: "Run",
      description: "The conversations of a simulation run, by the run's id",
      mimeType: "application/json",
      constant: false,
      list: async () => [],
      read: async (name, context) =>
        /^[1-9]\d{0,14}$/.test(name) ? json(look, { what: "results", id: Number(name) }, context) : undefined,
    },
    {
      place: "result",
      title: "Conversation",
      description: "A conversation of a run: transcript, outcome and evidence",
      mimeType: "application/json",
      constant: false,
      list: async () => [],
      read: (name, context) => json(explainResult, { simulation_result_id: name }, context),
    },
  ];
}

function addKind(
  server: McpServer,
  { place, title, description, mimeType, constant, list, read }: Kind,
): void {
  const template = new ResourceTemplate(`parley://${place}/{name}`, {
    list: async () => ({
      resources: (await list()).map((name) => ({
        uri: `parley://${place}/${name}`,
        name: `${place}/${name}`,
        mimeType,
      })),
    }),
  });
  const config = { title, description, mimeType, ...(constant && { cacheHint: CONSTANT }) };
  server.registerResource(place, template, config, async (uri, { name }, context) => {
    const contents = await read(String(name), context).catch((error: unknown) => {
      if (error instanceof Failure && error.outcome === "not_found") return undefined;
      throw error;
    });
    if (!contents) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, ...contents }] };
  });
}

const asJson = ({ data, text }: Answered<unknown>) =>
  JSON.stringify({ ...(data as object), ...(text !== undefined && { text: asData(text) }) });
