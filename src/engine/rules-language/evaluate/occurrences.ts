import type { CallEvent, Event, Matcher, SaysEvent } from "../syntax/ast.ts";
import { patternKey } from "../text/finder.ts";
import { besideAnchor, besideTurn } from "./constraint.ts";
import type { Context } from "./context.ts";
import { allFindings, certain, type Finding, unknown } from "./finding.ts";
import { matchValue } from "./match-value.ts";
import { type Candidate, nameOf, type Occurrences, type Place } from "./place.ts";

/** So many places of one event are looked at that pairs of them stay affordable. */
const MAX_CANDIDATES = 2000;

/** Where an event happened, where it may have, and where it came close. */
export function occurrencesOf(event: Event, context: Context): Occurrences {
  const found = event.kind === "says" ? saidPlaces(event, context) : calledPlaces(event, context);
  const candidates = found.candidates.slice(0, MAX_CANDIDATES);
  const open = [...found.open];
  if (found.candidates.length > MAX_CANDIDATES) {
    open.push({ input: `fewer than ${MAX_CANDIDATES} places`, reason: "too_much_work" });
  }
  // The anchor of a constraint is looked for once, not once for each candidate.
  const constraints = event.constraints.map((constraint) => {
    if (constraint.kind === "turn") return besideTurn(constraint, context.input);
    return besideAnchor(constraint, occurrencesOf(constraint.anchor, context), context.input);
  });
  return {
    candidates: candidates.map(({ place, finding }) => ({
      place,
      finding: allFindings([finding, ...constraints.map((findingAt) => findingAt(place))]),
    })),
    open,
  };
}

function saidPlaces({ speaker, pattern }: SaysEvent, { input, finders }: Context): Occurrences {
  if (!input.turns) return { candidates: [], open: [{ input: "transcript", reason: "missing_transcript" }] };
  const find = finders.get(patternKey(pattern));
  const candidates: Candidate[] = [];
  for (const [index, turn] of input.turns.entries()) {
    if (candidates.length > MAX_CANDIDATES) break;
    if (turn.speaker.toLowerCase() !== speaker) continue;
    const spans = find?.(turn.text);
    if (!spans) {
      return { candidates, open: [{ input: `a shorter text in turn ${turn.i}`, reason: "too_much_work" }] };
    }
    for (const span of spans) {
      candidates.push({ place: { kind: "said", turn, index, span }, finding: certain(true) });
    }
  }
  return { candidates, open: [] };
}

function calledPlaces(event: CallEvent, context: Context): Occurrences {
  const calls = context.input.tool_calls;
  if (!calls) return { candidates: [], open: [{ input: "tool_calls", reason: "missing_tool_calls" }] };
  const candidates = calls.flatMap((call, index): Candidate[] => {
    if (call.name !== event.tool) return [];
    const place: Place = { kind: "called", call, index };
    const findings = [
      partFinding(event.parameters, call.parameters, `parameters of ${nameOf(place)}`, context),
      partFinding(event.output, call.output, `output of ${nameOf(place)}`, context),
    ];
    return [{ place, finding: allFindings(findings) }];
  });
  return { candidates, open: [] };
}

/** Whether a part of a call is as it should be. What was not logged is not known. */
function partFinding(
  matcher: Matcher | undefined,
  value: unknown,
  input: string,
  { finders }: Context,
): Finding {
  if (!matcher) return certain(true);
  if (value === undefined) return unknown([{ input, reason: "missing_tool_calls" }]);
  const outcome = matchValue(matcher, value, finders);
  return outcome === "unknown"
    ? unknown([{ input: `shorter ${input}`, reason: "too_much_work" }])
    : certain(outcome);
}
