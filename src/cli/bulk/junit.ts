import builder from "junit-report-builder";
import { sanitize } from "../terminal/sanitize.ts";
import type { BulkItem, BulkResult } from "./outcome.ts";

type Report = ReturnType<typeof builder.newBuilder>;

export interface JunitResult extends BulkResult<BulkItem> {
  /** Goes to the `system-out` of the case. */
  readonly note?: string | undefined;
}

/**
 * The JUnit XML of a run, with a test suite for each file that lists items, and a test case for each item. A
 * failed item is a failure, and an unknown item is an error. An item that an earlier run did, or that this run
 * did not send, is skipped. Characters that XML cannot contain are left out.
 */
export function toJunit(results: readonly JunitResult[], suite: string): string {
  const report = builder.newBuilder();
  const suites = new Map<string, ReturnType<typeof suiteOf>>();
  for (const { item, outcome, message, note } of results) {
    const { file = "" } = item;
    const cases = suites.get(file) ?? suiteOf(report, file ? `${suite}: ${file}` : suite, file);
    suites.set(file, cases);
    const made = cases.testCase().name(clean(item.key)).className(clean(suite));
    if (outcome === "failed") made.failure(clean(message ?? outcome), outcome);
    else if (outcome === "unknown") made.error(clean(message ?? outcome), outcome);
    else if (outcome !== "done") made.skipped();
    if (note) made.standardOutput(clean(note));
  }
  if (suites.size === 0) suiteOf(report, suite, "");
  return xmlOf(report);
}

/** A test suite. Its property names the file, because Jenkins' schema has no such attribute of a test case. */
export function suiteOf(report: Report, name: string, file: string) {
  const suite = report.testSuite().name(clean(name));
  if (file) suite.property("file", clean(file));
  return suite;
}

/** The XML, without the root's count of skipped cases, which Jenkins' schema does not allow. */
export const xmlOf = (report: Report): string => `${report.build().replace(/ skipped="\d+"/, "")}\n`;

const clean = (text: string) => sanitize(text).toWellFormed();
