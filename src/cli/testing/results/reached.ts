/** What the conversations of a test have reached of its agent, retried ones included. */
import { outcomeOfVerdict } from "../../../contract/rules/outcomes.ts";
import { type Coverage, coverageOf, type Ground, type Reached } from "../../../engine/coverage/coverage.ts";
import { stepNames } from "../../../engine/coverage/world-steps.ts";
import { stepsOfWorld, type WorldStep } from "../../../engine/world/steps.ts";
import type { World, WorldForm } from "../../../engine/world/world.ts";
import type { CallerResult } from "./result.ts";

interface Tested extends Pick<Ground, "policies"> {
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly world?: { readonly form: WorldForm; readonly world: World } | undefined;
}

export function coverageOfTest(
  { policies, tools, world }: Tested,
  callers: readonly CallerResult[],
): Coverage {
  const world_steps = world && stepsOfWorld(world.form, world.world);
  return coverageOf(
    { policies, tools: tools?.map(({ name }) => name), world_steps },
    callers
      .flatMap((caller) => [...caller.earlier, caller])
      .map((caller) => reachedIn(caller, world_steps ?? [])),
  );
}

function reachedIn(
  { verdicts, tool_calls, world_steps = [] }: CallerResult,
  all: readonly WorldStep[],
): Reached {
  const having = (outcome: string) =>
    verdicts.flatMap((verdict) => (outcomeOfVerdict(verdict) === outcome ? [verdict.name] : []));
  return {
    held: having("passed"),
    failed: having("failed"),
    undecided: having("inconclusive"),
    tools: tool_calls.map(({ name }) => name),
    world_steps: stepNames(all, world_steps),
  };
}
