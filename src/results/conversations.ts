/**
 * Turns answers about the conversations of runs into the records of the views. Only this file and its neighbours know the format of
 * answers.
 */

import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { type PublishedConversation, readConversation, spokenIn } from "../contract/readings/conversation.ts";
import { outcomeOfConversation } from "../contract/rules/outcomes.ts";
import { shellWord } from "../lib/shell-word.ts";
import { reportedFacts } from "./agent-events.ts";
import { firstReason, reasonsOf } from "./check/first-reason.ts";
import { listOf, numberOf, textOf, textsOf, unwrap } from "./read.ts";
import { type Row, STANDINGS, type Standing, type Talk } from "./talk.ts";
import { causeOf, facts, heard, toolOf, turnOf } from "./talk-parts.ts";
import { endStateOf, suspectedIn, suspicionsOf, verdictsOf } from "./verdicts.ts";
import { versionsLine } from "./versions.ts";

type Named = (digital_human_id: unknown) => string;

/** A conversation from an answer. It may have been read already. */
export function conversationIn(answer: unknown): Fields {
  const fields = unwrap(answer, "simulation_result");
  return "started_at" in fields
    ? fields
    : { ...readConversation(fields as unknown as PublishedConversation) };
}

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
