/** What the conversations of a test have reached of its agent, retried ones included. */
import { outcomeOfVerdict } from "../../contract/rules/outcomes.ts";
import type { Reached } from "../../engine/coverage/coverage.ts";
import type { CallerResult } from "./result.ts";

export const reachedBy = (callers: readonly CallerResult[]): Reached[] =>
  callers
    .flatMap((caller) => [...caller.earlier, caller])
    .map(({ verdicts, tool_calls }) => {
      const having = (outcome: string) =>
        verdicts.flatMap((verdict) => (outcomeOfVerdict(verdict) === outcome ? [verdict.name] : []));
      return {
        held: having("passed"),
        failed: having("failed"),
        undecided: having("inconclusive"),
        tools: tool_calls.map(({ name }) => name),
      };
    });
