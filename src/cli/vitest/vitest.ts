/** `import { test } from "parley-cli/vitest"`: a caller as a test case. docs/testing.md describes it. */
import { dirname } from "node:path";
import { expect, test as vitestTest } from "vitest";
import { failuresOf, outputLines, spokenIn } from "../testing/reports/lines.ts";
import type { CallerResult, FileResult } from "../testing/results/result.ts";
import type { Check, Conversation, test as DeclaredTest, DefineTest, Definition } from "./api.ts";
import { converse } from "./converse.ts";
import { matchers } from "./matchers.ts";

const TIMEOUT_MS = 60_000;

type Register = typeof vitestTest | typeof vitestTest.only | typeof vitestTest.skip;

const definedBy =
  (register: Register): DefineTest =>
  (name, definition, check) =>
    void register(
      name,
      { timeout: definition.timeout ?? TIMEOUT_MS },
      async ({ signal, task, onTestFinished }) => {
        const talk = converse(definition, { name, folder: dirname(task.file.filepath), signal });
        // A test that takes too long has failed before its agent has stopped.
        onTestFinished(() => talk.then(ignore, ignore));
        await judge(await talk, definition, check);
      },
    );

const ignore = () => undefined;

export const test: typeof DeclaredTest = Object.assign(definedBy(vitestTest), {
  only: definedBy(vitestTest.only),
  skip: definedBy(vitestTest.skip),
});

/** @throws Error that says why the conversation is not a pass, with its transcript */
async function judge(result: FileResult, definition: Definition, check: Check | undefined): Promise<void> {
  const { trouble, output, callers } = result;
  const [caller] = callers;
  if (trouble !== null || !caller || caller.outcome === "agent_failed")
    throw failure("AgentError", [
      trouble ?? caller?.reason ?? "no caller reached the agent",
      ...(result.starts ? outputLines(output) : []),
    ]);
  if (caller.outcome === "failed")
    throw failure("AssertionError", [...failuresOf(caller.verdicts), ...spokenIn(caller)]);
  const isForCheck = check !== undefined && caller.outcome === "not_evaluated" && isUnjudged(definition);
  if (caller.outcome !== "passed" && !isForCheck)
    throw failure("InconclusiveError", [`inconclusive: ${caller.reason}`, ...spokenIn(caller)]);
  if (!check) return;
  expect.extend(matchers);
  if (isForCheck) expect.hasAssertions();
  try {
    await check(conversationOf(caller));
  } catch (error) {
    if (error instanceof Error) error.message = [error.message, ...spokenIn(caller)].join("\n");
    throw error;
  }
}

/** The fields of a caller that say what must hold. */
const JUDGED_BY = ["expect", "goal", "success_criteria", "turns", "metrics"];

/** Only the check says what must hold. */
const isUnjudged = ({ expect: expected = [], policies, caller }: Definition): boolean =>
  expected.length === 0 && policies === undefined && JUDGED_BY.every((field) => !(field in caller));

const conversationOf = ({ transcript, tool_calls, end_reason, ms }: CallerResult): Conversation => ({
  transcript,
  tool_calls,
  end_reason,
  ms,
});

const failure = (name: string, lines: readonly string[]): Error =>
  Object.assign(new Error(lines.join("\n")), { name });
