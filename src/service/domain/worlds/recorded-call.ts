/** What is stored of a call of a world's tool, besides its arguments and its answer. */
import type { Output } from "../../../contract/types.ts";
import { stepsTaken } from "../../../engine/world/steps.ts";
import type { Change } from "../../../engine/world/world.ts";
import type { Row } from "../../store/schema.ts";

export interface WorldCall {
  readonly status: number;
  readonly changes: readonly Change[];
  /** What is wrong with the world itself. */
  readonly fault?: string | undefined;
  /** Numbers of the steps that it took, and of the one that failed as the tool says. */
  readonly ran?: readonly number[] | undefined;
  readonly failed?: number | undefined;
}

/** Which steps of the world's tools a conversation took. */
export const worldStepsIn = (
  calls: readonly Row<"logged_tool_call">[],
): NonNullable<Output<"SimulationResult">["world_steps"]> =>
  stepsTaken(
    calls.flatMap(({ name: tool, world }) =>
      world === null ? [] : [{ tool, ...(JSON.parse(world) as WorldCall) }],
    ),
  ).map(({ tool, ran, failed }) => ({ tool, ran: [...ran], failed: [...failed] }));
