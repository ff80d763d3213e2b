import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { completion } from "../support/completions.ts";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const model = useRecorder();
const service = useService(undefined, () => ({
  model: { base_url: model.url(), model: "judge-1", votes: 3 },
}));
const parley = useProgram(service);
const { acme, rival } = service;

/** A judge that passes anything with "recorded", and changes its mind on "perhaps" at the third vote. */
beforeEach(() => {
  let perhaps = 0;
  model.answer(({ body }) => {
    const [system, user] = body.messages;
    const asked = readPrompt(system.content, user.content);
    const { text } = asked.data.turns[0];
    const value = text.includes("perhaps") ? perhaps++ < 2 : text.includes("recorded");
    return completion(answerTo(asked, { value }));
  });
});

const SAID = [
  "This line is recorded.",
  "Hello there.",
  "Hello, perhaps we keep this.",
  "We are recorded, hello.",
];
const DOUBTFUL = "Hello, perhaps we keep this.";

let agent_id = 0;
beforeAll(async () => {
  agent_id = (await makeAgent(acme)).agent_id;
  await makeMetric(acme, {
    name: "Disclosure",
    description: "The agent says that the line is recorded.",
    response_type: "pass_fail",
    agent_ids: [agent_id],
  });
});

const calls = new Map<string, string>();
async function submitAll() {
  if (calls.size > 0) return;
  for (const utterance of SAID) {
    const transcript = [{ speaker: "AGENT", utterance, start_offset_ms: 0, end_offset_ms: 900 }];
    const call_id = await submit(acme, { agent_id: String(agent_id), transcript });
    await evaluationOf(acme, call_id);
    calls.set(utterance, call_id);
  }
}

const CHOICES = { p: 0, f: 1, skip: 2, stop: 3 };

/** Labels conversations at a terminal. */
const label = (name: string, choices: readonly (keyof typeof CHOICES)[], ...more: string[]) =>
  runInTerminal(parley, ["review", "Disclosure", "--as", name, ...more], {
    type: choices.flatMap((choice, at) => [
      { after: `${at + 1} of `, keys: "" },
      { after: "Your label", keys: `${"\u001b[B".repeat(CHOICES[choice])}\r` },
    ]),
  });

test("two people first label what the votes disagree on, and calibrate reports how well they agree", async () => {
  await submitAll();
  const queue = await parley(["review", "Disclosure", "--as", "anna", "--list", "--json"]);
  expect(queue.json).toMatchObject({ left: 4, labelled: 0 });
  expect(queue.json.queue[0]).toMatchObject({ call_id: calls.get(DOUBTFUL), agreement: 2 / 3 });
  // A reader of the queue cannot see the judge's answer.
  expect(Object.keys(queue.json.queue[0]).toSorted()).toEqual(
    ["agreement", "call_id", "evaluated_at", "labelled_by", "simulation_result_id"].toSorted(),
  );

  const anna = await label("anna", ["f", "skip", "stop"]);
  expect(anna.output).toContain(DOUBTFUL);
  expect(anna.output).toContain("The agent says that the line is recorded.");
  expect(anna.output).toContain("1 labelled, 1 skipped, 3 left");
  expect(anna.code).toBe(0);
  // If nothing else distinguishes conversations, the second labeller begins with those of the first.
  const waiting = (await parley(["review", "Disclosure", "--list", "--as", "ben", "--json"])).json.queue;
  expect(waiting[0]).toMatchObject({ call_id: calls.get(DOUBTFUL), labelled_by: ["anna"] });
  const rest = (await parley(["review", "Disclosure", "--list", "--as", "anna", "--json"])).json.queue;
  const answersTo = (items: readonly { call_id: string }[]) =>
    items.map(({ call_id }) =>
      call_id === calls.get("Hello there.") || call_id === calls.get(DOUBTFUL) ? "f" : "p",
    );
  expect((await label("anna", answersTo(rest))).output).toContain("3 labelled, 0 left");

  const ben = await label("ben", ["p", ...answersTo(waiting).slice(1)], "--out", "labelled.jsonl");
  expect(ben.output).toContain("labelled.jsonl: 4 labelled conversations");
  const lines = readFileSync(join(parley.home, "labelled.jsonl"), "utf8").trimEnd().split("\n");
  const labels = lines.map((line) => JSON.parse(line)).map(({ name, labels: by }) => [name, by]);
  expect(Object.fromEntries(labels)).toEqual({
    [calls.get("This line is recorded.") ?? ""]: { anna: true, ben: true },
    [calls.get("We are recorded, hello.") ?? ""]: { anna: true, ben: true },
    [calls.get("Hello there.") ?? ""]: { anna: false, ben: false },
    [calls.get(DOUBTFUL) ?? ""]: { anna: false, ben: true },
  });

  writeFileSync(
    join(parley.home, "metric.yaml"),
    "name: Disclosure\ndescription: The agent says that the line is recorded.\nresponse_type: pass_fail\n",
  );
  const calibrated = await parley([
    "judge",
    "calibrate",
    "labelled.jsonl",
    "-f",
    "metric.yaml",
    "--json",
    "--no-probes",
  ]);
  expect(calibrated.json).toMatchObject({
    disputed: 1,
    // Three of four agree, and half would by chance: (0.75 - 0.5) / (1 - 0.5).
    people: [{ labellers: ["anna", "ben"], examples: 4, kappa: { value: 0.5 } }],
    summary: { examples: 3, accuracy: 1 },
    certificate: { people: [{ labellers: ["anna", "ben"], kappa: { value: 0.5 } }] },
  });
  const told = await parley(["judge", "calibrate", "labelled.jsonl", "-f", "metric.yaml", "--no-probes"]);
  expect(told.stdout).toMatch(
    /kappa of anna and ben on 4 labelled conversations, the most a judge can reach: 0\.500 \(95%: /,
  );
  expect(told.stdout).toContain("1 labelled conversation left out: the labellers disagree");
  expect((await label("anna", [])).output).toContain("0 labelled, 0 left");
}, 120_000);

test("does not ask without a terminal, and needs a name", async () => {
  await submitAll();
  const nameless = await parley(["review", "Disclosure"]);
  expect(nameless).toMatchObject({ code: 2 });
  expect(nameless.stderr).toContain("--as");
  const piped = await parley(["review", "Disclosure", "--as", "carol"]);
  expect(piped).toMatchObject({ code: 2 });
  expect(piped.stderr).toContain("--list");
  const unknown = await parley(["review", "Unheard of", "--as", "anna", "--list"]);
  expect(unknown).toMatchObject({ code: 5 });
  expect(unknown.stderr).toContain('no metric is called "Unheard of"');
});

test("another organization has its own queue, and a wildcard matches nothing", async () => {
  await submitAll();
  const totals = async (by: typeof acme, metric: string) =>
    (await by("GET", `/v1/review-queue?labeller=dora&metric=${encodeURIComponent(metric)}`)).body.items
      .length;
  expect(await totals(acme, "Disclosure")).toBe(4);
  expect(await totals(rival, "Disclosure")).toBe(0);
  expect(await totals(acme, "Disclos%")).toBe(0);
});
