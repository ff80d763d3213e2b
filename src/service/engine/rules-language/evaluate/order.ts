import type { Turn } from "../input.ts";
import { certain, type Finding, unknown } from "./finding.ts";
import {
  type CalledPlace,
  missingOffsets,
  nameOf,
  type Place,
  type SaidPlace,
  timeOf,
  timeOfTurn,
} from "./place.ts";

/**
 * Whether one thing happened before another. Turns follow each other as they are listed, and words of one turn as
 * they stand in its text; where a tool call is concerned, offsets decide, and without them nothing does.
 */
export function isBefore(first: Place, second: Place): Finding {
  if (first.kind === "said") {
    if (second.kind === "called") return isCallBeside(second, first, "after");
    if (first.index !== second.index) return certain(first.index < second.index);
    return certain(first.span.end <= second.span.start);
  }
  if (second.kind === "said") return isCallBeside(first, second, "before");
  const [one, other] = [timeOf(first).start, timeOf(second).start];
  return one === undefined || other === undefined ? withoutOffsets(first, second) : certain(one < other);
}

/** Whether a call came before or after what is said in a turn. While the turn lasts, that can't be told. */
function isCallBeside(call: CalledPlace, said: SaidPlace, side: "before" | "after"): Finding {
  const actual = sideOfTurn(call, said);
  if (actual === undefined) return withoutOffsets(call, said);
  if (actual !== "during") return certain(actual === side);
  return unknown([
    { input: `whether ${nameOf(call)} came before the words of ${nameOf(said)}`, reason: "missing_offsets" },
  ]);
}

/** Whether a call came before or after a whole turn. */
export function isCallBesideTurn(call: CalledPlace, turn: SaidPlace, side: "before" | "after"): Finding {
  const actual = sideOfTurn(call, turn);
  return actual === undefined ? withoutOffsets(call, turn) : certain(actual === side);
}

/** The very moment of a turn that has no length counts as during it. Undefined without the offsets. */
function sideOfTurn(call: CalledPlace, said: SaidPlace): "before" | "during" | "after" | undefined {
  const moment = timeOf(call).start;
  const { start, end } = timeOf(said);
  if (moment === undefined || start === undefined) return undefined;
  if (moment < start) return "before";
  if (end === undefined) return undefined;
  return moment >= end && moment > start ? "after" : "during";
}

/** Whether the pause between two things is at most `limit` ms long. Where they overlap there is no pause. */
export function isWithinMs(one: Place, other: Place, limit: number): Finding {
  const [left, right] = [timeOf(one), timeOf(other)];
  if (
    left.start === undefined ||
    right.start === undefined ||
    left.end === undefined ||
    right.end === undefined
  ) {
    return withoutOffsets(one, other);
  }
  return certain(Math.max(left.start - right.end, right.start - left.end) <= limit);
}

/** Whether two things are at most `limit` turns apart. A call belongs to the last turn that had begun by then. */
export function isWithinTurns(one: Place, other: Place, limit: number, turns: Turn[] | undefined): Finding {
  const [left, right] = [turnIndexOf(one, turns), turnIndexOf(other, turns)];
  if (left !== undefined && right !== undefined) return certain(Math.abs(left - right) <= limit);
  return unknown([{ input: "offsets of the tool call and of every turn", reason: "missing_offsets" }]);
}

function turnIndexOf(place: Place, turns: Turn[] | undefined): number | undefined {
  if (place.kind === "said") return place.index;
  const moment = timeOf(place).start;
  const starts = turns?.map((turn) => timeOfTurn(turn).start);
  if (moment === undefined || !starts || starts.includes(undefined)) return undefined;
  return starts.findLastIndex((start) => start !== undefined && start <= moment);
}

function withoutOffsets(...places: Place[]): Finding {
  const incomplete = places.filter((place) => {
    const { start, end } = timeOf(place);
    return start === undefined || end === undefined;
  });
  return unknown(incomplete.map(missingOffsets));
}
