import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { certify, judgeWith, METRIC } from "../support/certified-judge.ts";
import { completion } from "../support/completions.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeMetric, makeSimulation } from "../support/make.ts";
import { playedBy } from "../support/played.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";

const model = useRecorder();
const desk = useRecorder();
const service = useService(undefined, () => ({ model: { base_url: model.url(), model: "judge-1" } }));
const parley = useProgram(service);
const { acme } = service;

beforeEach(() => judgeWith(model));

const calibrate = (metric: object) => certify(parley, metric);

/** A simulation with a run in which the agent says that the line is recorded. */
async function playedWith(metric: object): Promise<string> {
  const caller = { name: "Caller", intent: "Say hello." };
  const sent = [{ message: "hello, this line is recorded" }];
  return String((await playedBy(acme)(caller, sent, {}, [metric])).simulation_id);
}

let simulation: Promise<string> | undefined;
async function wait(...more: string[]) {
  simulation ??= playedWith(METRIC);
  return parley(["sim", "wait", await simulation, "--json", ...more]);
}
/** The contents of an HTML report. */
function reportIn(file: string) {
  const page = readFileSync(join(parley.home, file), "utf8");
  const [, report = ""] = /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(report);
}
/** Twenty labelled calls that the judge gets right. */
function writeCanary(): void {
  const canary = Array.from({ length: 20 }, (_, at) => ({
    transcript: [{ speaker: "AGENT", utterance: at % 2 === 0 ? `We are recorded, ${at}.` : `Bye ${at}.` }],
    expected: at % 2 === 0,
  }));
  writeFileSync(join(parley.home, "canary.jsonl"), canary.map((one) => `${JSON.stringify(one)}\n`).join(""));
}
/** From now on, the judge says yes to everything. */
const drift = () => judgeWith(model, () => true);
const STEADY = { right: 20, judged: 20, fault: null };
const DRIFTED = "the judge has drifted: 10 of 20 canary calls right, 40 of 44 when it was certified";
const REQUIRED = ["--require-calibration", "kappa.lower>=0.5"];

describe("a gate over verdicts of a judge", () => {
  test("passes without a certificate where none is asked for, and says that the rate is not corrected", async () => {
    const { code, json } = await wait("--allow-unevaluated");
    expect(code).toBe(0);
    expect(json).toMatchObject({
      judged_rates: [
        { metric: "Disclosure", model: "judge-1", passed: 1, judged: 1, corrected: null, kappa: null },
      ],
    });
  });

  test("says that a canary is useless if no judge has a certificate", async () => {
    const one = { transcript: [{ speaker: "AGENT", utterance: "We are recorded." }], expected: true };
    writeFileSync(join(parley.home, "idle.jsonl"), JSON.stringify(one));
    const { code, stderr } = await wait("--allow-unevaluated", "--canary", "Disclosure=idle.jsonl");
    expect(code).toBe(0);
    expect(stderr).toContain('warning: the canary of "Disclosure" was not judged');
  });

  test("does not pass where a certificate is asked for and there is none", async () => {
    const { code, json } = await wait(...REQUIRED);
    expect(code).toBe(9);
    expect(json).toMatchObject({
      passed: false,
      not_passed: [
        {
          standing: "not_evaluated",
          criteria: expect.arrayContaining([
            {
              criterion: "Disclosure",
              standing: "not_evaluated",
              reason: "no certificate says how well its judge agrees with people",
            },
          ]),
        },
      ],
    });
  });

  test("takes the verdict once the judge is calibrated, and corrects the rate, in the report too", async () => {
    expect((await calibrate(METRIC)).code).toBe(0);
    const { code, json } = await wait("--allow-unevaluated", ...REQUIRED, "--report", "html=run.html");
    expect(json).toMatchObject({
      judged_rates: [{ passed: 1, judged: 1, corrected: { value: 1 }, kappa: { value: expect.any(Number) } }],
    });
    expect(code).toBe(0);
    expect(reportIn("run.html").overview.judged_rates).toMatchObject([{ corrected: { value: 1 } }]);
    const run_id = String(json.run.id);
    await parley(["report", run_id, "--to", "report.html"]);
    await parley(["report", run_id, run_id, "--compare", "--to", "compared.html"]);
    for (const [file, rates] of [
      ["report.html", ["Disclosure"]],
      ["compared.html", [`Disclosure · Run ${run_id}`, `Disclosure · Run ${run_id}`]],
    ] as const)
      expect(reportIn(file).overview.judged_rates).toMatchObject(
        rates.map((metric) => ({ metric, passed: 1, judged: 1, corrected: { value: 1 } })),
      );
    const text = await parley(["sim", "wait", (await simulation) ?? "", "--allow-unevaluated"]);
    expect(text.stdout).toMatch(
      /^Disclosure by judge-1: 1 of 1 passed, 100% \(95%: 20\.7 to 100%\); corrected 100% \(95%: [\d.]+ to 100%\)$/m,
    );
  });

  test("reports a judge that has drifted since it was certified, and a gate sees it", async () => {
    writeCanary();
    const watched = ["--allow-unevaluated", "--canary", "Disclosure=canary.jsonl"];
    const steady = await wait(...watched, ...REQUIRED);
    expect(steady.json).toMatchObject({
      judged_rates: [{ corrected: { value: 1 }, canary: STEADY }],
    });
    expect(steady.code).toBe(0);
    drift();
    // Its answers are cached, but a canary is always asked again.
    const drifted = await wait(...watched);
    expect(drifted.json).toMatchObject({ judged_rates: [{ corrected: null, uncorrected: DRIFTED }] });
    const refused = await wait("--canary", "Disclosure=canary.jsonl", ...REQUIRED);
    expect(refused.code).toBe(9);
    expect(JSON.stringify(refused.json)).toContain(DRIFTED);
    // A judge that answers only two of twenty, both correctly, has drifted too.
    model.answer(({ body }) => {
      const [system, user] = body.messages;
      const asked = readPrompt(system.content, user.content);
      const [{ text }] = asked.data.turns;
      const answers = ["We are recorded, 0.", "Bye 1."].includes(text);
      return completion(
        answers ? answerTo(asked, { value: text.includes("recorded") }) : "I'd rather not say.",
      );
    });
    const silent = await wait("--canary", "Disclosure=canary.jsonl", ...REQUIRED);
    expect(silent.code).toBe(9);
    expect(JSON.stringify(silent.json)).toContain(
      "the judge decides less often: 2 of 20 canary calls, 44 of 44 when it was certified",
    );
    for (const wrong of ["Disclosure", "Disclosure=missing.jsonl"])
      expect((await wait("--canary", wrong)).code).toBe(2);
    expect((await wait("--canary", "Unheard of=canary.jsonl")).code).toBe(5);
  });

  test("judges the canaries of the project with every run; one that is named on the command line comes first", async () => {
    writeCanary();
    const project = join(parley.home, "parley.yaml");
    try {
      writeFileSync(project, "canaries:\n  Disclosure: canary.jsonl\n");
      expect((await wait("--allow-unevaluated", ...REQUIRED)).json).toMatchObject({
        judged_rates: [{ canary: STEADY }],
      });
      const one = { transcript: [{ speaker: "AGENT", utterance: "We are recorded." }], expected: true };
      writeFileSync(join(parley.home, "one.jsonl"), JSON.stringify(one));
      expect((await wait("--allow-unevaluated", "--canary", "Disclosure=one.jsonl")).json).toMatchObject({
        judged_rates: [{ canary: { right: 1, judged: 1 } }],
      });
      drift();
      const refused = await wait(...REQUIRED);
      expect(refused.code).toBe(9);
      expect(JSON.stringify(refused.json)).toContain(DRIFTED);
      // If a run has no verdict on the metric, its canary does not matter.
      const other = await playedWith({ ...METRIC, name: "Thanks", description: "The agent says thanks." });
      const { stderr } = await parley(["sim", "wait", other, "--allow-unevaluated"]);
      expect(stderr).not.toContain("canary");
      writeFileSync(project, "canaries:\n  Unheard of: canary.jsonl\n");
      expect((await wait()).code).toBe(5);
      for (const outside of ["../outside.jsonl", "/etc/passwd"]) {
        writeFileSync(project, `canaries:\n  Disclosure: ${outside}\n`);
        const { code, stderr } = await wait();
        expect(code, stderr).toBe(2);
        expect(stderr).toContain("must be inside the folder of the project file");
      }
    } finally {
      rmSync(project);
    }
  });

  test("applies to release check as well", async () => {
    writeCanary();
    desk.answer({ body: { message: "hello, this line is recorded", end_conversation: true } });
    const { agent_id } = await makeAgent(acme, { http_webhook: desk.url() });
    const { id } = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, { name: "Caller", intent: "Say hello." }, [id]);
    await makeMetric(acme, { ...METRIC, agent_ids: [agent_id] });
    const check = (...more: string[]) => {
      const watched = ["--allow-unevaluated", "--canary", "Disclosure=canary.jsonl", ...REQUIRED];
      return parley(["release", "check", String(id), "--poll", "0.1", "--json", ...watched, ...more]);
    };
    const steady = await check("--report", "markdown=check.md");
    expect(steady.json).toMatchObject({
      verdict: "passed",
      judged_rates: [{ passed: 1, judged: 1, corrected: { value: 1 }, canary: STEADY }],
    });
    expect(steady.code).toBe(0);
    expect(readFileSync(join(parley.home, "check.md"), "utf8")).toContain("20 of 20 canary calls right");
    drift();
    const refused = await check();
    expect(refused.code).toBe(9);
    expect(refused.json).toMatchObject({
      verdict: "not_passed",
      tests: [
        {
          criteria: expect.arrayContaining([
            { criterion: "Disclosure", standing: "allowed", reason: DRIFTED },
          ]),
        },
      ],
      judged_rates: [{ corrected: null, uncorrected: DRIFTED }],
    });
  });

  test("does not pass where the certificate shows too little", async () => {
    const { code, json } = await wait("--require-calibration", "kappa.lower>=0.99");
    expect(code).toBe(9);
    expect(JSON.stringify(json)).toContain(
      "the certificate of its judge does not meet the condition: kappa.lower is 0.",
    );
  });

  test("does not pass after the wording of the metric has changed", async () => {
    const other = await playedWith({ ...METRIC, description: "The line is recorded, and says so." });
    const { code, json } = await parley(["sim", "wait", other, "--json", ...REQUIRED]);
    expect(code).toBe(9);
    expect(JSON.stringify(json)).toContain(
      "the certificate of its judge has expired: the metric has changed",
    );
  });

  test("applies to submitted calls as well", async () => {
    const [metric] = (await acme("GET", "/v1/custom-metrics?page_size=100")).body.metrics.filter(
      ({ description }: { description: string }) => description === METRIC.description,
    );
    writeFileSync(
      join(parley.home, "call.json"),
      JSON.stringify([{ speaker: "AGENT", utterance: "Hello, we are recorded.", start_offset_ms: 0 }]),
    );
    const submit = (...more: string[]) =>
      parley([
        ...[
          "evaluate",
          "--agent",
          "101",
          "--start-time",
          "2026-11-01T09:00:00Z",
          "--transcript",
          "call.json",
        ],
        ...["--metric", metric.id, "--wait", "--poll", "0.1", "--json", ...more],
      ]);
    const taken = await submit(...REQUIRED);
    expect(taken.json).toMatchObject({ gate: { passed: true, judged_rates: [{ corrected: { value: 1 } }] } });
    expect(taken.code).toBe(0);
    writeCanary();
    const canary = ["--canary", "Disclosure=canary.jsonl"];
    const watched = await submit(...REQUIRED, ...canary);
    expect(watched.json).toMatchObject({ gate: { passed: true, judged_rates: [{ canary: STEADY }] } });
    expect(watched.code).toBe(0);
    drift();
    const drifted = await submit(...REQUIRED, ...canary);
    expect(drifted.code).toBe(9);
    expect(drifted.json).toMatchObject({
      gate: {
        passed: false,
        counts: { passed: 0, not_evaluated: 1 },
        judged_rates: [{ corrected: null, uncorrected: DRIFTED }],
      },
    });
    const refused = await submit("--require-calibration", "kappa.lower>=0.99");
    expect(refused.code).toBe(9);
    expect(refused.json).toMatchObject({
      gate: {
        reason: "no pass/fail verdict was reached",
        counts: { passed: 0, not_evaluated: 1 },
        calls: [
          { evaluation: { verdicts: [{ status: "NOT_EVALUATED", reason: "uncalibrated", value: null }] } },
        ],
      },
    });
  });

  test("refuses a condition that it cannot check before it waits", async () => {
    const { code, stderr } = await wait("--require-calibration", "kappa>0.5");
    expect(code).toBe(2);
    expect(stderr).toContain("kappa.lower");
  });
});
