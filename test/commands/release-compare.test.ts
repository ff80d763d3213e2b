import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { failed, measured, passed, ran, SimulationPlayed, unreachable } from "../support/simulation.ts";
import { idOf } from "../support/versions.ts";

const service = useRecorder();
const parley = useProgram(service);

const line = (...args: string[]) => [
  "release",
  "compare",
  "7",
  "production",
  "candidate",
  "--poll",
  "0.05",
  ...args,
];
const started = () =>
  service.requests.filter(({ path }) => path.endsWith("-simulation-run")).map(({ body }) => body);

/** Eight runs of one digital human: none passes with the first version, all pass with the second. */
const eight = Array.from({ length: 8 }, (_, at) => at + 1);
const latency = (value: number) => ({ evaluation: { metrics: [measured("latency_p95", value)] } });
const better = () =>
  new SimulationPlayed(
    eight.map((repetition) => failed(501, { repetition, ...latency(1000 + repetition) })),
    eight.map((repetition) => passed(501, { repetition, ...latency(900) })),
  );

describe("parley release compare", () => {
  test("runs either version with the same seed and finds the better one", async () => {
    service.answer(better().answer);
    const { code, json, stderr } = await parley(line("--seed", "autumn", "--json"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(started()).toEqual([
      { simulation_id: "7", seed: "autumn", prompt_id: idOf(3) },
      { simulation_id: "7", seed: "autumn", prompt_id: idOf(4) },
    ]);
    expect(json).toMatchObject({
      verdict: "b_better",
      prompt_version_a: 3,
      prompt_version_b: 4,
      seed: "autumn",
      simulation_run_ids: [900, 901],
      // 2 · 1/2^8
      outcome: { n: 8, passed_a: 0, passed_b: 8, only_a: 0, only_b: 8, p: expect.closeTo(0.0078125, 12) },
      metrics: [
        {
          metric: "latency_p95",
          n: 8,
          // (1001 + … + 1008) / 8
          mean_a: 1004.5,
          mean_b: 900,
          // of -101 … -108
          median_difference: -104.5,
          p: expect.closeTo(0.0078125, 12),
          significant: true,
        },
      ],
    });
    expect(json.pairs).toHaveLength(8);
    expect(json.pairs[0]).toEqual({
      digital_human_id: 501,
      name: "Refund | angry",
      repetition: 1,
      a: "failed",
      b: "passed",
    });
  });

  test("prints the pairs, the metrics and the verdict for a person", async () => {
    service.answer(
      new SimulationPlayed(
        [passed(501, latency(100)), failed(502, latency(200))],
        [failed(501, latency(100)), failed(502, latency(300))],
      ).answer,
    );
    const { code, stdout } = await parley(line());
    expect({ code, lines: stdout.split("\n") }).toEqual({
      code: 0,
      lines: [
        "digital human      run  version 3  version 4",
        "Refund | angry     1    passed     failed",
        "digital human 502  1    failed     failed",
        "",
        "metric       pairs  version 3  version 4  median change  p",
        "latency_p95  2      150        200        50             1",
        "",
        "2 pairs: version 3 passed 50%, version 4 0%",
        "1 passed only with version 3, 0 only with version 4, p = 1",
        "no difference was shown, which does not prove that there is none",
        "",
      ],
    });
  });

  test("shows what differs first, and folds the metrics that do not differ", async () => {
    const metrics = (latency: number) => ({
      evaluation: { metrics: [measured("apart", latency), measured("same", 5), measured("zero", 0)] },
    });
    service.answer(
      new SimulationPlayed(
        [passed(501, metrics(100)), passed(502, metrics(100))],
        [passed(501, metrics(100)), failed(502, metrics(300))],
      ).answer,
    );
    const { stdout } = await parley(line());
    expect(stdout.split("\n").slice(0, 8)).toEqual([
      "digital human      run  version 3  version 4",
      "digital human 502  1    passed     failed",
      "Refund | angry     1    passed     passed",
      "",
      "metric  pairs  version 3  version 4  median change  p",
      "apart   2      100        200        100            1",
      "2 metrics equal in mean and median",
      "",
    ]);
    service.answer(new SimulationPlayed([passed(501, metrics(1))], [passed(501, metrics(1))]).answer);
    const same = (await parley(line())).stdout.split("\n");
    expect(same).toContain("3 metrics equal in mean and median");
    expect(same.filter((text) => text.startsWith("metric "))).toEqual([]);
  });

  test("begins with the versions that the agent did not confirm, and with those that it did not run", async () => {
    service.answer(
      new SimulationPlayed(
        [passed(501, { versions: ran("told") }), passed(502)],
        [passed(501, { versions: ran("mismatch", 3) }), passed(502)],
      ).answer,
    );
    const { stdout } = await parley(line());
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "the agent did not confirm that it ran prompt version 3 (confirmed in 1 of 2 conversations): this may not compare the versions",
      "",
      "the agent ran version 3 instead of prompt version 4 in 1 of 2 conversations: this may not compare the versions",
    ]);
    service.answer(new SimulationPlayed([passed(501)], [passed(501, { versions: null })]).answer);
    expect((await parley(line("--json"))).json).toMatchObject({
      evidence_a: "confirmed",
      evidence_b: "unknown",
      version_notes: ["nothing shows that the agent ran prompt version 4"],
    });
  });

  test("leaves out pairs in which either was not judged, and says so if none are left", async () => {
    service.answer(
      new SimulationPlayed([passed(501), unreachable(502)], [unreachable(501), passed(502)]).answer,
    );
    const { json } = await parley(line("--json"));
    expect(json).toMatchObject({ verdict: "not_evaluated", outcome: { n: 0 }, metrics: [] });
    expect(json.pairs).toMatchObject([
      { a: "passed", b: "incompleted" },
      { a: "incompleted", b: "passed" },
    ]);
    service.answer(new SimulationPlayed([], []).answer);
    expect((await parley(line())).stdout).toContain("no pair of conversations was judged");
  });

  test("--dry-run shows the first run and starts none", async () => {
    service.answer(better().answer);
    const { code, json } = await parley(line("--dry-run", "--json"));
    expect({ code, json }).toMatchObject({ code: 0, json: { body: { prompt_id: idOf(3), seed: "1" } } });
    expect(started()).toEqual([]);
  });
});
