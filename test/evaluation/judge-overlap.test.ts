import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { completion } from "../support/completions.ts";
import { evaluated, evaluationOf, submit } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

/** How many requests the model's server gets at a time. */
const AT_ONCE = 4;
/** Long enough for a further request to arrive, if one were sent. */
const GRACE_MS = 50;

const judge = useGatheringJudge();
const { acme } = useService(undefined, () => ({ model: { base_url: judge.url(), model: "judge" } }));

const said = (utterance: string) => ({ transcript: [{ speaker: "AGENT", utterance }] });

test("the metrics of a call are judged side by side, as many at a time as the model's server is sent", async () => {
  const metrics = await Promise.all(
    Array.from({ length: 2 * AT_ONCE }, (_, i) => makeMetric(acme, { name: `Polite ${i}` })),
  );
  judge.expect(metrics.length);
  const { evaluation } = await evaluated(acme, {
    ...said("Good morning."),
    custom_metrics: metrics.map(({ id }) => id),
  });
  expect(evaluation.counts).toMatchObject({ passed: 2 * AT_ONCE, evaluated: 2 * AT_ONCE });
  expect(judge.greatest()).toBe(AT_ONCE);
});

test("calls are judged side by side", async () => {
  const { id } = await makeMetric(acme, { name: "Polite" });
  judge.expect(AT_ONCE);
  const calls = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) =>
      submit(acme, { ...said(`Good morning, caller ${i}.`), custom_metrics: [id] }),
    ),
  );
  for (const call of calls)
    expect((await evaluationOf(acme, call)).evaluation.counts).toMatchObject({ passed: 1 });
  expect(judge.greatest()).toBe(AT_ONCE);
});

/**
 * A judge behind a real socket that answers only when AT_ONCE requests are waiting, or all that are left. If
 * requests were sent one after the other, it would never answer.
 */
function useGatheringJudge() {
  let waiting: (() => void)[] = [];
  let left = 0;
  let greatest = 0;
  let server: Server;

  async function answerTogether(): Promise<void> {
    await sleep(GRACE_MS);
    const together = waiting;
    waiting = [];
    left -= together.length;
    for (const answer of together) answer();
  }

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const [system, user] = JSON.parse(text).messages;
      const { body } = completion(answerTo(readPrompt(system.content, user.content), {}));
      waiting.push(() => response.setHeader("content-type", "application/json").end(JSON.stringify(body)));
      greatest = Math.max(greatest, waiting.length);
      if (waiting.length === Math.min(AT_ONCE, left)) await answerTogether();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(() => {
    greatest = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** Sets how many questions there will be. */
    expect: (questions: number) => {
      left = questions;
    },
    /** How many waited at the same time, at most. */
    greatest: () => greatest,
  };
}
