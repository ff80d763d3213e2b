import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { ExpectedToolCall, ToolCall } from "../conversation.ts";
import type { Fact, Warning } from "../metric-value.ts";
import { orderProblems } from "./call-order.ts";
import { type CompareMode, PatternRefused } from "./compare-values.ts";
import { toolProblems } from "./describe-tool-calls.ts";
import type { EffectfulRule } from "./effectful.ts";
import { isErrorOutput } from "./failed-call.ts";
import { matchToolCalls, type ToolCallMatch } from "./match-tool-calls.ts";
import type { PatternMatcher } from "./matches-pattern.ts";

/** Conversations with more pairs of an actual and an expected call than this are not matched. */
const MAX_PAIRS = 250_000;

/** Parameters are compared for duplicates only down to this depth. */
const MAX_LEVELS = 100;

/** The calls by themselves. Numbers are indexes into `tool_calls`. */
export interface MadeCalls {
  calls: readonly ToolCall[];
  failed: readonly number[];
  /** Calls with the name and the parameters of an earlier call. */
  duplicates: readonly number[];
}

/** The calls compared with the expected ones. */
export interface MatchedCalls extends ToolCallMatch {
  /** Extra calls that changed something: their tools do, and they did not fail. */
  extra_effectful: readonly number[];
  effectful: EffectfulAgreement;
  /**
   * The changes are the expected ones (`effectful.agrees`) in the order that matters, and every other expected
   * call was made without an error.
   */
  as_expected: boolean;
  /** Why `as_expected` is false, one sentence each. */
  problems: readonly string[];
  /** Tools of extra calls whose effect was guessed from their names. */
  guessed: GuessedTools;
}

export interface GuessedTools {
  effectful: readonly string[];
  read_only: readonly string[];
}

/**
 * Whether the calls that changed something are exactly the expected ones: the effectful calls that did not
 * fail match the expected effectful calls one to one, with exactly the expected parameters.
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

/** When the calls start, in ascending order, ms. Missing if any call has no start. */
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
  return { starts: { value: starts.sort((a, b) => a - b) }, warnings: [] };
}

export function madeCalls(calls: readonly ToolCall[], isEffectful: EffectfulRule): MadeCalls {
  const failed: number[] = [];
  const duplicates: number[] = [];
  const seen = new Set<string>();
  calls.forEach(({ name, parameters, output }, index) => {
    if (isErrorOutput(output, isEffectful(name))) failed.push(index);
    const size_before = seen.size;
    seen.add(canonicalJson(parameters ?? {}, MAX_LEVELS) + name);
    if (seen.size === size_before) duplicates.push(index);
  });
  return { calls, failed, duplicates };
}

export function matchedCalls(
  expected: readonly ExpectedToolCall[],
  { calls, failed }: MadeCalls,
  isEffectful: EffectfulRule,
  { mode, matchesPattern }: ToolOptions,
): Fact<MatchedCalls> {
  if (expected.length * calls.length > MAX_PAIRS) return { missing: "too_many_tool_calls" };
  // An expected error is not an expected change.
  const wanted = expected.filter(({ name, output }) => isEffectful(name) && !isErrorOutput(output, true));
  const failures = new Set(failed);
  const hasFailed = (call: number) => failures.has(call);
  const done = calls.filter(({ name }, index) => isEffectful(name) && !hasFailed(index));
  try {
    const ranks = ranksInTime(calls);
    const match = matchToolCalls(expected, calls, { mode, matchesPattern, hasFailed, ranks });
    const disordered = orderProblems(expected, calls, match, ranks);
    const effects = matchToolCalls(wanted, done, {
      mode: "exact",
      matchesPattern,
      hasFailed: () => false,
      ranks: [],
    });
    const agrees = effects.extra.length === 0 && effects.expected.every(({ status }) => status === "matched");
    const extra_effectful = match.extra.filter(
      (index) => isEffectful(calls[index]?.name ?? "") && !hasFailed(index),
    );
    const names = [...new Set(match.extra.map((index) => calls[index]?.name ?? ""))].filter(
      isEffectful.isGuess,
    );
    const guessed = {
      effectful: names.filter(isEffectful),
      read_only: names.filter((name) => !isEffectful(name)),
    };
    const effectful = { agrees, n: wanted.length + done.length };
    const isWanted = (at: number) => wanted.includes(expected[at] as ExpectedToolCall);
    const reads_agree = match.expected.every((one) => one.status === "matched" || isWanted(one.expected));
    const matched = {
      ...match,
      extra_effectful,
      effectful,
      as_expected: agrees && reads_agree && disordered.length === 0,
      guessed,
    };
    return {
      value: {
        ...matched,
        problems: [...toolProblems({ ...matched, as_expected: agrees && reads_agree }, calls), ...disordered],
      },
    };
  } catch (error) {
    if (error instanceof PatternRefused) return { missing: "unsupported_pattern" };
    throw error;
  }
}

/** The position of each call in the order of start times, or in the list if a start is missing. */
function ranksInTime(calls: readonly ToolCall[]): number[] {
  const ranks = [...calls.keys()];
  const starts = calls.map((call) => call.start_offset_ms ?? Number.NaN);
  if (!starts.every(Number.isFinite)) return ranks;
  const order = ranks.toSorted((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  order.forEach((call, rank) => {
    ranks[call] = rank;
  });
  return ranks;
}
