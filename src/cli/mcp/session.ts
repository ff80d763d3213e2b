/** Runs commands for a client of the Model Context Protocol. They never ask and never print. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { usage } from "../../lib/failure.ts";
import type { Command, Opt } from "../commands/command.ts";
import type { Permission } from "../commands/shared/permissions.ts";
import { Context } from "../context.ts";
import { render } from "../render/render.ts";
import { Terminal } from "../terminal/terminal.ts";
import { Plans } from "./plans.ts";

/** The client's request for which a command runs. */
export interface Asked {
  readonly signal: AbortSignal;
  /** Receives the notes of a waiting command, line by line. */
  tell(line: string): void;
  /** The person has agreed to what the command will do. */
  readonly agreed: boolean;
}

type Loader = () => Promise<{ readonly command: Command }>;

export class Session {
  readonly plans = new Plans();
  readonly allowed: ReadonlySet<Permission>;
  /**
   * Whether the client has been shown what was said in a conversation. From then on, a plan's id is not
   * enough for a change: the caller of the tools may be following instructions that it read there.
   */
  hasShownConversation = false;
  /** The folders whose files a client may have submitted. */
  readonly files: readonly string[];
  /** The command and its flag that allow more. */
  readonly allow_with: string;
  readonly #parent: Context;
  #folder: Promise<string> | undefined;

  constructor(
    parent: Context,
    allowed: readonly Permission[],
    files: readonly string[],
    allow_with = "parley mcp --allow",
  ) {
    this.allow_with = allow_with;
    this.files = files.map((folder) => resolve(parent.cwd, folder));
    this.#parent = parent;
    this.allowed = new Set(allowed);
  }

  get version(): string {
    return this.#parent.version;
  }

  get cwd(): string {
    return this.#parent.cwd;
  }

  /** The data that a command returns with `--json`. */
  async run<D>(load: Loader, input: Readonly<Record<string, unknown>>, asked: Asked): Promise<D> {
    return this.#run<D>((await load()).command, input, asked);
  }

  /** The same, and what the command shows to a person. */
  async show<D>(
    load: Loader,
    input: Readonly<Record<string, unknown>>,
    asked: Asked,
  ): Promise<{ readonly data: D; readonly text: string }> {
    const { command } = await load();
    const data = await this.#run<D>(command, input, asked);
    const text = await render(data, command.view, {
      output: "table",
      fields: undefined,
      query: undefined,
      raw: false,
      screen: undefined,
      now: new Date(),
    });
    return { data, text };
  }

  async #run<D>(command: Command, input: Readonly<Record<string, unknown>>, asked: Asked): Promise<D> {
    const context = this.#context(asked);
    try {
      const { data, failure } = await command.run(context, { ...unset(command), ...input } as never);
      if (failure) throw failure;
      return data as D;
    } catch (error) {
      throw await context.explain(error);
    } finally {
      await context.close();
    }
  }

  /**
   * A new file with text of the client, in a folder that only this user can read.
   * @throws Failure (usage) for variables: a client must not read the environment
   */
  async file(name: string, text: string): Promise<string> {
    if (/\$\{/.test(text))
      throw usage(`the text contains "\${", which begins a variable`, { hint: "write the value itself" });
    const path = await this.path(name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  }

  /** A path for a new file, in a folder of its own that is deleted when the session ends. */
  async path(name: string): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "parley-mcp-"));
    return join(await mkdtemp(join(await this.#folder, "file-")), name);
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }

  #context({ signal, tell, agreed }: Asked): Context {
    const { cwd, platform, version, nodeVersion, globals, env } = this.#parent;
    const streams = { stdin: Readable.from([]), stdout: lines(() => undefined), stderr: lines(tell), env };
    return new Context({
      terminal: new Terminal(streams, { noColour: true, noInput: true, quiet: false }),
      // Without --json, so that commands that wait report their progress.
      globals: { ...globals, no_input: true, yes: agreed },
      cwd,
      platform,
      version,
      nodeVersion,
      signal: AbortSignal.any([signal, this.#parent.signal]),
    });
  }
}

/** The values of a command's options if none is given. */
function unset({ options = {}, args = {} }: Command): Record<string, unknown> {
  const fallbacks = Object.entries<Opt<unknown>>(options).map(([name, { fallback }]) => [name, fallback]);
  const lists = Object.entries(args).flatMap(([name, { syntax }]) =>
    /\.\.\./.test(syntax) ? [[name, []]] : [],
  );
  return Object.fromEntries([...fallbacks, ...lists]);
}

const lines = (take: (line: string) => void) =>
  new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      for (const line of String(chunk).split("\n")) if (line.trim() !== "") take(line);
      done();
    },
  });
