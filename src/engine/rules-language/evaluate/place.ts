import type { Span } from "../../pattern/span.ts";
import type { ToolCall, Turn } from "../input.ts";
import type { Evidence } from "../result.ts";
import type { Finding, Missing } from "./finding.ts";

/** Something said, as a part of a turn. `index` is the turn's position in the conversation, from 0. */
export interface SaidPlace {
  kind: "said";
  turn: Turn;
  index: number;
  span: Span;
}

/** A tool call. `index` is its position in the log, from 0. */
export interface CalledPlace {
  kind: "called";
  call: ToolCall;
  index: number;
}

export type Place = SaidPlace | CalledPlace;

/** A place where an event may have happened. The evidence of `finding` is the basis of its constraints. */
export interface Candidate {
  place: Place;
  finding: Finding;
}

export interface Occurrences {
  /** In the order of the conversation or of the log, including places that were ruled out. */
  candidates: Candidate[];
  /** Not empty if there may be more places than the candidates. */
  open: Missing[];
}

/**
 * From the start to the end of a turn, or the moment of a call. Undefined if offsets are missing or invalid.
 */
export interface Time {
  start?: number;
  end?: number;
}

export function timeOf(place: Place): Time {
  if (place.kind === "said") return timeOfTurn(place.turn);
  const start = offset(place.call.start_offset_ms);
  return { start, end: start };
}

export function timeOfTurn(turn: Turn): Time {
  const start = offset(turn.start_offset_ms);
  // A written turn takes no time.
  const end = offset(turn.end_offset_ms ?? (turn.arrival === undefined ? undefined : turn.start_offset_ms));
  // If a turn ends before it starts, neither offset can be trusted.
  return start !== undefined && end !== undefined && end < start ? {} : { start, end };
}

function offset(value: number | null | undefined): number | undefined {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined;
}

/** A description of a place's missing offsets. */
export function missingOffsets(place: Place): Missing {
  return { input: `offsets of ${nameOf(place)}`, reason: "missing_offsets" };
}

export function nameOf(place: Place): string {
  return place.kind === "said" ? `turn ${place.turn.i}` : `tool call ${place.index + 1} (${place.call.name})`;
}

export function evidenceOf(place: Place, matched: boolean): Evidence {
  if (place.kind === "said") {
    const { turn, span } = place;
    const quote = turn.text.slice(span.start, span.end);
    return { kind: "turn", turn: turn.i, speaker: turn.speaker, quote, matched };
  }
  const { name, parameters, output } = place.call;
  const { start } = timeOf(place);
  return {
    kind: "tool_call",
    call: place.index + 1,
    name,
    parameters,
    output,
    start_offset_ms: start,
    matched,
  };
}
