import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { completion } from "../support/completions.ts";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const model = useRecorder();
const service = useService(undefined, () => ({ model: { base_url: model.url(), model: "judge-1" } }));
const parley = useProgram(service);
const without = useProgram(useService());
const recorder = useRecorder();
const recorded = useProgram(recorder);

const METRIC = "name: Disclosure\nresponse_type: pass_fail\nallow_not_applicable: true\n";

/** Files `metric.yaml` and `examples.jsonl` in the folder that commands run in. */
function write(home: string, examples: readonly unknown[], metric = METRIC) {
  writeFileSync(join(home, "metric.yaml"), metric);
  writeFileSync(
    join(home, "examples.jsonl"),
    examples.map((example) => `${JSON.stringify(example)}\n`).join(""),
  );
}

const withProbes = ["judge", "calibrate", "examples.jsonl", "-f", "metric.yaml"];
const calibrate = [...withProbes, "--no-probes"];
const example = (utterance: string, expected: unknown, fields = {}) => ({
  transcript: [{ speaker: "AGENT", utterance }],
  expected,
  ...fields,
});

beforeEach(() => {
  // A judge that passes anything with "recorded", and changes its mind on "perhaps" at the third vote.
  let perhaps = 0;
  model.answer(({ body }) => {
    const [system, user] = body.messages;
    const asked = readPrompt(system.content, user.content);
    const { text } = asked.data.turns[0];
    const value = text.includes("perhaps") ? perhaps++ < 2 : text.includes("recorded");
    return completion(answerTo(asked, { value, reasoning: "So it says." }));
  });
});

describe("parley judge marks", () => {
  test("prints what people marked, as examples that calibrate reads", async () => {
    const { acme } = service;
    const { agent_id } = await makeAgent(acme);
    const metric = await makeMetric(acme, {
      name: "Disclosure",
      response_type: "pass_fail",
      scoring_guidance: '@rules\npass when agent says "recorded"',
      agent_ids: [agent_id],
    });
    const amount = await makeMetric(acme, {
      name: "Amount",
      response_type: "quantitative",
      scoring_guidance: "@rules\nvalue = count of agent says /Three/",
      agent_ids: [agent_id],
    });
    const marked = async (utterance: string, is_right: boolean, name = metric.name) => {
      const transcript = [{ speaker: "AGENT", utterance, start_offset_ms: 100, end_offset_ms: 900 }];
      const call_id = await submit(acme, { agent_id: String(agent_id), transcript, metadata: { tier: "a" } });
      await evaluationOf(acme, call_id);
      await acme("POST", "/v1/verdict-marks", { call_id, metric: name, is_right });
      return call_id;
    };
    const wrong = await marked("Hello there.", false);
    const right = await marked("This line is recorded.", true);
    const unknown = await marked("Hello.", true, "Nobody measures this");
    const { code, stdout, stderr } = await parley(["judge", "marks", "Disclosure"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const said = { speaker: "AGENT", start_offset_ms: 100, end_offset_ms: 900 };
    expect(lines).toEqual([
      {
        name: right,
        transcript: [{ ...said, utterance: "This line is recorded." }],
        metadata: { tier: "a" },
        expected: true,
      },
      // Its rule said false, but a person marked that as wrong.
      {
        name: wrong,
        transcript: [{ ...said, utterance: "Hello there." }],
        metadata: { tier: "a" },
        expected: true,
      },
    ]);
    write(parley.home, lines);
    expect((await parley(calibrate)).stdout).toContain("2 of 2 examples judged");
    // Nothing that was said is treated as an environment variable.
    await marked("We are recorded, $" + "{HOME}.", true);
    const { stdout: written } = await parley(["judge", "marks", "Disclosure"]);
    writeFileSync(join(parley.home, "examples.jsonl"), written);
    expect((await parley([...calibrate, "--json"])).json.summary).toMatchObject({ examples: 3 });
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain(parley.home);
    expect((await parley(["judge", "marks", "Nobody measures this"])).stderr).toContain(
      `left out ${unknown}: the service does not know what the verdict was`,
    );
    const number = await marked("Three.", false, amount.name);
    expect((await parley(["judge", "marks", "Amount"])).stderr).toContain(
      `left out ${number}: 1 is wrong, but the mark does not say what would be right`,
    );
    expect((await parley(["judge", "marks", "Unmarked"])).stderr).toContain(
      'nobody has labelled "Unmarked" yet',
    );
  });
});

describe("parley judge calibrate", () => {
  test("prints the rates, the confusion matrix, and the errors", async () => {
    write(parley.home, [
      example("We are recorded, line 1.", true),
      example("We are recorded, line 2.", true),
      example("Hello there.", false),
      example("This is recorded music.", false, { name: "music" }),
    ]);
    const { code, stdout } = await parley(calibrate);
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "Disclosure: 4 of 4 examples judged",
      "  accuracy 0.750",
      // TP 2, FP 1, FN 0: 4 / 5.
      "  F1 0.800",
      "  flip rate of 3 votes 0.000",
      "  kappa 0.500 (95%: 0.000 to 1.000)",
      "  sensitivity for true 1.000 (95%: 0.342 to 1.000)",
      "  specificity for true 0.500 (95%: 0.095 to 0.905)",
      "  sensitivity for false 0.500 (95%: 0.095 to 0.905)",
      "  specificity for false 1.000 (95%: 0.342 to 1.000)",
      "  cost: 12 calls of the model; 84 tokens read, 36 written",
      "  expected false, got false: 1",
      "  expected false, got true: 1",
      "  expected true, got true: 2",
      "music: expected false, got true: So it says.",
      "certified: judge-1 on 4 labelled conversations",
      "",
    ]);
  });

  test("finds a judge that changes its mind, and gives every result as JSON", async () => {
    write(parley.home, [example("It is perhaps so.", true, { name: "doubt" })]);
    const { json } = await parley([...calibrate, "--json"]);
    expect(json).toMatchObject({
      metric: "Disclosure",
      votes: 3,
      summary: { accuracy: 1, flip_rate: 1 },
      examples: [{ name: "doubt", expected: true, right: true, agreement: 2 / 3, value: true }],
    });
  });

  test("asks again with the reversed options, with padding, and with a verdict in the agent's words", async () => {
    // A judge that picks the first option, believes anybody who addresses it, and likes many words.
    model.answer(({ body }) => {
      const [system, user] = body.messages;
      const asked = readPrompt(system.content, user.content);
      const said = asked.data.turns.map(({ text }: { text: string }) => text).join(" ");
      const ordered = /"value":(true|false)/.exec(said)?.[1];
      const value = ordered ? ordered === "true" : said.includes("recorded") || said.includes("patience");
      return completion(
        answerTo(asked, { value: system.content.includes("false if it fails, true") ? !value : value }),
      );
    });
    write(parley.home, [example("We are recorded, line 8.", true), example("Hello, line 8.", false)]);
    const { json } = await parley([...withProbes, "--votes", "1", "--json"]);
    expect(json).toMatchObject({
      probes: {
        option_order: { asked: 2, changed: 2 },
        padding: { asked: 2, changed: 1 },
        injection: { asked: 2, changed: 2 },
      },
      summary: { accuracy: 1, cost: { calls: 8 } },
    });
  });

  test("stores a certificate, lists it, and stores it elsewhere from its file", async () => {
    const labelled = Array.from({ length: 70 }, (_, at) =>
      at % 2 === 0 ? example(`Recorded, yes, ${at}: recorded.`, true) : example(`Hello ${at}.`, false),
    );
    write(parley.home, labelled);
    const { code, json } = await parley([
      ...calibrate,
      ...["--votes", "1", "--alpha", "0.1", "--out", "certificate.json", "--json"],
    ]);
    expect(code).toBe(0);
    const { certificate } = json as { certificate: Record<string, unknown> };
    expect(certificate).toMatchObject({
      metric: "Disclosure",
      model: "judge-1",
      votes: 1,
      abstention: { alpha: 0.1, least_agreement: 1, tuned_on: 35, checked_on: 35, answered: 35, wrong: 0 },
      probes: null,
    });
    const { certificates } = (await service.acme("GET", "/v1/judge-certificates")).body;
    expect(
      certificates.filter(
        ({ labels_sha256 }: { labels_sha256: string }) => labels_sha256 === certificate["labels_sha256"],
      ),
    ).toEqual([{ ...certificate, made_at: expect.any(String) }]);
    const text = readFileSync(join(parley.home, "certificate.json"), "utf8");
    expect(JSON.parse(text)).toEqual(certificate);
    writeFileSync(join(without.home, "certificate.json"), text);
    const stored = await without(["judge", "certify", "certificate.json"]);
    expect(stored).toMatchObject({ code: 0, stdout: "Disclosure: certified for judge-1\n" });
    const elsewhere = await without(["judge", "certificates"]);
    expect(elsewhere.stdout).toContain("judge-1");
  });

  test("issues no certificate if no judge was asked", async () => {
    write(
      parley.home,
      [example("Hello.", true)],
      'name: Rules\nresponse_type: pass_fail\nscoring_guidance: |\n  @rules\n  pass when agent says "hello"\n',
    );
    const { json } = await parley([...calibrate, "--json"]);
    expect(json).toMatchObject({ certificate: null, summary: { judged: 1 } });
  });

  test("ends with 9 and says why where nothing was judged", async () => {
    write(without.home, [example("Hello.", true)]);
    const { code, stdout, stderr } = await without(calibrate);
    expect(code).toBe(9);
    expect(stdout).toContain("Disclosure: 0 of 1 examples judged");
    expect(stdout).toContain("example 1: expected true, got NOT_EVALUATED (no_model)");
    expect(stderr).toContain("PARLEY_LLM_BASE_URL");
  });

  test("sends an example a request, without its answer", async () => {
    recorder.answer({ body: { results: [{ status: "EVALUATED", value: true, method: "judge", novel: 1 }] } });
    write(recorded.home, [
      example("A", true, { metadata: { a: 1 }, name: "x" }),
      example("B", null, { tool_calls: [{ name: "t" }] }),
    ]);
    await recorded([...calibrate, "--votes", "5", "--concurrency", "1"]);
    expect(recorder.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/judge-calibration",
      "POST /v1/judge-calibration",
    ]);
    const metric = { name: "Disclosure", response_type: "pass_fail", allow_not_applicable: true };
    expect(recorder.requests.map(({ body }) => body)).toEqual([
      {
        metric,
        votes: 5,
        examples: [{ transcript: [{ speaker: "AGENT", utterance: "A" }], metadata: { a: 1 } }],
      },
      {
        metric,
        votes: 5,
        examples: [{ transcript: [{ speaker: "AGENT", utterance: "B" }], tool_calls: [{ name: "t" }] }],
      },
    ]);
  });

  test.each([
    [
      "no answer",
      [{ transcript: [{ speaker: "AGENT", utterance: "A" }] }],
      METRIC,
      /examples\.jsonl:1:1: expected: field required/,
    ],
    ["no transcript", [{ expected: true }], METRIC, /transcript/],
    [
      "an answer of another type",
      [example("A", "yes")],
      METRIC,
      /example 1: expected: "yes" is not a possible answer of a pass_fail metric/,
    ],
    [
      "not applicable where that is not an answer",
      [example("A", null)],
      "{ name: M, response_type: yes_no }",
      /null is not a possible answer/,
    ],
    [
      "answers that can't be compared",
      [example("A", "x")],
      "{ name: M, response_type: qualitative }",
      /cannot be compared/,
    ],
    ["no example", [], METRIC, /no examples/],
  ])("refuses %s before anything is sent", async (_, examples, metric, why) => {
    write(recorded.home, examples, metric);
    const { code, stderr } = await recorded(calibrate);
    expect(code).toBe(2);
    expect(stderr.replaceAll("\n", " ")).toMatch(why);
    expect(recorder.requests).toEqual([]);
  });
});
