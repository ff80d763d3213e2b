/** A digital human in the form of the views: who calls, and what counts as success. */
import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { asJson, listOf, textOf, textsOf, unwrap } from "./read.ts";

export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly goal: string | null;
  /** What it knows and how it is, by name. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly criteria: string | null;
  /** Names of the tools that the agent must call. */
  readonly expected_tools: readonly string[];
  readonly tags: readonly string[];
}

/** Undefined if the service has no such digital human, or no longer. */
export function callerIn(answer: unknown): Caller | undefined {
  const human = unwrap(answer, "digital_human");
  const id = textOf(human["id"]);
  if (id === null) return undefined;
  return {
    id,
    name: textOf(human["name"]) || `digital human ${id}`,
    goal: textOf(human["intent"]),
    facts: [...traitsOf(human), ...mannerOf(human)],
    criteria: textOf(human["success_criteria"]) || null,
    expected_tools: listOf(human["expected_tool_calls"]).flatMap(({ name }) => textOf(name) ?? []),
    tags: [...new Set([...textsOf(human["tags"]), ...(textOf(human["tag"]) ? [String(human["tag"])] : [])])],
  };
}

const traitsOf = (human: Fields): [string, string][] =>
  listOf(human["traits"]).flatMap(({ trait_name, value }): [string, string][] => {
    const name = textOf(trait_name);
    return name && value !== undefined ? [[name, textOf(value) ?? asJson(value)]] : [];
  });

const MANNER = [
  ["role", "role_description"],
  ["language", "language"],
  ["accent", "accent"],
  ["verbosity", "verbosity"],
  ["fluency", "fluency"],
  ["voice speed", "voice_speed"],
  ["background noise", "background_noise"],
  ["sound quality", "audio_quality"],
] as const;

/** Values that say no more than that nothing was chosen. */
const USUAL: readonly unknown[] = ["none", "normal", "", null, undefined];

function mannerOf(human: Fields): [string, string][] {
  const replies = listOf(human["scripted_responses"]).length;
  const interrupts = textOf(fieldsOf(human["interruptions"])["type"]);
  return [
    ...MANNER.flatMap(([label, field]): [string, string][] =>
      USUAL.includes(human[field]) ? [] : [[label, textOf(human[field]) ?? ""]],
    ),
    ...(interrupts && interrupts !== "none" ? ([["interrupts", interrupts]] as [string, string][]) : []),
    ...(replies > 0 ? ([["scripted responses", String(replies)]] as [string, string][]) : []),
  ];
}
