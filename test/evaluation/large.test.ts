/** Calls that are large, or that have metrics with expensive rules, do not block the service. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEvaluator } from "../../src/service/evaluation/evaluator.ts";
import type { CallTask } from "../../src/service/evaluation/task.ts";
import { useCli } from "../support/cli.ts";
import { makeDatabase } from "../support/database.ts";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { type Served, startService } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";

const parley = useCli();
const database = await makeDatabase();
afterAll(() => database?.drop());

/** Fifty characters that make the matcher look at each position of a text hundreds of times. */
const expensive = (digits: number) => String.raw`pass when agent says /(?:\w{1,18} ?){1,18}\d{${digits}}/`;
const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: "pk_acme",
      agents: [
        { id: 101, name: "Front desk" },
        { id: 102, name: "Policies" },
      ],
      metrics: [
        {
          name: "Thirty",
          response_type: "pass_fail",
          scoring_guidance: "@rules\npass when agent says /thirty/",
        },
        {
          name: "Expensive",
          response_type: "pass_fail",
          scoring_guidance: `@rules\n${Array.from({ length: 50 }, (_, index) => expensive(10 + index)).join("\n")}`,
        },
      ].map((metric) => ({ ...metric, agent_ids: [101] })),
    },
  ],
};

let served: Served;
let acme: Calls;
beforeAll(async () => {
  const seed = join(parley.home, "seed.yaml");
  writeFileSync(seed, JSON.stringify(SEED));
  const place = ["--data", join(parley.home, "data"), ...(database ? ["--database-url", database.url] : [])];
  served = await startService(parley, ...place, "--seed", seed);
  acme = callsWith(served.url, "pk_acme");
}, 60_000);
afterAll(() => served.stop("SIGKILL"));

/** How long each answer of `/healthz` took until `over` resolved, in milliseconds. */
async function healthUntil(over: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  void over.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await fetch(`${served.url}/healthz`);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return times.sort((a, b) => a - b);
}

describe("while a call is evaluated that takes seconds", () => {
  test("other requests are answered at once: most within 50 ms, and none late by as long as it takes", async () => {
    const text = "we met for a while and spoke of this and that ".repeat(400);
    const transcript = Array.from({ length: 20 }, () => ({ speaker: "AGENT", utterance: text }));
    const call_id = await submit(acme, { transcript });
    const began = performance.now();
    const evaluated = evaluationOf(acme, call_id);
    const times = await healthUntil(evaluated);
    const took = performance.now() - began;
    // The metric uses all its steps, but nothing else waits for it.
    expect(took).toBeGreaterThan(500);
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(50);
    expect(times.at(-1)).toBeLessThan(took / 2);

    const { status, evaluation } = await evaluated;
    expect(status).toBe("COMPLETED");
    expect(evaluation.verdicts).toMatchObject([
      { name: "Thirty", status: "EVALUATED", value: false },
      { name: "Expensive", status: "NOT_EVALUATED", reason: "too_much_work", value: null },
    ]);
  }, 120_000);
});

test("policies that somebody accepted are judged apart as well, with a bound for all of them", async () => {
  const prompt_text = Array.from({ length: 30 }, (_, index) => `Never say "word ${index}".`).join("\n");
  await acme("POST", "/v1/agents/102/prompts/versions", { prompt_text, labels: ["production"] });
  const policies = prompt_text.split("\n").map((sentence, index) => ({
    sentence,
    reads: null,
    rule: expensive(10 + index).replace("pass", "fail"),
    status: "accepted",
  }));
  const stored = await acme("PUT", "/v1/agents/102/prompts/versions/1/policies", { policies });
  expect(stored.status).toBe(200);
  const text = "we met for a while and spoke of this and that ".repeat(400);
  const transcript = Array.from({ length: 20 }, () => ({ speaker: "AGENT", utterance: text }));
  const call_id = await submit(acme, { agent_id: "102", transcript });
  const evaluated = evaluationOf(acme, call_id);
  const times = await healthUntil(evaluated);
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(50);
  const { verdicts } = (await evaluated).evaluation;
  const judged = verdicts.filter(({ name }: { name: string }) => name.startsWith("Policy:"));
  expect(judged).toHaveLength(30);
  expect(judged.at(-1)).toMatchObject({ status: "NOT_EVALUATED", reason: "too_much_work", value: null });
}, 120_000);

test("a call of 20,000 turns is evaluated and shown as a whole", async () => {
  const transcript = Array.from({ length: 20_000 }, (_, index) => ({
    speaker: index % 2 ? "USER" : "AGENT",
    utterance: index === 19_998 ? "that is thirty" : "hello again",
    start_offset_ms: index * 1000,
    end_offset_ms: index * 1000 + 900,
  }));
  const call_id = await submit(acme, { transcript });
  const { status, evaluation } = await evaluationOf(acme, call_id);
  expect(status).toBe("COMPLETED");
  expect(evaluation.verdicts[0]).toMatchObject({ name: "Thirty", status: "EVALUATED", value: true });
  expect(evaluation.metrics.length).toBeGreaterThan(50);

  const small_id = await submit(acme, { transcript: transcript.slice(0, 2) });
  await evaluationOf(acme, small_id);
  const shown = async (id: string) => {
    const { body } = await acme("GET", `/v1/retrieve-call-log/${id}`);
    expect(body.status).toBe("200");
    return body.call_log;
  };
  const [large, small] = [await shown(call_id), await shown(small_id)];
  expect(large.transcript).toEqual(transcript);
  expect(large.evaluation).toEqual(evaluation);
  expect(Object.keys(large)).toEqual(Object.keys(small));
  expect(large.evaluations[0].custom_metrics).toMatchObject([{ name: "Thirty" }, { name: "Expensive" }]);
  const { body: page } = await acme("GET", "/v1/retrieve-call-logs/101?page_size=2");
  expect(page.call_logs).toEqual([small, large]);
}, 120_000);

test.runIf(process.platform === "linux")(
  "the thread that writes large calls out leaves the processor to the main thread",
  async () => {
    const transcript = Array.from({ length: 2000 }, () => ({
      speaker: "AGENT",
      utterance: "word ".repeat(40),
    }));
    const call_id = await submit(acme, { transcript });
    await acme("GET", `/v1/retrieve-call-log/${call_id}`);
    const { pid } = served.process;
    const niceness = (task: string) =>
      Number(
        readFileSync(`/proc/${pid}/task/${task}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[16],
      );
    const own = niceness(String(pid));
    const tasks = readdirSync(`/proc/${pid}/task`);
    expect(tasks.filter((task) => niceness(task) > own)).toHaveLength(1);
  },
  60_000,
);

test("an utterance of 100 MiB is refused, and the service keeps running", async () => {
  const transcript = [{ speaker: "AGENT", utterance: "word ".repeat(20 * 1024 * 1024) }];
  await expect(submit(acme, { transcript })).rejects.toThrow("413");
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  expect(served.process.exitCode).toBeNull();
}, 120_000);

describe("the process of an evaluation", () => {
  const task = (utterance: string) => taskOf([utterance]);
  const taskOf = (utterances: readonly string[]): CallTask => ({
    kind: "call",
    submission: JSON.stringify({
      agent_id: "101",
      start_time_utc: "2025-03-01T10:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript: utterances.map((utterance) => ({ speaker: "AGENT", utterance })),
    }),
    fetched_transcript: null,
    redact_pii: false,
    tool_effects: {},
    analysis: null,
    variables: {},
    selected: { requested: [], gone: [] },
    evaluated_at: "2025-03-01T10:00:00.000Z",
  });

  test("that takes too much memory ends without affecting others", async () => {
    const evaluate = createEvaluator({ heap_mb: 24, deadline_ms: 60_000 });
    const turns = Array.from({ length: 150_000 }, (_, index) => `turn ${index}`);
    expect(await evaluate(taskOf(turns), {})).toEqual({
      reason: "evaluation_too_large",
      message: "the evaluation takes more than 24 MB of memory",
    });
    expect(await evaluate(task("a ".repeat(20)), {})).toMatchObject({ status: "COMPLETED" });
  }, 120_000);

  test("does not start for a recording that is too large", async () => {
    const evaluate = createEvaluator();
    expect(await evaluate(task("word ".repeat(4_000_000)), {})).toMatchObject({
      reason: "evaluation_too_large",
    });
  });

  test("that takes too long is ended", async () => {
    const evaluate = createEvaluator({ heap_mb: 512, deadline_ms: 1 });
    expect(await evaluate(task("a ".repeat(100_000)), {})).toEqual({
      reason: "evaluation_timeout",
      message: "the evaluation took longer than 0.001 s",
    });
  }, 120_000);

  test("ends with the service", async () => {
    const evaluate = createEvaluator();
    const stopping = new AbortController();
    const evaluating = evaluate(task("a ".repeat(1_000_000)), { signal: stopping.signal });
    stopping.abort(new Error("the service stops"));
    await expect(evaluating).rejects.toThrow("the service stops");
  }, 120_000);
});
