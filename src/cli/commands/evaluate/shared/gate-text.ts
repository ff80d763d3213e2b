import {
  countedTotal,
  countOutcomes,
  countsInWords,
  type Outcome,
  outcomeOfVerdict,
  outcomeOfVerdicts,
} from "../../../../contract/rules/outcomes.ts";
import { explainVerdict } from "../../../../engine/explain-verdict.ts";
import { counted } from "../../../../engine/words/counted.ts";
import { rateLine } from "../../../../results/calibration/rates.ts";
import type { Call, Verdict } from "../../../render/evaluation/call.ts";
import { type SuspicionMode, suspectLines } from "../../../render/evaluation/suspicions.ts";
import { outcomeOf } from "../../../render/evaluation/verdict-lines.ts";
import { type Gate, isOver, suspectOf, verdictsOf } from "./gate.ts";

/** How many calls a line names. */
const NAMED = 3;

/**
 * The calls that passed on one line, then those that did not, each with every verdict that it lacks, and then the
 * overall verdict.
 * @param names what people call the calls, by id
 */
export function gateText(
  gate: Gate,
  names: ReadonlyMap<string, string> = new Map(),
  mode: SuspicionMode = "show",
): string {
  const { passed, reason, calls, allow_unevaluated, judged_rates } = gate;
  const nameOf = ({ id }: Call) => names.get(id) || `call ${id}`;
  const failed = calls.filter(isFaulty);
  const others = calls.filter((call) => !isFaulty(call));
  const having = (outcome: Outcome) => others.filter((call) => outcomeOfCall(call) === outcome).map(nameOf);
  return [
    ...lineOf("passed", having("passed")),
    ...lineOf("inconclusive", having("inconclusive")),
    ...lineOf("not applicable", having("not_applicable")),
    ...tally(others),
    ...failed.flatMap((call) => [
      `${nameOf(call)}${call.status === "COMPLETED" ? "" : ` (${call.status})`}: ${passedAndFailed(call)}`,
      ...missingIn(call).map((line) => `  ${line}`),
      `  details: \`parley evaluate show ${call.id}\``,
    ]),
    ...judged_rates.map(rateLine),
    ...suspectLines(
      calls.map((call) => ({ ...suspectOf(call), id: nameOf(call) })),
      { agent_id: calls[0]?.agent_id, mode },
    ),
    verdictCounts(gate),
    `${passed ? "passed" : `not passed: ${reason}`}${allow_unevaluated ? " (metrics that were not evaluated were allowed)" : ""}`,
  ].join("\n");
}

/** `2 calls, 4 verdicts: 3 passed, 1 failed, 1 not applicable`. Only verdicts that count in the pass rate are added up. */
export function verdictCounts({ calls, outcomes }: Pick<Gate, "calls" | "outcomes">): string {
  const verdicts = countedTotal(outcomes);
  return `${counted(calls.length, "call")}, ${counted(verdicts, "verdict")}: ${countsInWords(outcomes)}`;
}

/** How to look at a call if the text names none by its id. */
export function nextOf({ calls }: Gate, names: ReadonlyMap<string, string>): string | undefined {
  const [first] = calls;
  if (!first || calls.some((call) => isFaulty(call) || !names.get(call.id))) return undefined;
  return `next: \`parley evaluate show ${first.id}\` shows the ${calls.length === 1 ? "" : "first "}call`;
}

/** Whether something is wrong with the call, beyond verdicts that could not be reached. */
const isFaulty = (call: Call) =>
  !isOver(call) ||
  call.status === "INCOMPLETED" ||
  outcomeOfCall(call) === "failed" ||
  verdictsOf(call).some(({ status }) => status === "ERROR");

const outcomeOfCall = (call: Call): Outcome => outcomeOfVerdicts(verdictsOf(call));

/** What did not pass or fail is named below it. */
function passedAndFailed(call: Call): string {
  const { passed, failed } = countOutcomes(verdictsOf(call).map(outcomeOfVerdict));
  return `${passed} passed, ${failed} failed`;
}

/** `passed: a.wav, b.wav, c.wav and 54 more` */
function lineOf(word: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return [`${word}: ${names.slice(0, NAMED).join(", ")}${more}`];
}

/** Each verdict that several calls may lack, once. */
function tally(calls: readonly Call[]): string[] {
  const counts = new Map<string, number>();
  for (const line of calls.flatMap(missingIn)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(
    ([line, count]) => `  ${line}${calls.length > 1 ? ` (${count} of ${calls.length})` : ""}`,
  );
}

/** What did not pass in a call: first what was not evaluated, then what failed. */
function missingIn(call: Call): string[] {
  const lines = verdictsOf(call)
    .map((verdict) => ({ name: verdict.name, outcome: outcomeOf(verdict), verdict }))
    .filter(({ outcome, verdict }) => outcome === "FAILED" || verdict.status !== "EVALUATED")
    .toSorted((a, b) => Number(a.outcome === "FAILED") - Number(b.outcome === "FAILED"));
  return lines.map(({ name, outcome, verdict }) => `${outcome}: ${[name, ...whyOf(verdict)].join(": ")}`);
}

/** The reason for a verdict, if its outcome does not say it already. */
const whyOf = (verdict: Verdict): string[] => {
  const why = verdict.status === "EVALUATED" || verdict.message ? explainVerdict(verdict) : undefined;
  return why ? [why] : [];
};
