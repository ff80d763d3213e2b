/** A bulk run outlives a restart of the service: it waits, and sends again what was not stored or cannot be stored twice. */
import { attemptOf } from "../../bulk/outcome.ts";
import type { Client } from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import { backoff } from "../../client/retry.ts";
import type { Context } from "../../context.ts";
import { endpoints, type Operation } from "../../contract/endpoints.ts";
import { Failure } from "../../failure.ts";

/** Between two questions whether the service is back. */
const ASK_EVERY_MS = 500;
/** Answers of a service, or of a balancer before it, that is starting or stopping. */
const UNAVAILABLE: readonly unknown[] = [502, 503, 504];

interface EnduranceOptions {
  readonly max_wait_ms: number;
  /** The operation whose requests have keys, if they have. */
  readonly operation: Operation | undefined;
}

interface Found {
  readonly takes_keys: boolean;
}

export class Endurance {
  readonly #context: Context;
  readonly #client: Client;
  readonly #options: EnduranceOptions;
  /** The service has answered in this run. One that never did is not waited for. */
  #wasThere = false;
  /** One question for all items that wait; undefined once it is answered. */
  #return: Promise<Found | undefined> | undefined;
  #isGone = false;

  constructor(context: Context, client: Client, options: EnduranceOptions) {
    this.#context = context;
    this.#client = client;
    this.#options = options;
  }

  /** Whether the service says now that it stores nothing twice under one key. */
  async takesKeys(): Promise<boolean> {
    return (await this.#ask().catch(() => undefined))?.takes_keys ?? false;
  }

  /** Makes an attempt, and another one once the service is back if the first cannot have had an effect that the second repeats. */
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
        if (!doubt || !this.#wasThere || this.#isGone || tries >= this.#context.globals.retries) throw error;
        const found = await this.#untilBack();
        if (!found || (doubt === "in doubt" && !(idempotency_key && found.takes_keys))) throw error;
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

  /** Undefined if the service does not come back in time, or if a person interrupts. */
  async #wait(): Promise<Found | undefined> {
    const { signal, terminal } = this.#context;
    const { max_wait_ms } = this.#options;
    const end = performance.now() + max_wait_ms;
    for (let asked = 0; !signal.aborted; asked++) {
      const found = await this.#ask().catch(() => undefined);
      if (found) return found;
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
      // Any other answer is an answer: not every service has the document.
      if (status !== undefined && !UNAVAILABLE.includes(status)) return { takes_keys: false };
      throw error;
    }
  }
}

/**
 * `not sent`: the service has not received the request. `in doubt`: it may have. Undefined: it has answered, or a person
 * interrupted.
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

/** Whether an OpenAPI document says that an operation takes the header Idempotency-Key. */
function namesKey(document: unknown, operation: Operation): boolean {
  const { path, method } = endpoints[operation];
  const parameters = (document as Described | null)?.paths?.[path]?.[method.toLowerCase()]?.parameters;
  return (
    Array.isArray(parameters) &&
    parameters.some(
      (one: { in?: unknown; name?: unknown } | null) =>
        one?.in === "header" && String(one.name).toLowerCase() === "idempotency-key",
    )
  );
}
