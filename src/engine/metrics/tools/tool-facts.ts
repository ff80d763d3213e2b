import type { ConversationInput, ExpectedToolCall, ToolCall } from "../conversation.ts";
import type { Fact, Warning } from "../metric-value.ts";
import { isAscending } from "./ascending.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type CompareMode, PatternRefused } from "./compare-values.ts";
import { effectfulRule } from "./effectful.ts";
import { isErrorOutput } from "./failed-call.ts";
import { matchToolCalls, type ToolCallMatch } from "./match-tool-calls.ts";
import type { PatternMatcher } from "./matches-pattern.ts";

/** Conversations with more pairs of a call and an expected call are not matched. */
const MAX_PAIRS = 250_000;

/** What the calls are on their own; numbers are indexes into `tool_calls`. */
export interface MadeCalls {
  calls: readonly ToolCall[];
  failed: readonly number[];
  /** Calls with the name and the parameters of an earlier call. */
  duplicates: readonly number[];
}

/** What the calls are to the expected ones. */
export interface MatchedCalls extends ToolCallMatch {
  /** The extra calls of tools that change something. */
  extra_effectful: readonly number[];
  effectful: EffectfulAgreement;
}

/**
 * Whether the calls that changed something are just the expected ones: the effectful calls that did not fail match
 * the expected effectful calls one to one, with exactly the expected parameters.
 */
interface EffectfulAgreement {
  agrees: boolean;
  /** How many effectful calls were expected or made. */
  n: number;
}

export interface ToolOptions {
  mode: CompareMode;
  matchesPattern: PatternMatcher;
}

/** Starts of the calls in ascending order, ms; missing when a single call has none. */
export function toolStarts(calls: readonly ToolCall[]): { starts: Fact<number[]>; warnings: Warning[] } {
  const starts: number[] = [];
  const indexes: number[] = [];
  calls.forEach(({ start_offset_ms: start }, index) => {
    if (Number.isFinite(start)) starts.push(Number(start));
    else indexes.push(index);
  });
  if (indexes.length > 0) {
    const message = "tool calls without start_offset_ms: not placed in time";
    const warning: Warning = { code: "tool_call_without_offset", indexes, message };
    return { starts: { missing: "missing_offsets" }, warnings: [warning] };
  }
  return { starts: { value: isAscending(starts) ? starts : starts.sort((a, b) => a - b) }, warnings: [] };
}

export function madeCalls(calls: readonly ToolCall[]): MadeCalls {
  const failed: number[] = [];
  const duplicates: number[] = [];
  const seen = new Set<string>();
  calls.forEach(({ name, parameters, output }, index) => {
    if (isErrorOutput(output)) failed.push(index);
    const known = seen.size;
    seen.add(canonicalJson(parameters ?? {}) + name);
    if (seen.size === known) duplicates.push(index);
  });
  return { calls, failed, duplicates };
}

export function matchedCalls(
  expected: readonly ExpectedToolCall[],
  { calls, failed }: MadeCalls,
  effectful_tools: ConversationInput["effectful_tools"],
  { mode, matchesPattern }: ToolOptions,
): Fact<MatchedCalls> {
  if (expected.length * calls.length > MAX_PAIRS) return { missing: "too_many_tool_calls" };
  const isEffectful = effectfulRule(effectful_tools);
  const wanted = expected.filter(({ name }) => isEffectful(name));
  const hasFailed = new Set(failed);
  const done = calls.filter(({ name }, index) => isEffectful(name) && !hasFailed.has(index));
  try {
    const match = matchToolCalls(expected, calls, { mode, matchesPattern, ranks: ranksInTime(calls) });
    const effects = matchToolCalls(wanted, done, { mode: "exact", matchesPattern, ranks: [] });
    const agrees = effects.extra.length === 0 && effects.expected.every(({ status }) => status === "matched");
    const extra_effectful = match.extra.filter((index) => isEffectful(calls[index]?.name ?? ""));
    const effectful = { agrees, n: wanted.length + done.length };
    const { expected: outcomes, extra, order_violations } = match;
    return { value: { expected: outcomes, extra, order_violations, extra_effectful, effectful } };
  } catch (error) {
    if (error instanceof PatternRefused) return { missing: "unsupported_pattern" };
    throw error;
  }
}

/** The position of each call by its start, or as listed when a start is missing. */
function ranksInTime(calls: readonly ToolCall[]): number[] {
  const ranks = [...calls.keys()];
  const starts = calls.map((call) => call.start_offset_ms ?? Number.NaN);
  if (!starts.every(Number.isFinite) || isAscending(starts)) return ranks;
  const order = ranks.toSorted((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  order.forEach((call, rank) => {
    ranks[call] = rank;
  });
  return ranks;
}
