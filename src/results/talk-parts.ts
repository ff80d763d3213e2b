/** What conversations and submitted calls have in common: turns, uses of tools, and who spoke when. */
import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { clauseIn } from "../engine/explain-verdict.ts";
import { factsHeardIn } from "./facts-heard.ts";
import { asJson, listOf, numberOf, textOf } from "./read.ts";
import type { Fact, Side, Span, Talk, ToolUse, Turn } from "./talk.ts";
import { figuresOf, measuredSpans, soundFaults, spansOf } from "./verdicts.ts";

/** @param pairs a label, a value, and for an id the screen that shows what it names */
export const facts = (pairs: readonly (readonly [string, unknown, string?])[]): Fact[] =>
  pairs.flatMap(([label, value, screen]): Fact[] => {
    const text = textOf(value);
    return text ? [[label, text, screen && `${screen}/${encodeURIComponent(text)}`]] : [];
  });

/** A turn of either kind: a simulation has `role` and `message`, a call `speaker` and `utterance`. */
export function turnOf(entry: Fields): Turn {
  const speaker = textOf(entry["role"]) ?? textOf(entry["speaker"]) ?? "";
  const side = sideOf(speaker);
  return {
    side,
    ...(side === "other" && { speaker }),
    text: textOf(entry["message"]) ?? textOf(entry["utterance"]) ?? "",
    at_ms: numberOf(entry["start_offset_ms"]),
    end_ms: numberOf(entry["end_offset_ms"]),
  };
}

function sideOf(speaker: string): Side {
  const word = speaker.toLowerCase();
  if (["agent", "assistant", "bot"].includes(word)) return "agent";
  return ["user", "customer", "caller", "human"].includes(word) ? "user" : "other";
}

export const toolOf = (call: Fields): ToolUse => ({
  name: textOf(call["name"]) ?? "tool",
  parameters: asJson(call["parameters"]),
  output: asJson(call["output"]),
  at_ms: numberOf(call["start_offset_ms"]),
});

type Heard = Pick<
  Talk,
  | "turns"
  | "tools"
  | "figures"
  | "facts_heard"
  | "duration_ms"
  | "speech"
  | "waits"
  | "interruptions"
  | "faults"
>;

export function heard(
  turns: readonly Turn[],
  tools: readonly ToolUse[],
  evaluation: Fields,
  line_ms: number | null = null,
): Heard {
  const recording = fieldsOf(evaluation["recording"]);
  const spoken = speechIn(recording) ?? {
    agent: spansOfTurns(turns, "agent"),
    user: spansOfTurns(turns, "user"),
  };
  const last = Math.max(
    0,
    ...[...spoken.agent, ...spoken.user].map(({ end_ms }) => end_ms),
    ...turns.map(({ at_ms, end_ms }) => end_ms ?? at_ms ?? 0),
    ...tools.map(({ at_ms }) => at_ms ?? 0),
  );
  return {
    turns,
    tools,
    figures: figuresOf(evaluation),
    facts_heard: factsHeardIn(evaluation["metrics"]),
    duration_ms: numberOf(recording["duration_ms"]) ?? line_ms ?? last,
    speech: spoken,
    waits: measuredSpans(evaluation, "agent.response_latency.mean"),
    interruptions: [
      ...measuredSpans(evaluation, "interruptions.by_user"),
      ...measuredSpans(evaluation, "interruptions.by_agent"),
    ],
    faults: { agent: soundFaults(evaluation, "agent"), user: soundFaults(evaluation, "user") },
  };
}

const spansOfTurns = (turns: readonly Turn[], side: Side): Span[] =>
  turns.flatMap((turn) =>
    turn.side === side && turn.at_ms !== null && turn.end_ms !== null
      ? [{ start_ms: turn.at_ms, end_ms: turn.end_ms }]
      : [],
  );

/** Who spoke when according to the recording, if it distinguishes the sides. */
function speechIn(recording: Fields): Talk["speech"] | undefined {
  const agent = agentChannel(recording);
  if (agent === null) return undefined;
  const spans = listOf(recording["channels"]).map(({ estimate }) =>
    spansOf(fieldsOf(fieldsOf(estimate)["voice_activity"])["segments"]),
  );
  const [own, others] = [spans[agent], spans[agent === 0 ? 1 : 0]];
  return own && others ? { agent: own, user: others } : undefined;
}

export const agentChannel = (recording: Fields): number | null =>
  numberOf(fieldsOf(recording["assignment"])["agent_channel"]);

/** A reason by which failures are grouped. */
export function causeOf(name: string, text: string): string {
  const clause = clauseIn(text);
  if (clause) return `${name}: ${clause}`;
  return /^\w+$/.test(text) ? `${name}: ${text}` : name;
}
