import type { RuleError } from "./errors.ts";
import type { StateRow } from "./input.ts";
import type { Outcome } from "./three-valued.ts";

/** The verdict of a metric's rules. */
export interface RuleResult {
  status: "EVALUATED" | "NOT_APPLICABLE" | "NOT_EVALUATED" | "ERROR";
  /**
   * With `NOT_EVALUATED`, the reason of the first missing input (`missing_transcript`, `missing_tool_calls`,
   * `missing_offsets`, `missing_metric`, `too_much_work`, or the metric's own reason). With `ERROR`,
   * `rule_error` or `out_of_range`.
   */
  reason?: string;
  /** With `ERROR`: what is wrong, in a sentence. */
  message?: string;
  /**
   * pass_fail, yes_no: boolean; quantitative: number; enum, qualitative: string; json: object. Null unless
   * the status is `EVALUATED`, except that an out-of-range number is kept, so that people can see it.
   */
  value: unknown;
  /** quantitative: the unit of the metric that gave the value. */
  unit?: string;
  /** With `NOT_EVALUATED`: the missing inputs that left the verdict open. */
  missing?: string[];
  /** Every clause, in the order of the text. */
  clauses: ClauseResult[];
  /** With `rule_error`: the mistakes in the rules. */
  errors?: RuleError[];
}

export interface ClauseResult {
  /** The line of the guidance on which the clause begins, from 1. */
  line: number;
  /** The clause as it is written. */
  text: string;
  outcome: Outcome;
  /** Whether this clause decided the verdict. */
  decided: boolean;
  evidence: Evidence[];
  /** What left the outcome unknown, such as `offsets of turn 3`. */
  missing?: string;
}

/** The evidence for a clause. `matched: false` marks something that came close but was not counted. */
export type Evidence =
  | { kind: "turn"; turn: number; speaker: string; quote: string; matched: boolean }
  | {
      kind: "tool_call";
      /** The position of the call in the log, from 1. */
      call: number;
      name: string;
      parameters: unknown;
      output: unknown;
      start_offset_ms?: number;
      matched: boolean;
    }
  | ({ kind: "state"; matched: boolean } & StateRow)
  | { kind: "metric"; id: string; value: unknown; unit?: string };
