import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Failure } from "../../lib/failure.ts";
import { toAnnotations } from "./annotations.ts";
import { toJunit } from "./junit.ts";
import type { BulkItem, BulkOutcome, BulkResult } from "./outcome.ts";
import { exitCodeOf, failureOf, inOrder, reportRun, saveReport } from "./report.ts";
import { summarize } from "./summary.ts";

const result = (
  index: number,
  outcome: BulkOutcome,
  { message, id, ...item }: Partial<BulkItem> & { message?: string; id?: string } = {},
): BulkResult<BulkItem> => ({
  index,
  outcome,
  id,
  message,
  item: { key: `call ${index}`, sha256: "", ...item },
});
const reportOf = (results: BulkResult<BulkItem>[], stopped?: Failure) => ({
  results,
  summary: summarize(results),
  ...(stopped && { stopped }),
});

const mixed = [
  result(0, "done", { id: "c_1", file: "m.yaml", line: 4 }),
  result(1, "failed", { message: "refused", file: "m.yaml", line: 9 }),
  result(2, "skipped"),
  result(3, "unknown", { message: "broke" }),
  result(4, "not_sent"),
];

describe("a report", () => {
  test("has the counts and every item, with the same keys in each", () => {
    expect(reportRun(reportOf(mixed.slice(0, 3)))).toEqual({
      summary: { total: 3, done: 1, skipped: 1, failed: 1, unknown: 0, not_sent: 0 },
      stopped: null,
      items: [
        { key: "call 0", outcome: "done", id: "c_1", message: null, file: "m.yaml", line: 4 },
        { key: "call 1", outcome: "failed", id: null, message: "refused", file: "m.yaml", line: 9 },
        { key: "call 2", outcome: "skipped", id: null, message: null, file: null, line: null },
      ],
    });
  });

  test("is written to a file; where that cannot be, it is said that the items were sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-report-"));
    await saveReport(join(folder, "r.json"), "{}\n");
    expect(readFileSync(join(folder, "r.json"), "utf8")).toBe("{}\n");
    await expect(saveReport(folder, "{}")).rejects.toMatchObject({
      message: expect.stringContaining("cannot write the report"),
      options: { where: folder, hint: expect.stringContaining("the items were sent") },
    });
  });
});

describe("the failure of a run", () => {
  test("does not exist where everything is done, now or before", () => {
    const good = reportOf([result(0, "done"), result(1, "skipped")]);
    expect(failureOf(good)).toBeUndefined();
    expect(exitCodeOf(good)).toBe(0);
    expect(exitCodeOf(reportOf([]))).toBe(0);
  });

  test("names what failed or is unknown, with its place", () => {
    const failure = failureOf(reportOf(mixed));
    expect(failure?.exitCode).toBe(8);
    expect(failure?.message).toBe("1 of 5 items failed, 1 unknown, 1 not sent");
    expect(failure?.options.details).toEqual([
      { where: "m.yaml:9 call 1", message: "failed: refused" },
      { where: "call 3", message: "unknown: broke" },
    ]);
  });

  test("names the place of an item that could not be read once, and says to correct what can be", () => {
    const unread = result(0, "failed", { key: "m.yaml:9", file: "m.yaml", line: 9, message: "bad time" });
    expect(failureOf(reportOf([unread]))?.options).toMatchObject({
      details: [{ where: "m.yaml:9", message: "failed: bad time" }],
      hint: expect.stringMatching(
        /^correct what is named above, if it can be, and run the same command again/,
      ),
    });
    const left = failureOf(reportOf([result(0, "not_sent")], new Failure("interrupted", "interrupted")));
    expect(left?.options.hint).toMatch(/^run the same command again/);
  });

  test("says to look at the service where all that is left is unknown", () => {
    expect(failureOf(reportOf([result(0, "unknown")]))?.options.hint).toContain("look at the service");
  });

  test("names twenty and counts the rest", () => {
    const { details } =
      failureOf(reportOf(Array.from({ length: 23 }, (_, n) => result(n, "failed"))))?.options ?? {};
    expect(details).toHaveLength(21);
    expect(details?.at(-1)?.message).toBe("and 3 more; the report has all");
  });

  test("ends with the code of what stopped it", () => {
    const interrupted = new Failure("interrupted", "interrupted");
    expect(exitCodeOf(reportOf([result(0, "not_sent")], interrupted))).toBe(130);
    const both = failureOf(reportOf([result(0, "failed"), result(1, "not_sent")], interrupted));
    expect(both?.exitCode).toBe(130);
    expect(both?.message).toBe("interrupted; 1 of 2 items failed, 1 not sent");
    const early = failureOf(reportOf([result(0, "done"), result(1, "not_sent")], interrupted));
    expect(early?.message).toBe("interrupted; 1 of 2 items done, 1 not sent");
    expect(early?.options.hint).toContain("run the same command again");
    expect(failureOf(reportOf([result(0, "done")], interrupted))?.message).toBe(
      "interrupted; nothing is left to send",
    );
  });
});

test("results are handed on in the order of the items, as soon as all before have ended", async () => {
  const seen: number[] = [];
  const emit = inOrder<BulkItem>(async ({ index }) => {
    await Promise.resolve();
    seen.push(index);
  });
  const after: number[][] = [];
  for (const index of [2, 0, 3, 1]) {
    await emit(result(index, "done"));
    after.push([...seen]);
  }
  expect(after).toEqual([[], [0], [0], [0, 1, 2, 3]]);
});

describe("JUnit XML", () => {
  test("distinguishes failures, errors, and unsent items", () => {
    expect(toJunit(mixed, "evaluate")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="1" errors="1">
  <testsuite name="evaluate: m.yaml" tests="2" failures="1" errors="0" skipped="0">
    <properties>
      <property name="file" value="m.yaml"/>
    </properties>
    <testcase name="call 0" classname="evaluate"/>
    <testcase name="call 1" classname="evaluate">
      <failure message="refused" type="failed"/>
    </testcase>
  </testsuite>
  <testsuite name="evaluate" tests="3" failures="0" errors="1" skipped="2">
    <testcase name="call 2" classname="evaluate">
      <skipped/>
    </testcase>
    <testcase name="call 3" classname="evaluate">
      <error message="broke" type="unknown"/>
    </testcase>
    <testcase name="call 4" classname="evaluate">
      <skipped/>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  test("escapes special XML characters, and leaves out those that XML cannot contain", () => {
    const hostile = '"<a>&]]>\u0000\u0001\u001b[31mred\u001b[0m\ufffe\ud800 é 😀\nnext';
    const xml = toJunit([result(0, "failed", { message: hostile })], "s");
    expect(xml).toContain('message="&quot;&lt;a>&amp;]]>red\ufffd é 😀&#xA;next"');
  });
});

describe("annotations", () => {
  test("list failed and unknown items, with file and line if known", () => {
    expect(toAnnotations(mixed)).toEqual([
      "::error file=m.yaml,line=9,title=call 1%3A failed::refused",
      "::error title=call 3%3A unknown::broke",
    ]);
  });

  test("cannot be broken out of", () => {
    const hostile = result(0, "failed", {
      key: "a,line=1::x",
      file: "50%,a:b.yaml",
      message: "100%\r\n::set-env name=X::y\u001b[2J",
    });
    expect(toAnnotations([hostile])).toEqual([
      "::error file=50%25%2Ca%3Ab.yaml,title=a%2Cline=1%3A%3Ax%3A failed::100%25%0A: :set-env name=X::y",
    ]);
  });
});
