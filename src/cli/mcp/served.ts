/** The protocol at `/mcp` of a service that this process runs: a session for each key, which sees nothing of this machine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { Readable, Writable } from "node:stream";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import type { Globals } from "../commands/globals.ts";
import type { Permission } from "../commands/shared/permissions.ts";
import { Context } from "../context.ts";
import { Terminal } from "../terminal/terminal.ts";
import { Session } from "./session.ts";

interface Served {
  readonly session: Session;
  readonly handler: McpHttpHandler;
}

/** A request whose key the service knows. */
interface Asked {
  readonly key: string;
  readonly key_id: string;
  /** The JSON of a POST. */
  readonly parsedBody: unknown;
}

export class ServedMcp {
  readonly #parent: Context;
  readonly #allowed: readonly Permission[];
  /** By the id of the key. */
  readonly #served = new Map<string, Promise<Served>>();
  #folder: Promise<string> | undefined;
  /** Where the service listens. To be set before the first request. */
  url = "";

  constructor(parent: Context, allowed: readonly Permission[]) {
    this.#parent = parent;
    this.#allowed = allowed;
  }

  readonly answer = async (request: Request, { key, key_id, parsedBody }: Asked): Promise<Response> => {
    const session = this.#served.get(key_id) ?? this.#serve(key);
    this.#served.set(key_id, session);
    // What failed to begin is tried again by the next request.
    session.catch(() => this.#served.delete(key_id));
    const { handler } = await session;
    return handler.fetch(request, { parsedBody });
  };

  async close(): Promise<void> {
    for (const served of this.#served.values()) {
      const { session, handler } = await served;
      await handler.close();
      await session.close();
    }
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }

  async #serve(key: string): Promise<Served> {
    const { createMcpHandler } = await import("@modelcontextprotocol/server");
    const { createServer } = await import("./server.ts");
    this.#folder ??= mkdtemp(join(tmpdir(), "parley-mcp-"));
    const folder = await this.#folder;
    const session = new Session(this.#contextOf(key, folder), this.#allowed, [], "parley serve --mcp-allow");
    return { session, handler: createMcpHandler(() => createServer(session)) };
  }

  /** Without the profiles, the project file and the variables of whoever started the service. */
  #contextOf(key: string, folder: string): Context {
    const { profile: _, ...globals } = this.#parent.globals;
    const { platform, version, nodeVersion, signal } = this.#parent;
    const base_url = here(this.url);
    const env = { HOME: folder, PARLEY_CONFIG_DIR: folder, PARLEY_API_KEY: key };
    const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const streams = { stdin: Readable.from([]), stdout: silent(), stderr: silent(), env };
    return new Context({
      terminal: new Terminal(streams, { noColour: true, noInput: true, quiet: true }),
      globals: { ...globals, base_url, insecure_http: true } as Globals,
      cwd: parse(folder).root,
      platform,
      version,
      nodeVersion,
      signal,
    });
  }
}

/** The address of a service that listens on every address. */
const here = (url: string) => url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
