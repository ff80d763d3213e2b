import { passesOrFails } from "../../../contract/rules/outcomes.ts";
import { voteSplit } from "../../../engine/explain-verdict.ts";
import { shownName } from "../../../engine/policies/verdict-name.ts";
import { stateInWords } from "../../../engine/rules-language/state-in-words.ts";
import { quantity } from "../../../results/quantity.ts";
import type { Verdict } from "./call.ts";
import { wrap } from "./wrap.ts";

/**
 * A verdict with everything that it is based on: the clauses of rules, or the judge's quotes and explanation.
 */
export function verdictLines(verdict: Verdict, columns: number | undefined): string[] {
  const { name, clauses = [], errors = [], evidence = [], reasoning, suspected_injection = [] } = verdict;
  const detail = (head: string, text: string) => wrap(`      ${head}`, text, columns);
  return [
    ...wrap(`  ${outcomeOf(verdict).padEnd(14)} `, shownName(name), columns),
    ...(verdict.message ? detail("", verdict.message) : []),
    ...errors.flatMap(({ line, column, message }) => detail(`${line}:${column} `, message)),
    ...clauses.flatMap((clause) => [
      ...detail(`${clause.decided ? "*" : " "} ${String(clause.outcome).padEnd(7)} `, clause.text),
      ...clause.evidence.flatMap((item) => detail("    ", evidenceText(item))),
      ...(clause.missing ? detail("    ", `missing: ${clause.missing}`) : []),
    ]),
    ...evidence.flatMap((item) => detail("", evidenceText(item))),
    ...(reasoning ? detail("judge: ", reasoning) : []),
    ...judgeLines(verdict).flatMap((line) => detail("", line)),
    ...suspected_injection.flatMap(({ where, sign }) =>
      detail("warning: ", `${where} seems to address the judge (${sign})`),
    ),
  ];
}

/** A verdict in one or two words. Only a pass_fail metric passes or fails. */
export function outcomeOf({ status, reason, response_type, value, unit }: Verdict): string {
  if (status !== "EVALUATED")
    return `${status.toLowerCase().replaceAll("_", " ")}${reason ? ` (${reason})` : ""}`;
  if (passesOrFails({ response_type })) return value === true ? "passed" : "FAILED";
  if (response_type === "yes_no") return value === true ? "yes" : "no";
  return quantity(value, unit);
}

function judgeLines({ method, model, agreement, votes, usage }: Verdict): string[] {
  if (method !== "judge" || !model) return [];
  const parts = [`by ${model}`];
  if (typeof agreement === "number") parts.push(`agreement ${quantity(agreement)}`);
  const split = voteSplit(votes);
  if (split) parts.push(`votes: ${split}`);
  if (usage) {
    parts.push(
      usage.cached_calls > 0
        ? `${usage.calls} calls, ${usage.cached_calls} from the cache`
        : `${usage.calls} calls`,
    );
    if (usage.prompt_tokens !== null && usage.completion_tokens !== null)
      parts.push(`${usage.prompt_tokens} + ${usage.completion_tokens} tokens`);
  }
  return [parts.join(", ")];
}

/** A piece of evidence of any kind, in words. */
export function evidenceText(item: Readonly<Record<string, unknown>>): string {
  const { kind, turn, speaker, quote, matched, call, name, parameters, id, value, unit } = item;
  const uncounted = matched === false ? " (not counted)" : "";
  if (kind === "turn") return `turn ${turn} ${speaker}: ${JSON.stringify(quote)}${uncounted}`;
  if (kind === "tool_call")
    return `tool call ${call} ${name}(${JSON.stringify(parameters) ?? ""})${uncounted}`;
  if (kind === "state") return `${stateInWords(item)}${uncounted}`;
  if (kind === "metric") return `${id} is ${quantity(value, typeof unit === "string" ? unit : undefined)}`;
  return JSON.stringify(item);
}
