/** What is known about a conversation at its end, before the agent is judged. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { fidelity } from "../../../engine/caller/fidelity.ts";
import { divergence } from "../../../engine/caller/replay.ts";
import type { Database, Row } from "../../store/schema.ts";
import { callerStateOf, castOf } from "./caller.ts";
import { saidAndWhen } from "./entries.ts";

/** The fields of a result that come from the digital human. */
export type CallerReport = Pick<
  Output<"SimulationResult">,
  | "goal_completed"
  | "fidelity"
  | "divergence"
  | "unused_fields"
  | "inactive_scripted_responses"
  | "undecided_scripted_responses"
>;

/** The values before the end, or if the conversation never began. */
export const NO_REPORT: CallerReport = {
  goal_completed: null,
  fidelity: null,
  divergence: null,
  unused_fields: null,
  inactive_scripted_responses: null,
  undecided_scripted_responses: null,
};

/** @param asides when, on a line, the digital human interrupted, or repeated what it could not finish */
export async function reportOn(
  db: Kysely<Database>,
  result: Pick<Row<"simulation_result">, "id" | "simulation_run_id" | "digital_human_id" | "journey_step">,
  asides: ReadonlySet<number> = new Set(),
): Promise<CallerReport | undefined> {
  const state = await callerStateOf(db, result.id);
  if (!state) return undefined;
  const { digital_human, caller } = await castOf(db, result);
  const { mode, lines } = caller.replay;
  const said = (await saidAndWhen(db, result.id)).map(({ role, utterance, start_offset_ms }) => ({
    role,
    utterance,
    aside: role === "USER" && start_offset_ms !== null && asides.has(start_offset_ms),
  }));
  const follows = lines.length > 0 && mode !== "persona";
  return {
    goal_completed: caller.goals.length === 0 || follows ? null : state.confirmed,
    fidelity: fidelity(digital_human, caller, said, state),
    divergence: follows ? divergence(lines, state) : null,
    unused_fields: caller.report.unused_offline,
    inactive_scripted_responses: caller.report.inactive_scripted_responses,
    undecided_scripted_responses: state.undecided ?? [],
  };
}
