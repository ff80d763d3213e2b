/** New calls with their verdicts, and the end when they get worse, with a real service. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { submit } from "../support/evaluations.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const service = useService();
const { acme } = service;
const parley = useCli(service);

async function agentWithMetric() {
  const { agent_id } = await makeAgent(acme);
  const scoring_guidance = '@rules\npass when agent says "hello"';
  await makeMetric(acme, { name: "Greets", scoring_guidance, agent_ids: [agent_id] });
  return agent_id;
}

const call = (agent_id: number, utterance: string) =>
  submit(acme, { agent_id: String(agent_id), transcript: [{ speaker: "AGENT", utterance }] });

/** Starts watching. Resolves when it has started. */
async function watch(agent_id: number, ...args: string[]) {
  const child = parley.start([
    "watch",
    "--agent",
    String(agent_id),
    "--poll",
    "0.05",
    "-o",
    "jsonl",
    ...args,
  ]);
  let stderr = "";
  const watching = new Promise<void>((resolve) => {
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (stderr.includes("watching")) resolve();
    });
  });
  const lines: { call_id: string; passed: boolean | null; failed: string[] }[] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
  const ended = once(child, "close").then(([code]) => ({ code, stderr }));
  await watching;
  return { child, lines, ended };
}

test("prints the calls that are submitted from now on, each once, until it is stopped", async () => {
  const agent_id = await agentWithMetric();
  await call(agent_id, "Before.");
  const { child, lines, ended } = await watch(agent_id);
  const good = await call(agent_id, "Well, hello!");
  const bad = await call(agent_id, "What?");
  await expect.poll(() => lines.length).toBe(2);
  expect(lines.toSorted((a, b) => Number(b.passed) - Number(a.passed))).toMatchObject([
    { call_id: good, passed: true, failed: [] },
    { call_id: bad, passed: false, failed: ["Greets"] },
  ]);
  child.kill("SIGINT");
  expect((await ended).code).toBe(0);
  expect(lines).toHaveLength(2);
});

describe("ends with exit code 9", () => {
  test("when too few of the last calls passed", async () => {
    const agent_id = await agentWithMetric();
    const { ended } = await watch(agent_id, "--min-pass-rate", "0.6", "--window", "3");
    for (const said of ["hello", "hello", "no", "no"]) await call(agent_id, said);
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({
      code: 9,
      stderr: expect.stringContaining("1 of 3 passed (33.3%); 60% required"),
    });
  });

  test("when calls fail more often than expected", async () => {
    const agent_id = await agentWithMetric();
    const { ended } = await watch(agent_id, "--expected-pass-rate", "0.9", "--false-alarm-calls", "50");
    for (let sent = 0; sent < 7; sent++) await call(agent_id, "no");
    const { code, stderr } = await ended;
    expect(code).toBe(9);
    // ln 50 is 3.91, and a failure adds 0.598, so the seventh crosses the limit.
    expect(stderr).toContain(
      "calls fail more often than expected: 0 of 7 passed; the expected share is 90% (CUSUM 4.18, limit 3.91)",
    );
  });
});

test("calls without a verdict count neither way, and --for ends with 0", async () => {
  const { agent_id } = await makeAgent(acme);
  const { lines, ended } = await watch(agent_id, "--min-pass-rate", "1", "--window", "1", "--for", "4");
  await call(agent_id, "no");
  expect((await ended).code).toBe(0);
  expect(lines).toMatchObject([{ passed: null, failed: [] }]);
}, 20_000);
