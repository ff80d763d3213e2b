import builder from "junit-report-builder";
import { suiteOf, xmlOf, xmlText } from "../render/junit.ts";
import type { BulkItem, BulkResult } from "./outcome.ts";

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
    const made = cases.testCase().name(xmlText(item.key)).className(xmlText(suite));
    if (outcome === "failed") made.failure(xmlText(message ?? outcome), outcome);
    else if (outcome === "unknown") made.error(xmlText(message ?? outcome), outcome);
    else if (outcome !== "done") made.skipped();
    if (note) made.standardOutput(xmlText(note));
  }
  if (suites.size === 0) suiteOf(report, suite, "");
  return xmlOf(report);
}
