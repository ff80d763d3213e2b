import { duration } from "../words/figures-in-words.ts";
import { quantityText } from "./quantity-text.ts";
import type { ClauseResult, Evidence, RuleResult } from "./result.ts";
import { stateInWords } from "./state-in-words.ts";

/**
 * A result for people: one line for the verdict, then each clause as written, with its line, its outcome (`*`
 * marks the clauses that decided), and what it found. Quotes are escaped as in JSON.
 */
export function formatResult(result: RuleResult): string {
  return [
    headOf(result),
    ...(result.errors ?? []).map(({ line, column, message }) => `  ${line}:${column} ${message}`),
  ]
    .concat(result.clauses.flatMap(formatClause))
    .join("\n");
}

function headOf({ status, reason, value, unit, missing, message, errors }: RuleResult): string {
  if (status === "EVALUATED")
    return `${status}: ${typeof value === "number" ? quantityText(value, unit) : JSON.stringify(value)}`;
  const detail = errors ? undefined : (message ?? missing?.join(", "));
  return [status, reason && ` (${reason})`, detail && `: ${detail}`].join("");
}

function formatClause({ line, text, outcome, decided, evidence, missing }: ClauseResult): string[] {
  const [first = "", ...rest] = text.split("\n");
  const lines = [`${decided ? "*" : " "} line ${line}  ${String(outcome).padEnd(7)}  ${first.trimEnd()}`];
  const details = [
    ...rest.map((part) => part.trim()),
    ...evidence.map(formatEvidence),
    ...(missing === undefined ? [] : [`missing: ${missing}`]),
  ];
  return [...lines, ...details.map((detail) => `      ${detail}`)];
}

function formatEvidence(evidence: Evidence): string {
  if (evidence.kind === "metric") return `${evidence.id} is ${quantityText(evidence.value, evidence.unit)}`;
  const uncounted = evidence.matched ? "" : " (not counted)";
  if (evidence.kind === "turn")
    return `turn ${evidence.turn} ${evidence.speaker}: ${JSON.stringify(evidence.quote)}${uncounted}`;
  if (evidence.kind === "state") return `${stateInWords(evidence)}${uncounted}`;
  const { call, name, parameters, start_offset_ms } = evidence;
  const time = start_offset_ms === undefined ? "" : ` at ${duration(start_offset_ms)}`;
  return `tool call ${call} ${name}(${JSON.stringify(parameters) ?? ""})${time}${uncounted}`;
}
