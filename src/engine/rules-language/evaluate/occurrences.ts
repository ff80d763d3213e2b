import { spend } from "../../pattern/work.ts";
import type { CallEvent, Constraint, Event, Matcher, SaysEvent } from "../syntax/ast.ts";
import { isDenied } from "../text/denied.ts";
import { besideAnchor, besideTurn } from "./constraint.ts";
import type { Context } from "./context.ts";
import { allFindings, certain, type Finding, type Missing, unknown, WORK_LEFT } from "./finding.ts";
import { matchValue } from "./match-value.ts";
import { type Candidate, nameOf, type Occurrences, type Place } from "./place.ts";
import { finderIn } from "./sayings.ts";

/** How many places of one event to look at. It limits the number of pairs. */
const MAX_CANDIDATES = 2000;

/** Where an event happened, where it may have, and where it came close. */
export function occurrencesOf(event: Event, context: Context): Occurrences {
  const found = event.kind === "says" ? saidPlaces(event, context) : calledPlaces(event, context);
  const candidates = found.candidates.slice(0, MAX_CANDIDATES);
  const open = [...found.open];
  if (found.candidates.length > MAX_CANDIDATES) {
    open.push({ input: `fewer than ${MAX_CANDIDATES} places`, reason: "too_much_work" });
  }
  // Looked up once per constraint, not once per candidate.
  const constraints = event.constraints.map((constraint) => {
    if (constraint.kind === "turn") return besideTurn(constraint, context.input);
    const anchors = occurrencesOf(constraint.anchor, context);
    const asked = costOf(constraint, candidates, anchors.candidates, context);
    return spend(context.budget, asked) ? besideAnchor(constraint, anchors, context.input) : givenUp;
  });
  return {
    candidates: candidates.map(({ place, finding }) => ({
      place,
      finding: allFindings([finding, ...constraints.map((findingAt) => findingAt(place))]),
    })),
    open,
  };
}

const givenUp = () => unknown([WORK_LEFT]);

/**
 * The steps for comparing each candidate with each anchor. If turns are counted, those of tool calls must be
 * looked up as well.
 */
function costOf(
  constraint: Constraint,
  candidates: readonly Candidate[],
  anchors: readonly Candidate[],
  { input }: Context,
): number {
  const called = [...candidates, ...anchors].filter(({ place }) => place.kind === "called").length;
  const counts = constraint.kind === "within" && constraint.unit === "turns";
  return candidates.length * anchors.length + (counts ? called * (input.turns?.length ?? 0) : 0);
}

function saidPlaces({ speaker, pattern, unless_denied }: SaysEvent, context: Context): Occurrences {
  const { input, budget } = context;
  if (!input.turns) return { candidates: [], open: [{ input: "transcript", reason: "missing_transcript" }] };
  const find = finderIn(pattern, context);
  if (!find) return { candidates: [], open: [{ input: "tool_calls", reason: "missing_tool_calls" }] };
  const candidates: Candidate[] = [];
  const open: Missing[] = [];
  for (const [index, turn] of input.turns.entries()) {
    if (candidates.length > MAX_CANDIDATES) break;
    if (!spend(budget, 1)) return { candidates, open: [...open, WORK_LEFT] };
    if (turn.speaker.toLowerCase() !== speaker) continue;
    const spans = find(turn.text, index);
    if (!spans) {
      if (budget.left <= 0) return { candidates, open: [...open, WORK_LEFT] };
      // The other turns may decide without this one.
      open.push({ ...WORK_LEFT, input: `a shorter text in turn ${turn.i}` });
      continue;
    }
    for (const span of spans) {
      if (unless_denied && isDenied(turn.text, span.start, span.end)) continue;
      // Matches are shown as evidence, which also takes work.
      spend(budget, span.end - span.start);
      candidates.push({ place: { kind: "said", turn, index, span }, finding: certain(true) });
    }
  }
  return { candidates, open };
}

function calledPlaces(event: CallEvent, context: Context): Occurrences {
  const calls = context.input.tool_calls;
  if (!calls) return { candidates: [], open: [{ input: "tool_calls", reason: "missing_tool_calls" }] };
  if (!spend(context.budget, calls.length)) return { candidates: [], open: [WORK_LEFT] };
  const candidates = calls.flatMap((call, index): Candidate[] => {
    if (call.name !== event.tool) return [];
    const place: Place = { kind: "called", call, index };
    const parameters = call.parameters ?? undefined;
    // If a call is told by its name alone, nobody knows its result either.
    const output = parameters === undefined ? (call.output ?? undefined) : call.output;
    const findings = [
      partFinding(event.parameters, parameters, `parameters of ${nameOf(place)}`, context),
      partFinding(event.output, output, `output of ${nameOf(place)}`, context),
    ];
    return [{ place, finding: allFindings(findings) }];
  });
  return { candidates, open: [] };
}

/** Whether a part of a call is as required. Unknown if it was not logged. */
function partFinding(matcher: Matcher | undefined, value: unknown, input: string, context: Context): Finding {
  if (!matcher) return certain(true);
  if (value === undefined) return unknown([{ input, reason: "missing_tool_calls" }]);
  const outcome = matchValue(matcher, value, context);
  return outcome === "unknown"
    ? unknown([{ input: `shorter ${input}`, reason: "too_much_work" }])
    : certain(outcome);
}
