import builder from "junit-report-builder";
import { suiteOf, xmlOf } from "../../bulk/junit.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { type CallerResult, isPassed, type TestRun } from "../results/result.ts";
import { failuresOf } from "./lines.ts";

/** A test suite for each file, and a test case for each caller. */
export function junitReport({ files }: TestRun): string {
  const report = builder.newBuilder();
  for (const { file, callers, trouble, output } of files) {
    const suite = suiteOf(report, file, file);
    if (trouble !== null) {
      const made = suite.testCase().name("agent").className(clean(file));
      made.error(clean([trouble, ...output].join("\n")), "agent_failed");
    }
    for (const caller of callers) addCase(suite, file, caller);
  }
  return xmlOf(report);
}

function addCase(suite: ReturnType<typeof suiteOf>, file: string, caller: CallerResult): void {
  const { name, repetition, outcome, reason, ms, verdicts } = caller;
  const made = suite
    .testCase()
    .name(clean(repetition > 1 ? `${name} (${repetition})` : name))
    .className(clean(file))
    .time(ms / 1000);
  if (outcome === "failed") made.failure(clean(failuresOf(verdicts).join("\n") || reason), outcome);
  else if (outcome === "not_run") made.skipped();
  else if (!isPassed(outcome)) made.error(clean(reason), outcome);
}

const clean = (text: string) => sanitize(text).toWellFormed();
