/** What a command works with. Anything expensive is created on first use. */

import { Client, type ClientOptions } from "../client/client.ts";
import { explainContractViolation } from "../client/contract-violation.ts";
import { createTransport } from "../client/create-transport.ts";
import { delaySignal } from "../client/delay-signal.ts";
import { DryRun } from "../client/dry-run.ts";
import { type CallInput, prepare } from "../client/prepare.ts";
import type { TransportOptions } from "../client/transport.ts";
import type { Operation } from "../contract/endpoints.ts";
import type { Answer, Lenient } from "../contract/types.ts";
import { Failure, usage } from "../lib/failure.ts";
import { BYTES_MAXIMUM, readNamedFile } from "../lib/files.ts";
import { type Globals, REQUEST_RETRIES } from "./commands/globals.ts";
import { remember } from "./completion/cache.ts";
import { exposedKeyFile } from "./config/exposed-key-file.ts";
import { cacheFolder, configFolder } from "./config/paths.ts";
import { readProfiles } from "./config/profiles.ts";
import { findProject } from "./config/project.ts";
import { resolveSettings, type Settings, withoutKey } from "./config/settings.ts";
import { sanitizeLine } from "./terminal/sanitize.ts";
import type { Terminal } from "./terminal/terminal.ts";

export interface ContextOptions {
  readonly terminal: Terminal;
  readonly globals: Globals;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly nodeVersion: string;
  readonly signal: AbortSignal;
  /** The words of the command line. */
  readonly argv?: readonly string[];
}

type ConnectOptions = Partial<
  Pick<ClientOptions, "paced" | "retries" | "show_secrets" | "signal" | "timeout_ms"> &
    Pick<TransportOptions, "many">
>;

/** How long bulk requests may continue after an interruption. */
const GRACE_MS = 5000;
const HASTE_MS = 5000;

export class Context {
  readonly terminal: Terminal;
  readonly globals: Globals;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly nodeVersion: string;
  /** Aborts at Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  /** The words after `--` on the command line; undefined without it. They are arguments too. */
  readonly wordsAfterDashes: readonly string[] | undefined;
  #settings: Promise<Settings> | undefined;
  #client: Promise<Client> | undefined;
  #bulkClient: Promise<Client> | undefined;
  #hastyClient: Promise<Client> | undefined;
  /** The last answer of each operation, the newest at the end. */
  readonly #answers = new Map<Operation, unknown>();

  constructor(options: ContextOptions) {
    this.terminal = options.terminal;
    this.globals = options.globals;
    this.cwd = options.cwd;
    this.platform = options.platform;
    this.version = options.version;
    this.nodeVersion = options.nodeVersion;
    this.signal = options.signal;
    const { argv = [] } = options;
    this.wordsAfterDashes = argv.includes("--") ? argv.slice(argv.indexOf("--") + 1) : undefined;
  }

  get env() {
    return this.terminal.streams.env;
  }

  get configFolder(): string {
    return configFolder(this.env, this.platform);
  }

  /** The settings in effect, from flags, environment, project file and profile. */
  settings(): Promise<Settings> {
    this.#settings ??= this.#readSettings();
    return this.#settings;
  }

  async #readSettings(): Promise<Settings> {
    const { profile, base_url, api_key_stdin, insecure_http } = this.globals;
    const api_key = api_key_stdin ? (await this.terminal.readStdin()).trim() : undefined;
    if (api_key === "") throw usage("no API key on standard input", { where: "--api-key-stdin" });
    const settings = resolveSettings({
      flags: { profile, base_url, api_key, insecure_http },
      env: this.env,
      project: await findProject(this.cwd),
      profiles: readProfiles(this.configFolder),
    });
    if (settings.key_remark) await this.terminal.note(settings.key_remark);
    if (settings.api_key?.source === "profile") await this.#warnOfLooseKeys();
    return settings;
  }

  async #warnOfLooseKeys(): Promise<void> {
    const file = exposedKeyFile(this.configFolder, this.platform);
    if (file)
      await this.terminal.note(
        `warning: other users may be able to read the keys in ${file}; run \`chmod 600\` on it`,
      );
  }

  /** The client for the service in use. Without a key, the error says how to provide one. */
  client({ show_secrets = false } = {}): Promise<Client> {
    this.#client ??= this.#connectInForce({ show_secrets });
    return this.#client;
  }

  /**
   * The client for bulk work. The run itself resends requests refused with 429 and slows down all its
   * requests. Requests in flight at Ctrl-C may still finish, so that their outcome is known.
   */
  bulkClient({ many }: { readonly many: boolean }): Promise<Client> {
    this.#bulkClient ??= this.#connectInForce({
      paced: true,
      many,
      signal: delaySignal(this.signal, GRACE_MS),
    });
    return this.#bulkClient;
  }

  /** The client for optional information. It asks once and does not wait long. */
  hastyClient(): Promise<Client> {
    this.#hastyClient ??= this.#connectInForce({ retries: 0, timeout_ms: HASTE_MS });
    return this.#hastyClient;
  }

  /**
   * A client that Ctrl-C does not stop, for restoring temporary changes and for finishing what was started.
   * It does not mask secrets. The caller closes it.
   */
  lastingClient(): Promise<Client> {
    return this.#connectInForce({ show_secrets: true, signal: new AbortController().signal });
  }

  async #connectInForce(options: ConnectOptions): Promise<Client> {
    const { api_key, base_url, key_refused } = await this.settings();
    if (!api_key) throw withoutKey(key_refused);
    return this.connect(base_url.value, api_key.value, options);
  }

  /** A client for a given service, to check a key before it is stored. The caller closes it. */
  async connect(base_url: string, api_key: string, options: ConnectOptions = {}): Promise<Client> {
    const { timeout, retries = REQUEST_RETRIES, concurrency, ca_file, debug_level } = this.globals;
    const ca = ca_file === undefined ? undefined : await readCertificates(ca_file);
    const { many = false, ...others } = options;
    const timeout_ms = others.timeout_ms ?? timeout * 1000;
    return new Client({
      base_url,
      api_key,
      retries,
      show_secrets: false,
      signal: this.signal,
      ...others,
      timeout_ms,
      user_agent: `parley/${this.version}`,
      onAnswer: (operation, answer) => {
        this.#answers.delete(operation);
        this.#answers.set(operation, answer);
      },
      transport: createTransport({
        connections: concurrency,
        env: this.env,
        timeout_ms,
        many,
        ...(ca && { ca }),
      }),
      ...(debug_level > 0 && {
        observe: (await import("../client/trace.ts")).traceTo(
          (line) => this.terminal.alert(sanitizeLine(line), { exact: true }),
          { level: debug_level, api_key },
        ),
      }),
    });
  }

  /** Calls an operation that changes nothing. */
  async read<K extends Operation>(
    operation: K,
    input: CallInput<K>,
    options?: { readonly show_secrets: boolean },
  ): Promise<Lenient<Answer<K>>> {
    const answer = await (await this.client(options)).call(operation, input);
    const { base_url } = await this.settings();
    remember(cacheFolder(this.env, this.platform), base_url.value, operation, answer, Date.now());
    return answer;
  }

  /** Calls an operation that changes something. Under --dry-run, shows it instead. */
  async change<K extends Operation>(operation: K, input: CallInput<K>): Promise<Lenient<Answer<K>>> {
    if (this.isDryRun) throw new DryRun([prepare(operation, input)]);
    return (await this.client()).call(operation, input);
  }

  /** Calls an operation for each input, in order. Under --dry-run, shows all of them instead. */
  async changeEach<K extends Operation>(
    operation: K,
    inputs: readonly CallInput<K>[],
  ): Promise<Lenient<Answer<K>>[]> {
    if (this.isDryRun) throw new DryRun(inputs.map((input) => prepare(operation, input)));
    const client = await this.client();
    const answers: Lenient<Answer<K>>[] = [];
    for (const input of inputs) answers.push(await client.call(operation, input));
    return answers;
  }

  get isDryRun(): boolean {
    return this.globals.dry_run || this.globals.curl;
  }

  /** Whether `confirm` will ask a person. If not, --yes or --dry-run has answered. */
  get asksFirst(): boolean {
    return !this.globals.yes && !this.isDryRun;
  }

  /**
   * Fails if a confirmation is needed and no person can be asked. Call it after reading the input, so that
   * errors in the request are reported first.
   */
  async requireConfirmable(message: string): Promise<void> {
    if (!this.asksFirst) return;
    const { requireConfirmable } = await import("./terminal/prompts.ts");
    requireConfirmable(this.terminal, message);
  }

  /** Asks before something that cannot be undone. --yes and --dry-run answer for the person. */
  async confirm(message: string): Promise<void> {
    if (!this.asksFirst) return;
    const { confirm } = await import("./terminal/prompts.ts");
    const agreed = await confirm(this.terminal, { message, signal: this.signal });
    if (!agreed) throw new Failure("interrupted", "nothing was changed");
  }

  /** The agent to work on: from the flag, or else from the environment, the project file or the profile. */
  async agent(flag: number | undefined): Promise<number> {
    if (flag !== undefined) return flag;
    const { agent } = await this.settings();
    if (!agent)
      throw usage("no agent given", {
        hint: "give --agent <id>, set PARLEY_AGENT, or put `agent:` into parley.yaml",
      });
    const id = Number(agent.value);
    if (!Number.isSafeInteger(id))
      throw usage(`"${agent.value}" is not a valid agent id: it must be a number`, {
        where: `agent from ${agent.source}`,
      });
    return id;
  }

  /** An unexpected error, or the service's answer that caused it. */
  explain(error: unknown): Promise<unknown> {
    return explainContractViolation(error, this.#answers);
  }

  async close(): Promise<void> {
    // If the client could not be created, that has already been reported.
    for (const client of [this.#client, this.#bulkClient, this.#hastyClient])
      await client?.then((made) => made.close()).catch(() => undefined);
  }
}

async function readCertificates(file: string): Promise<string> {
  try {
    return (await readNamedFile(file, BYTES_MAXIMUM.certificates)).toString();
  } catch (error) {
    throw usage(`cannot read the certificates: ${(error as Error).message}`, {
      where: `--ca-file ${file}`,
    });
  }
}
