/**
 * The library of `import { Parley } from "parley-cli"`: the client that the commands use. docs/clients.md describes
 * it.
 */

import type { Operation } from "../contract/endpoints.ts";
import { type Detail, Failure, type Outcome } from "../lib/failure.ts";
import { Client } from "./client.ts";
import { createTransport } from "./create-transport.ts";
import type { CallInput } from "./prepare.ts";
import type { Transport } from "./transport.ts";

declare const __VERSION__: string;

export interface ParleyOptions {
  readonly base_url: string;
  readonly api_key: string;
  readonly timeout_ms?: number;
  readonly retries?: number;
  readonly signal?: AbortSignal;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly show_secrets?: boolean;
}

/** Parallel calls share this many connections. */
const CONNECTIONS = 8;

export class Parley {
  readonly #client: Client;
  readonly #transport: Transport;

  constructor({ base_url, api_key, ...more }: ParleyOptions) {
    if (!/^https?:$/.test(URL.canParse(base_url) ? new URL(base_url).protocol : ""))
      throw new ParleyError("usage", "base_url must begin with http:// or https://");
    const { timeout_ms = 30_000, retries = 2, show_secrets = false, env = {} } = more;
    const signal = more.signal ?? new AbortController().signal;
    this.#transport = createTransport({ connections: CONNECTIONS, env, timeout_ms });
    this.#client = new Client({
      base_url: base_url.replace(/(?<!\/)\/+$/, ""),
      api_key,
      timeout_ms,
      retries,
      show_secrets,
      signal,
      user_agent: `parley/${__VERSION__}`,
      transport: this.#transport,
    });
  }

  async call<K extends Operation>(operation: K, input: CallInput<K>) {
    try {
      return await this.#client.call(operation, input);
    } catch (error) {
      if (error instanceof Failure) throw new ParleyError(error.outcome, error.message, error);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }
}

export class ParleyError extends Error {
  /** What went wrong, in one word. Each exit code has one. */
  readonly kind: Outcome;
  /** HTTP status of the refusal, if the service answered. */
  readonly status: number | undefined;
  /** What is wrong with the request, field by field. */
  readonly details: readonly Detail[];

  constructor(kind: Outcome, message: string, cause?: Failure) {
    super(message, { cause });
    this.name = "ParleyError";
    this.kind = kind;
    this.status = cause?.options.status;
    this.details = cause?.options.details ?? [];
  }
}
