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
 * Whether one thing happened before another. Turns are in the order of the list, and words of a turn in the
 * order of its text. For tool calls, the order of arrival decides, otherwise their offsets. Without either,
 * the answer is unknown.
 */
export function isBefore(first: Place, second: Place): Finding {
  if (first.kind === "said") {
    if (second.kind === "called") return isCallBeside(second, first, "after");
    if (first.index !== second.index) return certain(first.index < second.index);
    return certain(first.span.end <= second.span.start);
  }
  if (second.kind === "said") return isCallBeside(first, second, "before");
  const [earlier, later] = [first.call.arrival, second.call.arrival];
  // Calls that arrived after the same turn are listed in their order.
  if (earlier !== undefined && later !== undefined)
    return certain(earlier === later ? first.index < second.index : earlier < later);
  const [one, other] = [timeOf(first).start, timeOf(second).start];
  return one === undefined || other === undefined ? withoutOffsets(first, second) : certain(one < other);
}

/** Whether a call came before or after words in a turn. Unknown for calls during the turn. */
function isCallBeside(call: CalledPlace, said: SaidPlace, side: "before" | "after"): Finding {
  const actual = sideOfTurn(call, said.turn);
  if (actual === undefined) return withoutOffsets(call, said);
  if (actual !== "during") return certain(actual === side);
  return unknown([
    { input: `whether ${nameOf(call)} came before the words of ${nameOf(said)}`, reason: "missing_offsets" },
  ]);
}

/** Whether a call came before or after a whole turn. */
export function isCallBesideTurn(call: CalledPlace, turn: Turn, side: "before" | "after"): Finding {
  const actual = sideOfTurn(call, turn);
  if (actual !== undefined) return certain(actual === side);
  return withoutOffsets(call, { kind: "said", turn, index: 0, span: { start: 0, end: 0 } });
}

/**
 * With arrivals: a written turn takes no time, so no call is made during it. With offsets: a call at the very
 * moment of a turn without length is during it. Undefined without either.
 */
function sideOfTurn(call: CalledPlace, turn: Turn): "before" | "during" | "after" | undefined {
  if (call.call.arrival !== undefined && turn.arrival !== undefined)
    return call.call.arrival < turn.arrival ? "before" : "after";
  const moment = timeOf(call).start;
  const { start, end } = timeOfTurn(turn);
  if (moment === undefined || start === undefined) return undefined;
  if (moment < start) return "before";
  if (end === undefined) return undefined;
  return moment >= end && moment > start ? "after" : "during";
}

/** Whether the pause between two things is at most `limit`. If they overlap, there is no pause. */
export function isWithinTime(one: Place, other: Place, limit: number, unit: "ms" | "s"): Finding {
  const { start: oneStart, end: oneEnd } = timeOf(one);
  const { start: otherStart, end: otherEnd } = timeOf(other);
  if (oneStart === undefined || oneEnd === undefined || otherStart === undefined || otherEnd === undefined) {
    return withoutOffsets(one, other);
  }
  const pause = Math.max(oneStart - otherEnd, otherStart - oneEnd);
  // 2010 / 1000 is 2.01, but 2.01 * 1000 is less than 2010.
  return certain((unit === "s" ? pause / 1000 : pause) <= limit);
}

/** Whether two things are at most `limit` turns apart. `indexOf` comes from `turnIndexer`. */
export function isWithinTurns(
  one: Place,
  other: Place,
  limit: number,
  indexOf: (place: Place) => number | undefined,
): Finding {
  const [left, right] = [indexOf(one), indexOf(other)];
  if (left !== undefined && right !== undefined) return certain(Math.abs(left - right) <= limit);
  return unknown([{ input: "offsets of the tool call and of every turn", reason: "missing_offsets" }]);
}

/**
 * A function that finds the turn of a place. For a call, this is the last turn that had begun by then, which
 * requires all arrivals or all offsets.
 */
export function turnIndexer(turns: Turn[] | undefined): (place: Place) => number | undefined {
  const arrivals = turns?.map((turn) => turn.arrival);
  const starts = turns?.map((turn) => timeOfTurn(turn).start);
  const isComplete = starts !== undefined && !starts.includes(undefined);
  const known = new Map<Place, number>();
  return (place) => {
    if (place.kind === "said") return place.index;
    const { arrival } = place.call;
    if (arrival !== undefined && arrivals && !arrivals.includes(undefined))
      return arrivals.findLastIndex((turn) => turn !== undefined && turn <= arrival);
    const moment = timeOf(place).start;
    if (moment === undefined || !isComplete) return undefined;
    const index = known.get(place) ?? starts.findLastIndex((start) => start !== undefined && start <= moment);
    known.set(place, index);
    return index;
  };
}

function withoutOffsets(...places: Place[]): Finding {
  const incomplete = places.filter((place) => {
    const { start, end } = timeOf(place);
    return start === undefined || end === undefined;
  });
  return unknown(incomplete.map(missingOffsets));
}
