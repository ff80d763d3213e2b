/** Names the tests that passed only when they were tried again, so that nobody takes them for sound. */
import type { Reporter, TestModule } from "vitest/node";

export default class ToldApart implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const unsure = modules.flatMap((module) =>
      [...module.children.allTests("passed")]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `  ${module.relativeModuleId} > ${test.fullName}\n`),
    );
    if (unsure.length > 0)
      process.stdout.write(`\n Passed only at the second attempt; mend them:\n${unsure.join("")}`);
  }
}
