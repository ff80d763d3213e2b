/** JUnit reports keep the rules of Jenkins' schema, whatever is in them. */
import { describe, expect, test } from "vitest";
import { toJunit } from "../../src/cli/bulk/junit.ts";
import type { BulkOutcome } from "../../src/cli/bulk/outcome.ts";
import { toJunit as toVerdictsJunit } from "../../src/cli/commands/evaluate/verdicts-junit.ts";
import type { Call } from "../../src/cli/render/evaluation/call.ts";
import { brokenRules, malformed } from "../support/jenkins-junit.ts";

const OUTCOMES: readonly BulkOutcome[] = ["done", "failed", "unknown", "skipped", "not_sent"];
const HOSTILE = '"<a>&]]>\u0000\u001b[31m\ufffe\ud800 é 😀\n"/><testcase file="x"/>';

const itemOf = (outcome: BulkOutcome, index: number, file?: string) => ({
  index,
  outcome,
  id: undefined,
  message: HOSTILE,
  item: { key: `${HOSTILE} ${index}`, sha256: "", ...(file && { file, line: index }) },
});

const call = (status: string, verdicts: readonly object[] | undefined): Call =>
  ({
    id: `c_${HOSTILE}`,
    status,
    created_at: "2026-11-01T10:00:00.000Z",
    evaluation: verdicts && {
      evaluated_at: "2026-11-01T10:00:00.001Z",
      verdicts,
      recording: null,
      data_quality: [],
    },
  }) as unknown as Call;

const verdict = (status: string, value: unknown) => ({
  metric_id: null,
  name: HOSTILE,
  status,
  value,
  reason: status === "EVALUATED" ? undefined : "no_model",
  reasoning: HOSTILE,
  evidence: [],
  output_type: "BOOLEAN",
});

describe("passes Jenkins' schema:", () => {
  test("a bulk run with every outcome, with files and without", () => {
    const results = OUTCOMES.flatMap((outcome, index) => [
      itemOf(outcome, index),
      itemOf(outcome, index, "calls.yaml"),
      itemOf(outcome, index, HOSTILE),
    ]);
    const xml = toJunit(results, HOSTILE);
    expect(brokenRules(xml)).toEqual([]);
    expect(malformed(xml)).toBe("");
    expect(xml.match(/<testcase /g)).toHaveLength(results.length);
    expect(xml).toContain('<property name="file" value="calls.yaml"/>');
  });

  test("a run of nothing", () => {
    expect(brokenRules(toJunit([], "evaluate"))).toEqual([]);
    expect(toJunit([], "evaluate")).toContain('<testsuite name="evaluate" tests="0"');
  });

  test("evaluated calls: verdicts of each kind, an unfinished call, an incomplete one", () => {
    const statuses = ["EVALUATED", "NOT_EVALUATED", "NOT_APPLICABLE", "ERROR"];
    const calls = [
      call(
        "COMPLETED",
        statuses.flatMap((status) => [verdict(status, true), verdict(status, false)]),
      ),
      call("QUEUED", undefined),
      call("INCOMPLETED", []),
    ];
    const xml = toVerdictsJunit(calls, new Map([[calls[0]?.id ?? "", HOSTILE]]));
    expect(brokenRules(xml)).toEqual([]);
    expect(malformed(xml)).toBe("");
  });
});

describe("the rules refuse", () => {
  const suite = (inside: string, more = "") =>
    `<testsuites${more}><testsuite name="s" tests="1" failures="0" errors="0">${inside}</testsuite></testsuites>`;

  test.each([
    ["a file of a test case", suite('<testcase name="a" file="x"/>'), "testcase with file"],
    ["a count of skipped cases on the root", suite("", ' skipped="1"'), "testsuites with skipped"],
    ["a test case without a name", suite("<testcase/>"), "testcase without name"],
    ["a suite without counts", '<testsuites><testsuite name="s"/></testsuites>', "testsuite without tests"],
    [
      "a time with an exponent",
      suite("").replace('name="s"', 'name="s" time="1e-7"'),
      "testsuite with time 1e-7",
    ],
    [
      "properties of a test case",
      suite('<testcase name="a"><properties/></testcase>'),
      "properties in testcase",
    ],
    ["text between elements", suite("words"), "text in testsuite: words"],
  ])("%s", (_, xml, why) => {
    expect(brokenRules(suite('<testcase name="a"/>'))).toEqual([]);
    expect(brokenRules(xml)).toContain(why);
  });
});
