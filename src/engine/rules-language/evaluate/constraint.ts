import type { RuleInput } from "../input.ts";
import type { Constraint } from "../syntax/ast.ts";
import { allFindings, certain, type Finding, unknown } from "./finding.ts";
import { isBefore, isCallBesideTurn, isWithinTime, isWithinTurns, turnIndexer } from "./order.ts";
import { type Candidate, evidenceOf, type Occurrences, type Place } from "./place.ts";

type TurnConstraint = Extract<Constraint, { kind: "turn" }>;
type WithinConstraint = Extract<Constraint, { kind: "within" }>;
type AnchorConstraint = Exclude<Constraint, TurnConstraint>;

/** Whether a place satisfies a constraint. The evidence is the anchor that decides it. */
type Asking = (place: Place) => Finding;

/** `before turn N` and `after turn N`. */
export function besideTurn({ relation, turn }: TurnConstraint, { turns }: RuleInput): Asking {
  const found = turns?.find(({ i }) => i === turn);
  return (place) => {
    if (place.kind === "said") {
      return certain(relation === "before" ? place.turn.i < turn : place.turn.i > turn);
    }
    if (!turns) return unknown([{ input: "transcript", reason: "missing_transcript" }]);
    // If the turn does not exist, everything happened before it.
    if (!found) return certain(relation === "before");
    return isCallBesideTurn(place, found, relation);
  };
}

/** `before`, `after` and `within` of an event that happened at the places of `anchors`. */
export function besideAnchor(constraint: AnchorConstraint, anchors: Occurrences, input: RuleInput): Asking {
  if (constraint.kind === "within") {
    const isNear = nearness(constraint, input);
    return (place) => someAnchor(anchors, (anchor) => isWithin(place, anchor, constraint.relation, isNear));
  }
  if (constraint.relation === "before") return (place) => beforeFirst(place, anchors);
  // "After" means after the first anchor, which is the same as after any.
  return (place) => someAnchor(anchors, (anchor) => isBefore(anchor, place));
}

function nearness(
  { distance, unit }: WithinConstraint,
  { turns }: RuleInput,
): (one: Place, other: Place) => Finding {
  if (unit !== "turns") {
    return (one, other) => isWithinTime(one, other, distance, unit);
  }
  const indexOf = turnIndexer(turns);
  return (one, other) => isWithinTurns(one, other, distance, indexOf);
}

function isWithin(
  place: Place,
  anchor: Place,
  relation: WithinConstraint["relation"],
  isNear: (one: Place, other: Place) => Finding,
): Finding {
  if (isSame(place, anchor)) return certain(false);
  const near = isNear(place, anchor);
  if (relation === "of") return near;
  return allFindings([near, relation === "before" ? isBefore(place, anchor) : isBefore(anchor, place)]);
}

/** Whether something is true for any anchor. */
function someAnchor({ candidates, open }: Occurrences, holds: (anchor: Place) => Finding): Finding {
  let undecided = open.length > 0 ? unknown(open) : undefined;
  for (const { place, finding } of candidates) {
    if (finding.outcome === false) continue;
    const both = allFindings([finding, holds(place)]);
    if (both.outcome === true) return { outcome: true, evidence: [evidenceOf(place, true)], missing: [] };
    if (both.outcome === "unknown") undecided ??= both;
  }
  return undecided ?? certain(false);
}

/** Whether a place comes before the first anchor. Without an anchor, the answer is no. */
function beforeFirst(place: Place, { candidates, open }: Occurrences): Finding {
  let first: Candidate | undefined;
  let undecided = open.length > 0 ? unknown(open) : undefined;
  for (const anchor of candidates) {
    if (anchor.finding.outcome === false) continue;
    const before = isBefore(place, anchor.place);
    if (anchor.finding.outcome === true) {
      if (before.outcome === false) return before;
      first ??= anchor;
    }
    // An uncertain anchor matters only if it would come first.
    if (before.outcome === "unknown") undecided ??= before;
    else if (anchor.finding.outcome === "unknown" && before.outcome === false) undecided ??= anchor.finding;
  }
  if (undecided) return undecided;
  if (first) return { outcome: true, evidence: [evidenceOf(first.place, true)], missing: [] };
  return candidates.find(({ finding }) => finding.outcome === "unknown")?.finding ?? certain(false);
}

function isSame(one: Place, other: Place): boolean {
  if (one.index !== other.index) return false;
  if (one.kind === "called" || other.kind === "called") return one.kind === other.kind;
  return one.span.start === other.span.start && one.span.end === other.span.end;
}
