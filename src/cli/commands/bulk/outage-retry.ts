/**
 * Lets a bulk run survive a restart of the service. It waits, and sends again only what the service has not
 * stored or cannot store twice.
 */

import type { Client } from "../../../client/client.ts";
import { pause } from "../../../client/pause.ts";
import { backoff } from "../../../client/retry.ts";
import { endpoints, type Operation } from "../../../contract/endpoints.ts";
import { Failure } from "../../../lib/failure.ts";
import { attemptOf } from "../../bulk/outcome.ts";
import type { Context } from "../../context.ts";
import { REQUEST_RETRIES } from "../globals.ts";

/** How long to wait before asking again whether the service is back. */
const ASK_EVERY_MS = 500;
/** Answers of a service that is starting or stopping, or of a load balancer in front of it. */
const UNAVAILABLE: readonly unknown[] = [502, 503, 504];

interface EnduranceOptions {
  readonly max_wait_ms: number;
  /** The operation whose requests have idempotency keys, if they have them. */
  readonly operation: Operation | undefined;
}

interface Found {
  readonly takes_keys: boolean;
}

export class OutageRetry {
  readonly #context: Context;
  readonly #client: Client;
  readonly #options: EnduranceOptions;
  /** The service has answered during this run. A run does not wait for a service that has never answered. */
  #wasThere = false;
  /** One shared question for all waiting items; undefined once it is answered. */
  #return: Promise<Found | undefined> | undefined;
  #isGone = false;

  constructor(context: Context, client: Client, options: EnduranceOptions) {
    this.#context = context;
    this.#client = client;
    this.#options = options;
  }

  /** Whether the service says now that it stores nothing twice under the same idempotency key. */
  async takesKeys(): Promise<boolean> {
    return (await this.#ask().catch(() => undefined))?.takes_keys ?? false;
  }

  /** Makes an attempt. If it fails and repeating it is safe, makes another one once the service is back. */
  async through<T>(attempt: () => Promise<T>, idempotency_key: string | undefined): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        const made = await attempt();
        this.#wasThere = true;
        this.#isGone = false;
        return made;
      } catch (error) {
        const doubt = doubtOf(error);
        if (doubt === "in doubt" || (error instanceof Failure && error.options.status)) this.#wasThere = true;
        if (
          !doubt ||
          !this.#wasThere ||
          this.#isGone ||
          tries >= (this.#context.globals.retries ?? REQUEST_RETRIES)
        )
          throw error;
        const health = await this.#untilBack();
        if (!health || (doubt === "in doubt" && !(idempotency_key && health.takes_keys))) throw error;
        await pause(backoff(tries, undefined, Math.random()), this.#context.signal).catch(() => {
          throw error;
        });
      }
    }
  }

  #untilBack(): Promise<Found | undefined> {
    this.#return ??= this.#wait().finally(() => {
      this.#return = undefined;
    });
    return this.#return;
  }

  /** Waits for the service. Undefined if it does not come back in time, or if a person interrupts. */
  async #wait(): Promise<Found | undefined> {
    const { signal, terminal } = this.#context;
    const { max_wait_ms } = this.#options;
    const end = performance.now() + max_wait_ms;
    for (let asked = 0; !signal.aborted; asked++) {
      const health = await this.#ask().catch(() => undefined);
      if (health) return health;
      if (performance.now() >= end) break;
      if (asked === 0)
        await terminal.note(`the service does not answer; waiting up to ${max_wait_ms / 1000} s for it`);
      await pause(ASK_EVERY_MS, signal).catch(() => undefined);
    }
    this.#isGone = true;
    return undefined;
  }

  /** @throws Failure if the service does not answer */
  async #ask(): Promise<Found> {
    const { operation } = this.#options;
    try {
      const document = await this.#client.send({
        method: "GET",
        path: "/openapi.json",
        body: undefined,
        repeat: "safe",
      });
      return { takes_keys: operation !== undefined && namesKey(document, operation) };
    } catch (error) {
      const { status } = error instanceof Failure ? error.options : {};
      // Any other answer also means that the service is back: not every service has the document.
      if (status !== undefined && !UNAVAILABLE.includes(status)) return { takes_keys: false };
      throw error;
    }
  }
}

/**
 * `not sent`: the service has not received the request. `in doubt`: it may have received it. Undefined: it
 * has answered, or a person interrupted.
 */
function doubtOf(error: unknown): "not sent" | "in doubt" | undefined {
  const { outcome, failure } = attemptOf(error);
  if (!failure) return undefined;
  if (UNAVAILABLE.includes(failure.options.status)) return "in doubt";
  if (failure.outcome !== "network") return undefined;
  return outcome === "unknown" ? "in doubt" : "not sent";
}

interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: unknown }>>>>;
}

/** Whether an OpenAPI document says that an operation takes the header `Idempotency-Key`. */
function namesKey(document: unknown, operation: Operation): boolean {
  const { path, method } = endpoints[operation];
  const parameters = (document as Described | null)?.paths?.[path]?.[method.toLowerCase()]?.parameters;
  return (
    Array.isArray(parameters) &&
    parameters.some(
      (parameter: { in?: unknown; name?: unknown } | null) =>
        parameter?.in === "header" && String(parameter.name).toLowerCase() === "idempotency-key",
    )
  );
}
