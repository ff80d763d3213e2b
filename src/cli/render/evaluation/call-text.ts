import { passesOrFails } from "../../../contract/rules/outcomes.ts";
import type { Paint } from "../../terminal/colour.ts";
import type { Call, Evaluation, Verdict } from "./call.ts";
import {
  heardLines,
  measurementLines,
  qualityLines,
  recordingLines,
  unusualLines,
} from "./measurement-lines.ts";
import { suspicionLines } from "./suspicions.ts";
import { timelineLines } from "./timeline.ts";
import { verdictLines } from "./verdict-lines.ts";

/**
 * An evaluated call for a person: first anything that failed or is out of the ordinary, then the timeline and
 * the metrics by group.
 */
export function callText(call: Call, columns?: number): string {
  const { evaluation } = call;
  const lines = evaluation
    ? [
        section(
          `VERDICTS  ${countsText(evaluation.counts)}`,
          evaluation.verdicts
            .toSorted((a, b) => rank(a) - rank(b))
            .flatMap((verdict) => verdictLines(verdict, columns)),
        ),
        section(
          "SUSPECTED",
          suspicionLines(evaluation.suspicions ?? [], { agent_id: call.agent_id, columns }),
        ),
        section("DATA", qualityLines(evaluation.data_quality, columns)),
        section("UNUSUAL", unusualLines(evaluation.metrics, columns)),
        section("HEARD", heardLines(evaluation.metrics, columns)),
      ]
    : [];
  const details = evaluation
    ? [
        section("RECORDING", evaluation.recording ? recordingLines(evaluation.recording, columns) : []),
        section("METRICS", measurementLines(evaluation.metrics, columns)),
      ]
    : [];
  const timed = evaluation?.timing_from ? `  times from the ${evaluation.timing_from}` : "";
  return [
    headOf(call),
    ...lines.flat(),
    ...section(`TIMELINE${timed}`, timelineLines(call, columns)),
    ...details.flat(),
  ].join("\n");
}

/** Failed verdicts come first, then missing ones, then the others. */
function rank({ status, response_type, value }: Verdict): number {
  if (status === "EVALUATED") return passesOrFails({ response_type }) && value !== true ? 0 : 3;
  return status === "ERROR" ? 1 : status === "NOT_EVALUATED" ? 2 : 4;
}

/** The record of another service may lack some of these fields. */
function headOf(call: Call): string {
  const { id, agent_id, status, start_time_utc, prompt_version, knowledge_base_version } = call;
  const parts = [
    ["call ", id],
    ["", status],
    ["agent ", agent_id],
    ["", start_time_utc],
    ["prompt v", prompt_version],
    ["knowledge base v", knowledge_base_version],
  ];
  return parts
    .flatMap(([label, value]) => (value === undefined || value === null ? [] : [`${label}${value}`]))
    .join("  ");
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines];

/** The non-zero counts, in words. */
function countsText({
  passed,
  failed,
  evaluated,
  not_applicable,
  not_evaluated,
  error,
}: Evaluation["counts"]): string {
  const others = evaluated - passed - failed;
  const parts: [number, string][] = [
    [passed, "passed"],
    [failed, "failed"],
    [others, "answered"],
    [not_applicable, "not applicable"],
    [not_evaluated, "not evaluated"],
    [error, "in error"],
  ];
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(", ");
}

/** Colours the words that matter. The text says the same without colour. */
export function paintCall(text: string, paint: Paint): string {
  return text
    .replaceAll(/^(?:VERDICTS|SUSPECTED|TIMELINE|RECORDING|METRICS|DATA|UNUSUAL|HEARD)\b/gm, (title) =>
      paint.bold(title),
    )
    .replaceAll(/^ {2}passed\b/gm, (word) => paint.green(word))
    .replaceAll(/^ {2}FAILED\b/gm, (word) => paint.red(word))
    .replaceAll(/^ {2}(?:error|not evaluated)\b/gm, (word) => paint.yellow(word))
    .replaceAll(/^(?:agent|user) .*█.*$/gm, (row) => paint.cyan(row))
    .replaceAll(/[×]+/g, (marks) => paint.red(marks));
}
