import { hash } from "node:crypto";
import type { ConversationInput } from "../metrics/conversation.ts";
import type { MetricValue } from "../metrics/metric-value.ts";
import type { Turn } from "../rules-language/input.ts";
import { answerSchema, isStrict, type JsonSchema } from "./answer-schema.ts";
import type { JudgedMetric } from "./metric.ts";
import { dataPrompt, type Marks, type OptionOrder, systemPrompt } from "./prompt.ts";
import { type Suspicion, suspicionsOf } from "./suspicion.ts";
import { type ReferringText, referToVariables } from "./variables.ts";

/** What a judge may know about a call. Absent fields are unknown. */
export interface JudgedCall {
  /** Absent if there is no transcript. */
  turns: readonly Turn[];
  tool_calls?: ConversationInput["tool_calls"];
  events?: ConversationInput["events"];
  conversation_ended_by?: ConversationInput["conversation_ended_by"];
  /** Built-in metrics. Those with a number or a text become facts. */
  builtins: Iterable<MetricValue>;
  /** Values for `{{key}}` in the description and the guidance. */
  metadata?: Readonly<Record<string, unknown>> | null;
}

/** A question to a judge, the same for each vote. */
export interface Question {
  metric: JudgedMetric;
  turns: readonly Turn[];
  /**
   * Keys that the metric names but the call's metadata lacks. With missing keys, the question can't be asked.
   */
  missing_variables: string[];
  /** Characters of the data. A judge accepts a limited number. */
  size: number;
  suspected_injection: Suspicion[];
  /** The prompt of one vote, counted from 1. The same question and vote give the same bytes. */
  ballot(vote: number): Ballot;
}

/** The prompt of one vote, and what its answer must repeat. */
export interface Ballot {
  system: string;
  user: string;
  schema: JsonSchema;
  strict: boolean;
  nonce: string;
  /** The true answers to control_1 and control_2. */
  controls: readonly [boolean, boolean];
}

/** Creates the question whether, or how far, a call meets a metric. */
export function questionOf(metric: JudgedMetric, call: JudgedCall, order?: OptionOrder): Question {
  const name = referToVariables(metric.name, call.metadata);
  const description = referToVariables(metric.description ?? "", call.metadata);
  const guidance = referToVariables(metric.scoring_guidance ?? "", call.metadata);
  const criterion = { name: name.text, description: description.text, scoring_guidance: guidance.text };
  const texts = [name, description, guidance];
  const data = dataOf(call, texts);
  const encoded = JSON.stringify(data);
  return {
    metric,
    turns: call.turns,
    missing_variables: [...new Set(texts.flatMap(({ missing }) => missing))],
    size: encoded.length,
    suspected_injection: suspicionsOf(partsOf(data)),
    ballot(vote) {
      // No participant can write anything that depends on the hash of everything that was said.
      const digest = hash("sha256", JSON.stringify([vote, metric.response_type, criterion, encoded]));
      const code = digest.slice(32, 40);
      const wrong = otherThan(code);
      const first = Number.parseInt(digest.slice(-1), 16) % 2 === 0;
      const marks: Marks = {
        nonce: digest.slice(0, 32),
        control_codes: first ? [code, wrong] : [wrong, code],
      };
      return {
        system: systemPrompt(metric, criterion, marks, order),
        user: dataPrompt({ code, ...data }, marks),
        schema: answerSchema(metric),
        strict: isStrict(metric),
        nonce: marks.nonce,
        controls: [first, !first],
      };
    },
  };
}

/** A code that differs in every digit. */
function otherThan(code: string): string {
  return Array.from(code, (digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join("");
}

interface Data {
  turns?: object[];
  tool_calls?: readonly unknown[];
  events?: readonly unknown[];
  conversation_ended_by?: string;
  facts: Record<string, { value: number | string; unit: string }>;
  variables: Record<string, unknown>;
}

function dataOf(call: JudgedCall, texts: readonly ReferringText[]): Data {
  const { turns, tool_calls, events, conversation_ended_by, builtins } = call;
  return {
    ...(turns.length > 0 && {
      turns: turns.map(({ i, speaker, text, start_offset_ms }) => ({
        i,
        speaker,
        text,
        ...(typeof start_offset_ms === "number" && { start_offset_ms }),
      })),
    }),
    ...(tool_calls && { tool_calls }),
    ...(events && { events }),
    ...(conversation_ended_by && { conversation_ended_by }),
    facts: factsOf(builtins),
    variables: Object.assign({}, ...texts.map(({ variables }) => variables)),
  };
}

function factsOf(builtins: Iterable<MetricValue>): Data["facts"] {
  const facts: Data["facts"] = {};
  for (const { id, status, value, unit } of builtins)
    if (status === "EVALUATED" && (typeof value === "number" || typeof value === "string"))
      facts[id] = { value, unit };
  return facts;
}

function* partsOf({ turns = [], tool_calls, events, variables }: Data): Iterable<readonly [string, string]> {
  for (const [index, turn] of turns.entries())
    yield [`turn ${index + 1}`, "text" in turn ? String(turn.text) : ""];
  for (const [name, part] of Object.entries({ tool_calls, events, variables }))
    for (const text of textsIn(part)) yield [name, text];
}

/** Every text in a value, keys of objects included. */
function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) {
      if (!Array.isArray(value)) yield key;
      yield* textsIn(item);
    }
}
