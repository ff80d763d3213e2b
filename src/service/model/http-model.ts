import { setTimeout as sleep } from "node:timers/promises";
import { BodyScan } from "../../contract/body-scan.ts";
import { VALUES_MAXIMUM } from "../../contract/limits.ts";
import { jsonObjects } from "../../engine/judge/json-objects.ts";
import { withDeadline } from "../../lib/deadline.ts";
import { retryAfter } from "../../lib/retry-after.ts";
import { createSemaphore } from "../semaphore.ts";
import { type AnswerCache, keyOf } from "./cache.ts";
import { type Completion, type CompletionRequest, type Model, ModelError } from "./model.ts";
import { waitBefore } from "./retry.ts";
import { NO_USAGE } from "./usage.ts";
import { LEVELS, readBody, toBody } from "./wire.ts";

export interface ModelOptions {
  /** The URL up to `/chat/completions`, such as `http://127.0.0.1:11434/v1`. */
  readonly base_url: string;
  readonly model: string;
  /** How often to ask it for a verdict (default 1). */
  readonly votes?: number;
  /** Sent as a bearer token; many local servers need none. */
  readonly api_key?: string;
  /** Timeout for one answer (default 120 s). */
  readonly timeout_ms?: number;
  /** Requests at a time (default 4). */
  readonly concurrency?: number;
  readonly cache?: AnswerCache;
  readonly clock?: Clock;
  /** Replaces `fetch`. */
  readonly send?: Send;
}

export type Send = (
  url: string,
  init: RequestInit & { readonly headers: Readonly<Record<string, string>> },
) => Promise<Response>;

/** Clock and random numbers, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  },
};

const ATTEMPTS = 3;
const TIMEOUT_MS = 120_000;
const CONCURRENCY = 4;

/** Features that the server has refused once, and that are not sent again. */
interface Limits {
  /** Index into LEVELS. */
  level: number;
  temperature: boolean;
}

/**
 * A model behind a server with OpenAI's chat completions API.
 *
 * - Structured output: `json_schema`. If the server refuses that, `json_object`. If it refuses that too, the
 *   schema in words.
 * - If a model refuses the temperature, it is asked again without one.
 * - Transient statuses (see retry.ts), broken connections, and timeouts: 3 attempts with backoff.
 *   `Retry-After` is respected up to a minute. `insufficient_quota` is final.
 * - An answer larger than 4 MiB is not read to its end, and not asked for again.
 * - Answers are cached. Failures are not, and neither is prose if an object was requested.
 */
export function createHttpModel(options: ModelOptions): Model {
  const { base_url, model: name, cache, clock = systemClock, concurrency = CONCURRENCY } = options;
  const inSlot = createSemaphore(concurrency);
  const limits = new Map<string, Limits>();

  async function ask(request: CompletionRequest, model: string): Promise<Completion> {
    const limit = limits.get(model) ?? { level: 0, temperature: true };
    let { level, temperature } = request.structure ? limit : { ...limit, level: LEVELS.length - 1 };
    let refusal: ModelError | undefined;
    const start = clock.now();
    for (;;) {
      const body = JSON.stringify(toBody(request, model, LEVELS[level] ?? "plain", temperature));
      try {
        const { text, prompt_tokens, completion_tokens } = readBody(
          await send(body, options, clock, request.signal),
        );
        limits.set(model, { level: request.structure ? level : limit.level, temperature });
        const usage = {
          calls: 1,
          cached_calls: 0,
          prompt_tokens,
          completion_tokens,
          ms: clock.now() - start,
        };
        return { text, usage, cached: false };
      } catch (error) {
        if (!(error instanceof ModelError) || !isRefused(error)) throw error;
        refusal ??= error;
        if (temperature && request.temperature !== undefined && /temperature/i.test(error.message))
          temperature = false;
        else if (level < LEVELS.length - 1) level++;
        else throw refusal;
      }
    }
  }

  const keyFor = (request: CompletionRequest) => keyOf(base_url, request.model ?? name, request);

  return {
    name,
    ...(options.votes !== undefined && { votes: options.votes }),
    async complete(request) {
      const model = request.model ?? name;
      const key = keyFor(request);
      const kept = request.fresh ? undefined : await cache?.get(key);
      if (kept)
        return withObject({ ...kept, usage: { ...NO_USAGE, cached_calls: 1 }, cached: true }, request);
      const completion = withObject(await inSlot(() => ask(request, model), request.signal), request);
      // Prose instead of an object may be a temporary fault, so it is not cached.
      if (!request.unkept && (!request.structure || completion.object))
        await cache?.put(key, { text: completion.text });
      return completion;
    },
    async keep(request, text) {
      await cache?.put(keyFor(request), { text });
    },
  };
}

/** Statuses with which servers refuse a parameter. */
function isRefused({ status }: ModelError): boolean {
  return status === 400 || status === 422 || status === 501;
}

function withObject(completion: Completion, { structure }: CompletionRequest): Completion {
  const object = structure && jsonObjects(completion.text).at(-1);
  return object ? { ...completion, object } : completion;
}

/** The body of the answer. Throws `ModelError` if the last attempt has failed. */
async function send(
  body: string,
  options: ModelOptions,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(body, options, clock, signal);
    if ("answer" in outcome) return outcome.answer;
    const isLast = outcome.isFinal || attempt + 1 === ATTEMPTS;
    const wait = isLast ? undefined : waitBefore({ ...outcome, attempt }, clock.random());
    if (wait === undefined) throw outcome.error;
    await clock.wait(wait, signal);
  }
}

type Outcome =
  | { answer: string }
  | { error: ModelError; status?: number; body?: string; retry_after_ms?: number; isFinal?: true };

async function sendOnce(
  body: string,
  { base_url, api_key, timeout_ms = TIMEOUT_MS, send: fetchFrom = fetch }: ModelOptions,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  try {
    return await withDeadline(timeout_ms, signal ?? new AbortController().signal, async (deadline) => {
      const response = await fetchFrom(`${base_url.replace(/(?<!\/)\/+$/, "")}/chat/completions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(api_key && { authorization: `Bearer ${api_key}` }),
        },
        body,
        // The key must never be forwarded to the target of a redirect.
        redirect: "manual",
        signal: deadline,
      });
      const text = await readText(response);
      if (response.ok) return { answer: text };
      const { status } = response;
      const said = withoutKey(text, api_key).slice(0, 500);
      return {
        error: new ModelError(`the model's server answered with status ${status}: ${said}`, { status }),
        status,
        body: text,
        retry_after_ms: retryAfter(response.headers.get("retry-after"), clock.now()),
      };
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ModelError) return { error, isFinal: true };
    const late = error instanceof DOMException && error.name === "TimeoutError";
    const message = late
      ? `the model did not answer within ${timeout_ms / 1000} s`
      : "the model's server cannot be reached, or closed the connection";
    return { error: new ModelError(message, { cause: error }) };
  }
}

/** Far more than a model needs. Nothing beyond it is read, so that an endless answer cannot fill memory. */
const ANSWER_BYTES_MAXIMUM = 4 * 1024 * 1024;

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  const scan = new BodyScan(VALUES_MAXIMUM);
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    // The start of a refusal says enough.
    if (bytes > ANSWER_BYTES_MAXIMUM && !response.ok) break;
    if (bytes > ANSWER_BYTES_MAXIMUM)
      throw unreadable(`the model's answer is larger than ${ANSWER_BYTES_MAXIMUM} bytes`);
    const excess = response.ok && scan.read(piece);
    if (excess) throw unreadable(`the model's answer ${excess.message}`);
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

const unreadable = (message: string) => new ModelError(message, { reason: "unreadable_answer" });

/** Servers often repeat the key that they refuse. */
function withoutKey(text: string, api_key: string | undefined): string {
  return api_key ? text.replaceAll(api_key, "***") : text;
}
