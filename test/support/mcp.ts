/**
 * Clients of `parley mcp`, like coding agents: over stdin and stdout, or over HTTP, in either revision of the
 * protocol.
 */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import {
  Client,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { BINARY, type Cli } from "./cli.ts";
import { runOn } from "./in-process.ts";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

export interface ClientOptions {
  readonly revision?: (typeof REVISIONS)[number];
  /** The person's answer. If absent, the client cannot ask. */
  readonly says?: (question: string) => boolean;
  /** Headers of every request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
}

function newClient({ revision = "2026-07-28", says }: ClientOptions): Client {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: says ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" },
    },
  );
  if (says)
    client.setRequestHandler("elicitation/create", async ({ params }) => ({
      action: "accept",
      content: { yes: says(params.message) },
    }));
  onTestFinished(() => client.close());
  return client;
}

/** A client of `parley mcp` within the test's own process. */
export async function talkTo(parley: Cli, flags: readonly string[] = [], options: ClientOptions = {}) {
  const client = newClient(options);
  await client.connect(new InProcess(parley, ["mcp", ...flags]));
  return client;
}

/** A client that has started `parley mcp` as a process. */
export async function talkToProcess(parley: Cli, flags: readonly string[] = [], options: ClientOptions = {}) {
  const client = newClient(options);
  const env = Object.fromEntries(
    Object.entries(parley.environment()).flatMap(([k, v]) => (v ? [[k, v]] : [])),
  );
  const command = { command: process.execPath, args: [BINARY, "mcp", ...flags], env, cwd: parley.home };
  await client.connect(new StdioClientTransport(command));
  return client;
}

/** Speaks with a command line that runs in the test's own process, over its stdin and stdout. */
class InProcess implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #stdin = new PassThrough();
  readonly #parley: Cli;
  readonly #argv: readonly string[];
  #ended: Promise<void> = Promise.resolve();

  constructor(parley: Cli, argv: readonly string[]) {
    this.#parley = parley;
    this.#argv = argv;
  }

  async start(): Promise<void> {
    const stdout = new PassThrough();
    createInterface({ input: stdout }).on("line", (line) => this.onmessage?.(JSON.parse(line)));
    const streams = { stdin: this.#stdin, stdout, stderr: new PassThrough().resume() };
    const { home: cwd } = this.#parley;
    this.#ended = runOn(this.#argv, { ...streams, env: this.#parley.environment() }, { cwd }).then(() =>
      this.onclose?.(),
    );
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#stdin.end();
    await this.#ended;
  }
}

/** Starts `parley mcp --http` until the test ends. Returns its URL. */
export async function listenWith(parley: Cli, flags: readonly string[] = []): Promise<string> {
  const child = parley.start(["mcp", "--http", "127.0.0.1:0", ...flags]);
  onTestFinished(() => void child.kill());
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line");
  return /http:\S+/.exec(line)?.[0] ?? "";
}

/** A client of the server at a URL. */
export async function connectTo(url: string, options: ClientOptions = {}) {
  const client = newClient(options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...options.headers } } }),
  );
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was answered
export type Answer = { readonly data: any; readonly text: string; readonly isError: boolean };

/** Calls a tool and reads its answer. */
export async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: args });
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { data: structuredContent, text, isError };
}
