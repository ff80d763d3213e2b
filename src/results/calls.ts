/** Turns answers about submitted calls into the records of the views. */
import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { readCall } from "../contract/readings/call.ts";
import { outcomeOfVerdicts } from "../contract/rules/outcomes.ts";
import { shellWord } from "../lib/shell-word.ts";
import { reportedFacts } from "./agent-events.ts";
import { listOf, numberOf, textOf, textsOf, unwrap } from "./read.ts";
import { type Audio, type Row, STANDINGS, type Standing, type Talk } from "./talk.ts";
import { agentChannel, causeOf, facts, heard, toolOf, turnOf } from "./talk-parts.ts";
import { endStateOf, standingOf, suspectedIn, suspicionsOf, verdictsOf } from "./verdicts.ts";

/** A call from an answer. It may have been read already. */
export const callIn = (answer: unknown): Fields => ({
  ...readCall(unwrap(answer, "call_log") as unknown as Parameters<typeof readCall>[0]),
});

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

function audioOf(call: Fields, evaluation: Fields): Audio | null {
  if (!call["recording"]) return null;
  const id = encodeURIComponent(textOf(call["id"]) ?? "");
  return {
    url: `/console/recordings/${id}`,
    agent_channel: agentChannel(fieldsOf(evaluation["recording"])),
  };
}
