/** What a digital human says about its conversation. It needs no store, so a thread can find it out. */
import type { Output } from "../../../contract/types.ts";
import type { Caller } from "../../../engine/caller/caller.ts";
import { fidelity } from "../../../engine/caller/fidelity.ts";
import { divergence } from "../../../engine/caller/script/replay.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import { attended } from "../../../engine/transcript/attended.ts";
import type { DigitalHumanRecord } from "../digital-humans/record.ts";

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

/** A conversation that is over, with its messages in full. Plain data. */
export interface ReportSource {
  readonly digital_human: DigitalHumanRecord;
  readonly caller: Caller;
  readonly state: CallerState;
  readonly said: readonly {
    readonly role: string;
    readonly utterance: string;
    readonly start_offset_ms: number | null;
  }[];
  /** When, on a line, the digital human interrupted, or repeated what it could not finish. */
  readonly asides: readonly number[];
}

/** Reports on long conversations without blocking other work. */
export interface ReportThread {
  /** @param source JSON: `ReportSource`. The result is JSON too: `CallerReport` */
  report(source: string): Promise<string>;
}

/** JSON: `CallerReport`. Counts what somebody takes in of an agent's message; see `attended`. */
export function callerReport({ digital_human, caller, state, said, asides }: ReportSource): string {
  const { mode, lines } = caller.replay;
  const beside = new Set(asides);
  const heard = said.map(({ role, utterance, start_offset_ms }) => ({
    role,
    utterance: role === "AGENT" ? attended(utterance) : utterance,
    aside: role === "USER" && start_offset_ms !== null && beside.has(start_offset_ms),
  }));
  const follows = lines.length > 0 && mode !== "persona";
  return JSON.stringify({
    goal_completed: caller.goals.length === 0 || follows ? null : state.confirmed,
    fidelity: fidelity(digital_human, caller, heard, state),
    divergence: follows ? divergence(lines, state) : null,
    unused_fields: caller.report.unused_offline,
    inactive_scripted_responses: caller.report.inactive_scripted_responses,
    undecided_scripted_responses: state.undecided ?? [],
  } satisfies CallerReport);
}
