import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { useService } from "../support/service.ts";
import { runInTerminal } from "../support/terminal.ts";

const METRIC = "5f0c0000-0000-4000-8000-000000000001";

const recorder = useRecorder();
const parley = useProgram(recorder);
const service = useService();
const real = useProgram(service);

const written = (home: string, text: string) => {
  const file = join(home, "metric.yaml");
  writeFileSync(file, text);
  return file;
};

describe("parley metrics lint, on the wire", () => {
  test("sends the metric of a file as it is written", async () => {
    recorder.answer({ body: { method: "rule", mistakes: [] } });
    const file = written(
      parley.home,
      "{ name: Disclosure, response_type: yes_no, scoring_guidance: '@metric x' }",
    );
    const { code, stdout } = await parley(["metrics", "lint", "-f", file]);
    expect(code).toBe(0);
    expect(stdout).toBe("line\tcolumn\tmessage\n");
    expect(recorder.requests).toMatchObject([
      {
        method: "POST",
        path: "/v1/lint-custom-metric",
        body: { name: "Disclosure", response_type: "yes_no", scoring_guidance: "@metric x" },
      },
    ]);
  });

  test("reads a stored metric first, and sends what decides its evaluation", async () => {
    const stored = {
      id: METRIC,
      name: "Disclosure",
      description: "",
      response_type: "enum",
      enum_options: ["a"],
      min_value: null,
      created_at: "2026-03-01T10:00:00Z",
      agent_ids: [101],
      novel: 1,
    };
    recorder.answer({ body: stored }, { body: { method: "judge", mistakes: [] } });
    const { code, stderr } = await parley(["metrics", "lint", METRIC]);
    expect(code).toBe(0);
    expect(stderr).toContain("the guidance is for a judge");
    expect(recorder.requests.map(({ path }) => path)).toEqual([
      `/v1/custom-metric/${METRIC}`,
      "/v1/lint-custom-metric",
    ]);
    expect(recorder.requests[1]?.body).toEqual({
      name: "Disclosure",
      description: "",
      response_type: "enum",
      enum_options: ["a"],
    });
  });

  test.each([[[]], [[METRIC, "-f", "metric.yaml"]]])("needs one metric and only one: %j", async (args) => {
    const { code, stderr } = await parley(["metrics", "lint", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain("no metric given");
    expect(recorder.requests).toEqual([]);
  });
});

describe("parley metrics lint, at the service", () => {
  const mistaken =
    'name: Disclosure\nresponse_type: pass_fail\nscoring_guidance: |\n  @rules\n  pass when agent syas "hello"\n';

  test("lists every mistake with its place in the guidance and ends with 9", async () => {
    const file = written(real.home, mistaken);
    const { code, stdout } = await real(["metrics", "lint", "-f", file]);
    expect(code).toBe(9);
    expect(stdout).toBe(
      "line\tcolumn\tmessage\n2\t17\texpected `never` or `says`; found `syas`; did you mean `says`?\n",
    );
    const { json } = await real(["metrics", "lint", "-f", file, "--json"]);
    expect(json).toMatchObject({ method: "rule", mistakes: [{ line: 2, column: 17, near_miss: "says" }] });
  });

  test("on a terminal, first each mistake in full, then the guidance with the numbers of its lines", async () => {
    const file = written(real.home, mistaken);
    const { code, output } = await runInTerminal(real, ["metrics", "lint", "-f", file], { columns: 60 });
    expect(code).toBe(9);
    expect(output.replaceAll("\r", "")).toBe(
      [
        "2:17: expected `never` or `says`; found `syas`; did you mean",
        "  `says`?",
        "",
        "scoring_guidance:",
        "  1 | @rules",
        '  2 | pass when agent syas "hello"',
        "",
      ].join("\n"),
    );
  });

  test("metrics create is refused with the same place, exit code 3", async () => {
    const file = written(real.home, mistaken);
    const { code, stderr } = await real(["metrics", "create", "-f", file]);
    expect(code).toBe(3);
    expect(stderr).toContain("line 2, column 17: expected `never` or `says`");
  });
});
