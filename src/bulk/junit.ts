import builder from "junit-report-builder";
import { sanitize } from "../terminal/sanitize.ts";
import type { BulkItem, BulkResult } from "./outcome.ts";

export interface JunitResult extends BulkResult<BulkItem> {
  /** Goes to the `system-out` of the case. */
  readonly note?: string | undefined;
}

/**
 * The JUnit XML of a run, with a test case for each item. A failed item is a failure, and an unknown item is
 * an error. An item that an earlier run did, or that this run did not send, is skipped. Characters that XML
 * cannot contain are left out.
 */
export function toJunit(results: readonly JunitResult[], suite: string): string {
  const report = builder.newBuilder();
  const cases = report.testSuite().name(clean(suite));
  for (const { item, outcome, message, note } of results) {
    const made = cases.testCase().name(clean(item.key)).className(clean(suite));
    if (item.file) made.file(clean(item.file));
    if (outcome === "failed") made.failure(clean(message ?? outcome), outcome);
    else if (outcome === "unknown") made.error(clean(message ?? outcome), outcome);
    else if (outcome !== "done") made.skipped();
    if (note) made.standardOutput(clean(note));
  }
  return `${report.build()}\n`;
}

const clean = (text: string) => sanitize(text).toWellFormed();
