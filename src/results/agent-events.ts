/** What an agent has reported about a conversation besides words and tool calls. */
import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { quantile } from "../engine/metrics/timing/statistics.ts";
import { duration } from "../engine/words/figures-in-words.ts";
import { COMPONENT_NAMES } from "./component-names.ts";
import { clock } from "./quantity.ts";
import { listOf, numberOf } from "./read.ts";

/** The title of an event in which another agent takes over. */
export const HANDOFF = "agent_handoff";
/** The title of an event that says how long the agent's parts took for an answer. */
export const OWN_LATENCY = "agent_latency";

/** Events that are shown where a fact has one line. */
const MOST_SHOWN = 20;
/** Characters of an event's metadata that are shown. */
const SHOWN = 200;

/** What has happened, in order: `agent_handoff greeter → billing`. */
export const happenedIn = (events: unknown): { readonly text: string; readonly at_ms: number | null }[] =>
  listOf(events).flatMap(({ title, description, metadata, start_offset_ms }) => {
    if (typeof title !== "string" || title === OWN_LATENCY) return [];
    const text = [title, ...detailsOf(title, description, fieldsOf(metadata))].join(" ");
    return [{ text, at_ms: numberOf(start_offset_ms) }];
  });

function detailsOf(title: string, description: unknown, metadata: Fields): string[] {
  const { old_agent_id, new_agent_id } = metadata;
  if (title === HANDOFF && typeof new_agent_id === "string")
    return typeof old_agent_id === "string" ? [old_agent_id, "→", new_agent_id] : ["→", new_agent_id];
  const shown = Object.keys(metadata).length > 0 ? [JSON.stringify(metadata).slice(0, SHOWN)] : [];
  return typeof description === "string" ? [description, ...shown] : shown;
}

/** What it has reported, as facts about a conversation. */
export function reportedFacts(events: unknown): (readonly [label: string, value: string | undefined])[] {
  const happened = happenedIn(events).map(({ text, at_ms }) =>
    at_ms === null ? text : `${clock(at_ms)} ${text}`,
  );
  const more = happened.length - MOST_SHOWN;
  const shown = [...happened.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  return [
    ["Events", shown.join(", ")],
    ["The agent's own latency", ownLatencyIn(events)],
  ];
}

/** How long the agent's parts took by its own account: `end to end 812 ms, model 340 ms (medians of 5 answers)`. */
export function ownLatencyIn(events: unknown): string | undefined {
  const measured = listOf(events).flatMap(({ title, metadata }) =>
    title === OWN_LATENCY ? [fieldsOf(fieldsOf(metadata)["latency_ms"])] : [],
  );
  const medians = Object.entries({ end_to_end: "end to end", ...COMPONENT_NAMES }).flatMap(
    ([name, words]) => {
      const values = measured.flatMap(({ [name]: ms }) => numberOf(ms) ?? []);
      const median = quantile(Float64Array.from(values).sort(), 0.5);
      return median === null ? [] : [`${words} ${duration(median)}`];
    },
  );
  const of = measured.length === 1 ? "1 answer" : `medians of ${measured.length} answers`;
  return medians.length === 0 ? undefined : `${medians.join(", ")} (${of})`;
}
