import builder from "junit-report-builder";
import { suiteOf, xmlOf, xmlText } from "../../render/junit.ts";
import { type CallerResult, isPassed, type TestRun } from "../results/result.ts";
import { failuresOf } from "./lines.ts";

/** A test suite for each file, and a test case for each caller. */
export function junitReport({ files }: TestRun): string {
  const report = builder.newBuilder();
  for (const { file, callers, trouble, output } of files) {
    const suite = suiteOf(report, file, file);
    if (trouble !== null) {
      const made = suite.testCase().name("agent").className(xmlText(file));
      made.error(xmlText([trouble, ...output].join("\n")), "agent_failed");
    }
    for (const caller of callers) addCase(suite, file, caller);
  }
  return xmlOf(report);
}

function addCase(suite: ReturnType<typeof suiteOf>, file: string, caller: CallerResult): void {
  const { name, repetition, outcome, reason, ms, verdicts } = caller;
  const made = suite
    .testCase()
    .name(xmlText(repetition > 1 ? `${name} (${repetition})` : name))
    .className(xmlText(file))
    .time(ms / 1000);
  if (outcome === "failed") made.failure(xmlText(failuresOf(verdicts).join("\n") || reason), outcome);
  else if (outcome === "not_run") made.skipped();
  else if (!isPassed(outcome)) made.error(xmlText(reason), outcome);
}
