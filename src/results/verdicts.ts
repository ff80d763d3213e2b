/** Verdicts and measurements of an evaluation, in the form of the views. */

import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { outcomeOfVerdict, passesOrFails } from "../contract/rules/outcomes.ts";
import { explainVerdict } from "../engine/explain-verdict.ts";
import { stateInWords } from "../engine/rules-language/state-in-words.ts";
import { quantity } from "./quantity.ts";
import { asJson, listOf, numberOf, textOf } from "./read.ts";
import {
  type Clause,
  type Evidence,
  type Figure,
  type Span,
  STANDINGS,
  type Standing,
  type Suspicion,
  type Verdict,
} from "./talk.ts";

/** The places that evidence may refer to. */
export interface Places {
  /** When each turn began. */
  readonly turns: readonly { readonly at_ms: number | null; readonly end_ms: number | null }[];
  readonly tools: readonly { readonly at_ms: number | null }[];
}

/** Failed ones first, then those without a verdict, then the rest. */
export function verdictsOf(evaluation: Fields, places: Places): Verdict[] {
  const measured = spansById(evaluation);
  return listOf(evaluation["verdicts"])
    .map((verdict) => verdictOf(verdict, places, measured))
    .toSorted((a, b) => RANK[a.standing] - RANK[b.standing]);
}

const RANK: Readonly<Record<Standing, number>> = { failed: 0, unclear: 1, running: 2, passed: 3, none: 4 };

function verdictOf(verdict: Fields, places: Places, measured: ReadonlyMap<string, Span[]>): Verdict {
  const { name } = verdict;
  const clauses = listOf(verdict["clauses"]);
  const pieces = [...decidingIn(clauses), verdict].flatMap(({ evidence }) => listOf(evidence));
  return {
    name: textOf(name) ?? "unnamed metric",
    standing: standingOf(verdict),
    value: wordOf(verdict),
    why: explainVerdict({ status: "", ...verdict } as Parameters<typeof explainVerdict>[0]) ?? null,
    clauses: clauses.map(clauseOf),
    evidence: pieces.flatMap((item) => evidenceOf(item, places, measured)),
    isDecided: verdict["status"] === "EVALUATED",
  };
}

const decidingIn = (clauses: readonly Fields[]) => clauses.filter(({ decided }) => decided === true);

/** What proposed policies would say. */
export function suspicionsOf(evaluation: Fields, places: Places): Suspicion[] {
  const measured = spansById(evaluation);
  return listOf(evaluation["suspicions"]).map(({ sentence, reads, clauses }) => ({
    sentence: textOf(sentence) ?? "",
    reads: textOf(reads) ?? "",
    evidence: decidingIn(listOf(clauses))
      .flatMap(({ evidence }) => listOf(evidence))
      .flatMap((item) => evidenceOf(item, places, measured)),
  }));
}

/** The sentences of the proposed policies that were broken, by a conversation or an evaluation. */
export const suspectedIn = (record: Fields): string[] =>
  listOf(record["suspicions"]).flatMap(({ sentence }) => textOf(sentence) ?? []);

export const standingOf = (verdict: Fields): Standing => STANDINGS[outcomeOfVerdict(verdict)];

function wordOf({ status, reason, response_type, value, unit }: Fields): string {
  if (status !== "EVALUATED") {
    const word = (textOf(status) ?? "not evaluated").toLowerCase().replaceAll("_", " ");
    return reason ? `${word} (${textOf(reason)})` : word;
  }
  if (passesOrFails({ response_type })) return value === true ? "passed" : "failed";
  if (response_type === "yes_no") return value === true ? "yes" : "no";
  return quantity(value, textOf(unit) ?? undefined);
}

const clauseOf = ({ text, outcome, decided }: Fields): Clause => ({
  text: textOf(text) ?? "",
  holds: typeof outcome === "boolean" ? outcome : null,
  decided: decided === true,
});

function evidenceOf(evidence: Fields, places: Places, measured: ReadonlyMap<string, Span[]>): Evidence[] {
  const { kind, turn, call, quote, name, id, value, unit, matched } = evidence;
  if (matched === false) return [];
  const at = (ms: number | null | undefined) => (ms === null || ms === undefined ? {} : { at_ms: ms });
  if (kind === "turn" && typeof turn === "number")
    return [{ text: textOf(quote) ?? `turn ${turn}`, turn: turn - 1, ...at(places.turns[turn - 1]?.at_ms) }];
  if (kind === "tool_call" && typeof call === "number")
    return [
      { text: textOf(name) ?? `tool call ${call}`, tool: call - 1, ...at(places.tools[call - 1]?.at_ms) },
    ];
  if (kind === "state") return [rowOf(evidence)];
  if (kind === "metric") {
    const said = `${textOf(id)} is ${quantity(value, textOf(unit) ?? undefined)}`;
    const span = longest(measured.get(textOf(id) ?? "") ?? []);
    if (!span) return [{ text: said }];
    const turnAt = turnNear(places, span.end_ms);
    if (turnAt === undefined) return [{ text: said, at_ms: span.start_ms }];
    return [{ text: said, turn: turnAt, ...at(places.turns[turnAt]?.at_ms) }];
  }
  return [{ text: asJson(evidence) }];
}

/** A row of a world's table, with the turn before it changed. */
function rowOf(evidence: Fields): Evidence {
  const turn = numberOf(evidence["turn"]) ?? 0;
  return { text: stateInWords(evidence), ...(turn > 0 && { turn: turn - 1 }) };
}

/** What became of the tables of a conversation's world. Null without one. */
export const endStateOf = (evaluation: Fields): Evidence[] | null =>
  Array.isArray(evaluation["end_state"]) ? listOf(evaluation["end_state"]).map(rowOf) : null;

const longest = (spans: readonly Span[]): Span | undefined =>
  spans.toSorted((a, b) => b.end_ms - b.start_ms - (a.end_ms - a.start_ms))[0];

/** How far a transcript may differ from the recording in which a span was measured. */
const NEAR_MS = 1500;

/** The turn that begins nearest to a moment. */
function turnNear({ turns }: Places, ms: number): number | undefined {
  const near = turns
    .map(({ at_ms }, index) => ({
      index,
      away: at_ms === null ? Number.POSITIVE_INFINITY : Math.abs(at_ms - ms),
    }))
    .toSorted((a, b) => a.away - b.away)[0];
  return near && near.away <= NEAR_MS ? near.index : undefined;
}

function spansById(evaluation: Fields): Map<string, Span[]> {
  return new Map(
    listOf(evaluation["metrics"]).map(({ id, evidence }) => [textOf(id) ?? "", spansOf(evidence)]),
  );
}

export const spansOf = (value: unknown): Span[] =>
  listOf(value).flatMap(({ start_ms, end_ms }) =>
    typeof start_ms === "number" && typeof end_ms === "number" ? [{ start_ms, end_ms }] : [],
  );

/** The evidence of one measurement. */
export const measuredSpans = (evaluation: Fields, id: string): Span[] =>
  spansOf(listOf(evaluation["metrics"]).find((metric) => metric["id"] === id)?.["evidence"]);

/** Where something is wrong with the sound of a side: the places of its metrics of sound. */
export const soundFaults = (evaluation: Fields, side: "agent" | "user"): Span[] =>
  listOf(evaluation["metrics"])
    .filter(({ id }) => String(id).startsWith(`${side}.audio.`))
    .flatMap(({ evidence }) => spansOf(evidence));

/** The numbers that people look for first, in this order. A conversation has some of them. */
const TELLING = [
  "agent.response_latency.p50",
  "agent.response_latency.p95",
  "agent.response_latency.max",
  "time_to_first_agent_speech",
  "call_duration",
  "turn_count",
  "talk_share.agent",
  "interruptions.by_user",
  "interruptions.by_agent",
  "overlap_ms",
  "longest_silence",
  "tool_calls.count",
  "tool_calls.failed",
  "tool_calls.missing",
  "agent_repetition",
  "words_per_message.mean",
  "wer",
];

export function figuresOf(evaluation: Fields): Figure[] {
  const metrics = new Map(listOf(evaluation["metrics"]).map((metric) => [metric["id"], metric]));
  return TELLING.flatMap((id) => {
    const { status, value, unit } = fieldsOf(metrics.get(id));
    const number = numberOf(value);
    return status === "EVALUATED" && number !== null ? [{ id, value: number, unit: textOf(unit) ?? "" }] : [];
  });
}
