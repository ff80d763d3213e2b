import { beforeEach, describe, expect, test } from "vitest";
import type { AnswerCache, CachedAnswer } from "../../src/service/model/cache.ts";
import { createHttpModel, type ModelOptions } from "../../src/service/model/http-model.ts";
import type { CompletionRequest } from "../../src/service/model/model.ts";
import { completion, formatOf, refusal } from "../support/completions.ts";
import { type Recorded, useRecorder } from "../support/recorder.ts";

const server = useRecorder();
const waits: number[] = [];
beforeEach(() => {
  waits.length = 0;
});

/** Waits take no time and are recorded. The random number is always 0.5. */
const clock = {
  now: () => Date.parse("2026-01-01T00:00:00Z"),
  random: () => 0.5,
  wait: async (ms: number) => void waits.push(ms),
};

const model = (options: Partial<ModelOptions> = {}) =>
  createHttpModel({ base_url: `${server.url()}/v1/`, model: "m", clock, ...options });

const messages = [
  { role: "system", content: "Judge." },
  { role: "user", content: "Hello" },
] as const;
const schema = { type: "object", properties: { a: { type: "integer" } } };
const structured: CompletionRequest = { messages, structure: { name: "verdict", schema }, temperature: 0 };

describe("a request", () => {
  test("is one of chat completions, with the key as a bearer token", async () => {
    server.answer(completion("hi"));
    const answer = await model({ api_key: "sk-1" }).complete({ messages, temperature: 0.5 });
    expect(answer).toEqual({
      text: "hi",
      cached: false,
      usage: { calls: 1, cached_calls: 0, prompt_tokens: 7, completion_tokens: 3, ms: 0 },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/v1/chat/completions" });
    expect(request?.headers.authorization).toBe("Bearer sk-1");
    expect(request?.body).toEqual({ model: "m", temperature: 0.5, messages });
  });

  test("is sent without a key if there is none, and for the model that it names", async () => {
    server.answer(completion("hi"));
    await model().complete({ messages, model: "other" });
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(server.requests[0]?.body).toEqual({ model: "other", messages });
  });

  test("says that tokens are unknown where the server does not tell them", async () => {
    server.answer(completion("hi", null));
    expect((await model().complete({ messages })).usage).toMatchObject({
      prompt_tokens: null,
      completion_tokens: null,
    });
  });

  test("takes an answer in parts", async () => {
    const content = [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ];
    server.answer({ body: { choices: [{ message: { content } }] } });
    expect((await model().complete({ messages })).text).toBe("ab");
  });
});

describe("structured output", () => {
  test("asks for the schema first, and gives the last object of the answer", async () => {
    server.answer(completion('Sure: {"a":1} no, {"a":2}'));
    expect((await model().complete(structured)).object).toEqual({ a: 2 });
    expect(server.requests[0]?.body.response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "verdict", schema, strict: true },
    });
    expect(server.requests[0]?.body.messages).toEqual(messages);
  });

  const refusing =
    (status: number, ...formats: string[]) =>
    (request: Recorded) => {
      const format = formatOf(request) ?? "plain";
      return formats.includes(format) ? refusal(status, `${format} is not supported`) : completion('{"a":1}');
    };

  test.each([400, 422, 501])(
    "falls back to JSON mode where a schema is refused with %i, and remembers",
    async (status) => {
      server.answer(refusing(status, "json_schema"));
      const asked = model();
      expect((await asked.complete(structured)).object).toEqual({ a: 1 });
      await asked.complete({ ...structured, temperature: 1 });
      expect(server.requests.map(formatOf)).toEqual(["json_schema", "json_object", "json_object"]);
      // JSON mode requires the word JSON, and the model needs the schema first.
      const [system, ...rest] = server.requests[1]?.body.messages ?? [];
      expect(system.content).toMatch(/^Judge\.\n\nAnswer with one JSON object/);
      expect(system.content).toContain(JSON.stringify(schema));
      expect(rest).toEqual(messages.slice(1));
    },
  );

  test("falls back to words where JSON mode is refused too", async () => {
    server.answer(refusing(400, "json_schema", "json_object"));
    expect((await model().complete(structured)).object).toEqual({ a: 1 });
    expect(server.requests.map(formatOf)).toEqual(["json_schema", "json_object", undefined]);
  });

  test("reports the first refusal if everything is refused, and learns nothing from it", async () => {
    server.answer(refusing(400, "json_schema", "json_object", "plain"));
    const asked = model();
    await expect(asked.complete(structured)).rejects.toThrow("answered with status 400");
    await expect(asked.complete(structured)).rejects.toThrow("json_schema is not supported");
    expect(formatOf(server.requests[3] as Recorded)).toBe("json_schema");
  });

  test("keeps what each model takes apart", async () => {
    server.answer((request) =>
      request.body.model === "old" ? refusing(400, "json_schema")(request) : completion('{"a":1}'),
    );
    const asked = model();
    await asked.complete({ ...structured, model: "old" });
    await asked.complete(structured);
    expect(formatOf(server.requests[2] as Recorded)).toBe("json_schema");
  });

  test("has no object if the answer contains none", async () => {
    server.answer(completion("I'd rather not"));
    expect(await model().complete(structured)).not.toHaveProperty("object");
  });
});

test("a model that refuses the temperature is asked without, from then on", async () => {
  server.answer(({ body }) =>
    "temperature" in body
      ? refusal(400, "Unsupported value: 'temperature' must be 1")
      : completion('{"a":1}'),
  );
  const asked = model();
  await asked.complete(structured);
  await asked.complete({ ...structured, temperature: 0.2 });
  expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined]);
  expect(server.requests.map(formatOf)).toEqual(["json_schema", "json_schema", "json_schema"]);
});

describe("retries", () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504, 529])("%i passes", async (status) => {
    server.answer(refusal(status, "busy"), refusal(status, "busy"), completion("hi"));
    expect((await model().complete({ messages })).text).toBe("hi");
    // With a random number of 0.5: half of 1 s, then half of 2 s.
    expect(waits).toEqual([500, 1000]);
  });

  test("end after three attempts", async () => {
    server.answer(refusal(503, "busy"));
    await expect(model().complete({ messages })).rejects.toThrow(
      "the model's server answered with status 503",
    );
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ["seconds", "7", 7000],
    ["a date", "Thu, 01 Jan 2026 00:00:05 GMT", 5000],
  ])("wait as long as the server asks, in %s", async (_, header, expected) => {
    server.answer(refusal(429, "slow down", { "retry-after": header }), completion("hi"));
    await model().complete({ messages });
    expect(waits).toEqual([expected]);
  });

  test("do not wait for longer than a minute", async () => {
    server.answer(refusal(429, "tomorrow", { "retry-after": "86400" }), completion("hi"));
    await expect(model().complete({ messages })).rejects.toThrow("429");
    expect(waits).toEqual([]);
  });

  test.each([
    [401, "who are you"],
    [403, "no"],
    [404, "no such model"],
    [413, "too long"],
  ])("are of no use after %i", async (status, message) => {
    server.answer(refusal(status, message), completion("hi"));
    await expect(model().complete({ messages })).rejects.toThrow(`answered with status ${status}: `);
    expect(server.requests).toHaveLength(1);
  });

  test("are of no use without credit", async () => {
    server.answer({ status: 429, body: { error: { code: "insufficient_quota" } } }, completion("hi"));
    await expect(model().complete({ messages })).rejects.toThrow("insufficient_quota");
    expect(server.requests).toHaveLength(1);
  });

  test("follow a connection that breaks", async () => {
    server.answer({ reset: true }, completion("hi"));
    expect((await model().complete({ messages })).text).toBe("hi");
  });
});

describe("invalid answers", () => {
  test.each([
    ["not JSON", { body: "<html>" }, /is not JSON/],
    ["no text", completion(""), /contains no text/],
    ["another shape", { body: { choices: [] } }, /contains no text/],
    ["cut off", { body: { choices: [{ finish_reason: "length", message: { content: "{" } }] } }, /cut off/],
    ["filtered", { body: { choices: [{ finish_reason: "content_filter", message: {} }] } }, /content filter/],
    ["refused", { body: { choices: [{ message: { refusal: "I can't" } }] } }, /refused/],
    ["a redirect", { status: 307, headers: { location: "http://127.0.0.1:9/" } }, /answered with status 307/],
  ])("%s", async (_, reply, message) => {
    server.answer(reply);
    await expect(model().complete(structured)).rejects.toThrow(message);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ["nested without end", "[".repeat(3_000_000), /more than 64 levels/],
    ["values without end", `[${"1,".repeat(30_000)}1]`, /at most 20000 values/],
  ])("%s, which would keep everybody waiting, are not parsed", async (_, body, message) => {
    server.answer({ body }, { body }, { body });
    await expect(model().complete(structured)).rejects.toThrow(message);
  });

  test("never repeat the key", async () => {
    server.answer(refusal(401, "Incorrect API key provided: sk-secret."));
    const failure = model({ api_key: "sk-secret" }).complete({ messages });
    await expect(failure).rejects.toThrow("Incorrect API key provided: ***.");
  });
});

test("an abort ends the request with the reason of the signal", async () => {
  const abort = new AbortController();
  server.answer(() => {
    abort.abort(new Error("the run was stopped"));
    return { delay_ms: 60_000 };
  });
  const answer = model().complete({ messages, signal: abort.signal });
  await expect(answer).rejects.toThrow("the run was stopped");
});

test("an abort ends the wait for another attempt with the reason of the signal", async () => {
  const abort = new AbortController();
  server.answer(() => {
    setTimeout(() => abort.abort(new Error("the run was stopped")), 20);
    return refusal(503, "busy", { "retry-after": "50" });
  });
  const waiting = createHttpModel({ base_url: server.url(), model: "m" });
  await expect(waiting.complete({ messages, signal: abort.signal })).rejects.toThrow("the run was stopped");
});

test("no more requests run at a time than allowed", async () => {
  let open = 0;
  let most = 0;
  const asked = createHttpModel({ base_url: server.url(), model: "m", concurrency: 2 });
  server.answer(() => {
    open++;
    most = Math.max(most, open);
    setTimeout(() => open--, 15);
    return { ...completion("hi"), delay_ms: 20 };
  });
  await Promise.all(
    Array.from({ length: 6 }, (_, index) => asked.complete({ messages, temperature: index })),
  );
  expect(server.requests).toHaveLength(6);
  expect(most).toBe(2);
});

describe("the cache", () => {
  function memory(): AnswerCache & { kept: Map<string, CachedAnswer> } {
    const kept = new Map<string, CachedAnswer>();
    return {
      kept,
      get: async (key) => kept.get(key),
      put: async (key, answer) => void kept.set(key, answer),
    };
  }

  test("answers repeated questions without a model", async () => {
    const cache = memory();
    server.answer(completion('{"a":1}'));
    const first = await model({ cache }).complete(structured);
    const replay = createHttpModel({
      base_url: `${server.url()}/v1/`,
      model: "m",
      cache,
      api_key: "another",
    });
    expect(await replay.complete(structured)).toEqual({
      ...first,
      cached: true,
      usage: { calls: 0, cached_calls: 1, prompt_tokens: 0, completion_tokens: 0, ms: 0 },
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ["the messages", { messages: [...messages, { role: "user", content: "?" }] }],
    ["the temperature", { temperature: 1 }],
    ["the model", { model: "other" }],
    ["the schema", { structure: { name: "verdict", schema: {} } }],
  ] as const)("tells requests apart by %s", async (_, change) => {
    const cache = memory();
    server.answer(completion("{}"));
    await model({ cache }).complete(structured);
    await model({ cache }).complete({ ...structured, ...change });
    expect(cache.kept.size).toBe(2);
  });

  test("keeps no words where an object was asked for", async () => {
    const cache = memory();
    server.answer(completion("try later"), completion('{"a":1}'));
    await model({ cache }).complete(structured);
    expect((await model({ cache }).complete(structured)).object).toEqual({ a: 1 });
  });

  test("keeps no failure", async () => {
    const cache = memory();
    server.answer(refusal(401, "no"), completion("hi"));
    await expect(model({ cache }).complete({ messages })).rejects.toThrow("401");
    expect(cache.kept.size).toBe(0);
    expect((await model({ cache }).complete({ messages })).text).toBe("hi");
  });
});

// This test is the last one, because a request that timed out may reach the server at any time.
test("an answer that takes too long is asked for again, three times in all", async () => {
  server.answer({ delay_ms: 60_000 });
  const answer = model({ timeout_ms: 20 }).complete({ messages });
  await expect(answer).rejects.toThrow("did not answer within 0.02 s");
  expect(waits).toEqual([500, 1000]);
});
