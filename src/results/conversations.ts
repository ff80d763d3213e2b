/**
 * Turns answers about simulations and calls into the records of the views. Only this file and its neighbours
 * know the format of answers.
 */

import { readCall } from "../contract/readings/call.ts";
import { type PublishedConversation, readConversation, spokenIn } from "../contract/readings/conversation.ts";
import { outcomeOfConversation, outcomeOfVerdicts } from "../contract/rules/outcomes.ts";
import { clauseIn } from "../engine/explain-verdict.ts";
import { shellWord } from "../lib/shell-word.ts";
import { reportedFacts } from "./agent-events.ts";
import { firstReason, reasonsOf } from "./check/first-reason.ts";
import { factsHeardIn } from "./facts-heard.ts";
import { asJson, type Fields, fieldsOf, listOf, numberOf, textOf, textsOf, unwrap } from "./read.ts";
import {
  type Audio,
  type Fact,
  type Row,
  type Side,
  type Span,
  STANDINGS,
  type Standing,
  type Talk,
  type ToolUse,
  type Turn,
} from "./talk.ts";
import {
  endStateOf,
  figuresOf,
  measuredSpans,
  soundFaults,
  spansOf,
  standingOf,
  suspectedIn,
  suspicionsOf,
  verdictsOf,
} from "./verdicts.ts";
import { versionsLine } from "./versions.ts";

type Named = (digital_human_id: unknown) => string;

/** A conversation from an answer. It may have been read already. */
export function conversationIn(answer: unknown): Fields {
  const fields = unwrap(answer, "simulation_result");
  return "started_at" in fields
    ? fields
    : { ...readConversation(fields as unknown as PublishedConversation) };
}

/** A call from an answer. It may have been read already. */
export const callIn = (answer: unknown): Fields => ({
  ...readCall(unwrap(answer, "call_log") as unknown as Parameters<typeof readCall>[0]),
});

/** A conversation of a run, as a row of a list. */
export function resultRow(answer: unknown, nameOf: Named): Row {
  const result = conversationIn(answer);
  return {
    kind: "conversation",
    id: textOf(result["id"]) ?? "",
    name: titleOf(result, nameOf),
    standing: outcomeOf(result),
    // The reasons of a passed conversation are on its own page.
    reason: result["outcome"] === "passed" ? null : firstReason(judgedOf(result)),
    causes: causesOf(result),
    turns: Array.isArray(result["transcript"]) ? turnsOf(result).length : null,
    at: textOf(result["started_at"]) ?? textOf(result["created_at"]),
    tags: textsOf(result["tags"]),
    criteria: [...new Set(notPassed(result).map(({ name }) => name))],
    suspected: suspectedIn(result),
    duration_ms: between(textOf(result["started_at"]), textOf(result["ended_at"])),
    caller: nameOf(result["digital_human_id"]),
    digital_human_id: String(result["digital_human_id"]),
    repetition: numberOf(result["repetition"]) ?? 1,
    pair: pairOf(result["digital_human_id"], numberOf(result["repetition"]) ?? 1),
  };
}

const notPassed = (result: Fields) => reasonsOf(judgedOf(result));

const between = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from));

/** What was said, in the words that a search looks for. */
export const saidIn = (answer: unknown): string =>
  turnsOf(conversationIn(answer))
    .map((entry) => turnOf(entry).text)
    .join("\n")
    .toLowerCase();

/** The key that pairs a conversation with one of another run. */
export const pairOf = (digital_human_id: unknown, repetition: number): string =>
  `${String(digital_human_id)}.${repetition}`;

const judgedOf = (result: Fields) => {
  const criteria = fieldsOf(result["criteria"]);
  return {
    outcome: textOf(result["outcome"]),
    outcome_reason: textOf(result["outcome_reason"]),
    criteria: {
      failed: textsOf(criteria["failed"]),
      unevaluated: textsOf(criteria["unevaluated"]),
      error: textsOf(criteria["error"]),
    },
  };
};

/**
 * The reasons by which failures are grouped. A rule's clause is the same for all failures; a judge's words
 * are not.
 */
function causesOf(result: Fields): string[] {
  const judged = judgedOf(result);
  if (!judged.outcome || judged.outcome === "passed") return [];
  const reasons = reasonsOf(judged).map(({ name, text }) => causeOf(name, text));
  const telling = reasons.filter((cause) => cause !== "Goal" && !cause.startsWith("Goal:"));
  if (telling.length > 0) return telling;
  if (reasons.length > 0) return reasons;
  return [judged.outcome_reason ?? textOf(result["end_reason"]) ?? judged.outcome];
}

function causeOf(name: string, text: string): string {
  const clause = clauseIn(text);
  if (clause) return `${name}: ${clause}`;
  return /^\w+$/.test(text) ? `${name}: ${text}` : name;
}

function titleOf(result: Fields, nameOf: Named): string {
  const repetition = numberOf(result["repetition"]) ?? 1;
  const name = nameOf(result["digital_human_id"]);
  const step = numberOf(result["journey_step"]);
  if (step) return `${name}, step ${step}`;
  return repetition > 1 ? `${name}, run ${repetition}` : name;
}

const outcomeOf = (result: Fields): Standing => STANDINGS[outcomeOfConversation(result)];

/** A conversation of a run with everything that was said and judged. */
export function resultTalk(answer: unknown, nameOf: Named): Talk {
  const result = conversationIn(answer);
  const evaluation = fieldsOf(result["evaluation"]);
  const line = fieldsOf(result["call"]);
  const turns = turnsOf(result).map(turnOf);
  const tools = listOf(result["tool_calls"]).map(toolOf);
  const id = textOf(result["id"]) ?? "";
  const ended = textOf(result["end_reason"]);
  return {
    kind: "conversation",
    id,
    name: titleOf(result, nameOf),
    standing: outcomeOf(result),
    status: textOf(result["status"]) ?? "",
    reason: textOf(result["outcome_reason"]),
    agent_id: textOf(result["agent_id"]),
    digital_human_id: textOf(result["digital_human_id"]),
    caller: null,
    list: result["simulation_run_id"] ? `run/${textOf(result["simulation_run_id"])}` : null,
    notes: resultNotes(result),
    facts: facts([
      ["Run", result["simulation_run_id"], "run"],
      ["Digital human", result["digital_human_id"], "digital-human"],
      ["Agent", result["agent_id"], "agent"],
      ["Ended by", ended?.replaceAll("_", " ")],
      ["Started", result["started_at"]],
      ["Versions", versionsLine(fieldsOf(result["versions"]))],
      ...reportedFacts(result["events"]),
    ]),
    ...heard(turns, tools, evaluation, numberOf(line["duration_ms"])),
    verdicts: verdictsOf(evaluation, { turns, tools }),
    suspicions: suspicionsOf(evaluation, { turns, tools }),
    end_state: endStateOf(evaluation),
    audio: line["recording"]
      ? {
          url: `/console/result-recordings/${encodeURIComponent(id)}`,
          agent_channel: AGENT_CHANNEL,
        }
      : null,
    is_traced: textsOf(result["trace_ids"]).length > 0,
    traces: null,
    command: `parley sim result ${shellWord(id)}`,
  };
}

/** The service records its own calls with the digital human left and the agent right. */
const AGENT_CHANNEL = 1;

/** What was said. For a voice call, the line knows who spoke when, and evidence counts the line's turns. */
function turnsOf({ call, transcript }: Fields): readonly Fields[] {
  const spoken = spokenIn(fieldsOf(call) as Parameters<typeof spokenIn>[0]);
  return spoken.length > 0 ? spoken : listOf(transcript);
}

function resultNotes(result: Fields): string[] {
  const unread = textOf(fieldsOf(result["evaluation"])["state_unread"]);
  const fidelity = fieldsOf(result["fidelity"]);
  const asked = textsOf(fidelity["asked_but_unknown"]);
  return [
    ...listOf(fidelity["infidelities"]).map(
      ({ reason, detail }) =>
        `The digital human did not keep to its record (${textOf(reason) ?? "unknown"}): ${textOf(detail) ?? ""}`,
    ),
    ...(unread ? [`The state of the agent's system could not be read: ${unread}`] : []),
    ...(asked.length > 0
      ? [`The agent asked for facts that are not in the record: ${asked.join(", ")}`]
      : []),
  ];
}

/** A submitted call, as a row of a list. */
export function callRow(answer: unknown, name?: string): Row {
  const call = callIn(answer);
  const evaluation = fieldsOf(call["evaluation"]);
  const bad = listOf(evaluation["verdicts"]).filter((verdict) =>
    ["failed", "unclear"].includes(standingOf(verdict)),
  );
  const reasons = verdictsOf({ verdicts: bad }, { turns: [], tools: [] });
  const failed = reasons.filter(({ standing }) => standing === "failed");
  const first = reasons[0];
  return {
    kind: "call",
    id: textOf(call["id"]) ?? "",
    name: callName(call, name),
    standing: callStanding(call),
    reason: first ? `${first.name}: ${first.why ?? first.value}` : null,
    causes: (failed.length > 0 ? failed : reasons).map((verdict) => causeOf(verdict.name, verdict.why ?? "")),
    turns: transcriptOf(call, evaluation).length || null,
    at: textOf(call["start_time_utc"]),
    tags: textsOf(call["tags"]),
    criteria: reasons.map(({ name }) => name),
    suspected: suspectedIn(evaluation),
    duration_ms: numberOf(fieldsOf(evaluation["recording"])["duration_ms"]),
  };
}

const callName = (call: Fields, name: string | undefined): string =>
  name || `Call ${(textOf(call["id"]) ?? "").slice(0, 8)}`;

function callStanding({ status, evaluation }: Fields): Standing {
  if (status === "QUEUED" || status === "EVALUATING") return "running";
  const outcome = outcomeOfVerdicts(listOf(fieldsOf(evaluation)["verdicts"]));
  // A call that could not be read completely has nothing that says what does not apply.
  return outcome === "not_applicable" && status !== "COMPLETED" ? "unclear" : STANDINGS[outcome];
}

/** A submitted call with everything that was said and judged. */
export function callTalk(answer: unknown, name?: string): Talk {
  const call = callIn(answer);
  const evaluation = fieldsOf(call["evaluation"]);
  const turns = transcriptOf(call, evaluation).map(turnOf);
  const tools = listOf(call["tool_calls"]).map(toolOf);
  const id = textOf(call["id"]) ?? "";
  const verdicts = verdictsOf(evaluation, { turns, tools });
  const first = verdicts[0];
  const standing = callStanding(call);
  return {
    kind: "call",
    id,
    name: callName(call, name),
    standing,
    status: textOf(call["status"]) ?? "",
    reason: first && standing !== "passed" && first.why ? `${first.name}: ${first.why}` : null,
    agent_id: textOf(call["agent_id"]),
    digital_human_id: null,
    caller: null,
    list: call["agent_id"] ? `calls/${textOf(call["agent_id"])}` : null,
    notes: listOf(evaluation["data_quality"]).flatMap(({ message }) => textOf(message) ?? []),
    facts: facts([
      ["Agent", call["agent_id"], "agent"],
      ["Prompt", version(call["prompt_version"])],
      ["Knowledge base", version(call["knowledge_base_version"])],
      ["Started", call["start_time_utc"]],
      ["Direction", textOf(call["call_direction"])?.toLowerCase()],
      ["Tags", textsOf(call["tags"]).join(", ")],
      ...reportedFacts(call["events"]),
    ]),
    ...heard(turns, tools, evaluation),
    verdicts,
    suspicions: suspicionsOf(evaluation, { turns, tools }),
    end_state: endStateOf(evaluation),
    audio: audioOf(call, evaluation),
    is_traced: Boolean(textOf(call["trace_id"])),
    traces: null,
    command: `parley evaluate show ${shellWord(id)}`,
  };
}

const version = (number: unknown) => (typeof number === "number" ? `version ${number}` : null);

/** The transcript of the submission, otherwise the fetched one. */
function transcriptOf(call: Fields, evaluation: Fields): readonly Fields[] {
  const own = listOf(call["transcript"]);
  return own.length > 0 ? own : listOf(evaluation["transcript"]);
}

/** @param pairs a label, a value, and for an id the screen that shows what it names */
const facts = (pairs: readonly (readonly [string, unknown, string?])[]): Fact[] =>
  pairs.flatMap(([label, value, screen]): Fact[] => {
    const text = textOf(value);
    return text ? [[label, text, screen && `${screen}/${encodeURIComponent(text)}`]] : [];
  });

/** A turn of either kind: a simulation has `role` and `message`, a call `speaker` and `utterance`. */
function turnOf(entry: Fields): Turn {
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

const toolOf = (call: Fields): ToolUse => ({
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

function heard(
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

const agentChannel = (recording: Fields): number | null =>
  numberOf(fieldsOf(recording["assignment"])["agent_channel"]);

function audioOf(call: Fields, evaluation: Fields): Audio | null {
  if (!call["recording"]) return null;
  const id = encodeURIComponent(textOf(call["id"]) ?? "");
  return {
    url: `/console/recordings/${id}`,
    agent_channel: agentChannel(fieldsOf(evaluation["recording"])),
  };
}
