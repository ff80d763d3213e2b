import type { ReplayMode } from "../../contract/values.ts";
import type { DigitalHuman, ScriptedResponse } from "../caller/digital-human.ts";

/** A kind of request of E5; `policy_probes` is an extension. */
export type Kind =
  | "goal_adherence"
  | "customer_personas"
  | "workflow_adherence"
  | "workflow_adherence_v2"
  | "replay_transcript"
  | "red_teaming"
  | "load_testing"
  | "policy_probes";

/** How a digital human was generated. */
export interface Generation {
  /** `llm`: rules generated it, and a language model found the words. */
  generated_by: "rules" | "llm";
  /** The language model that found the words. */
  model?: string;
  kind: Kind;
  seed: string;
  /** Where it comes from: a goal, a sentence of the prompt, the id of an attack, or a path of a workflow. */
  source: string;
  /** The lines that a language model planned to make the agent break the rule. */
  plan?: readonly string[];
  /** The tool that the goal is about, and why this one. */
  tool?: string;
  tool_reason?: string;
  /** Without a sure tool: the names of those that the goal may be about, the likeliest first. */
  tools_in_question?: readonly string[];
  /** What nobody but the person who sets up the test can know: "order_number (of an order that …)". */
  facts_to_fill_in?: readonly string[];
  /** How it differs from others with the same goal: how it speaks, and how it begins. */
  manner?: string;
  /** Red teaming: the goal of the attack. */
  category?: string;
  /** Red teaming: the version of the attacks. */
  corpus_version?: string;
  /** Load testing: when this caller begins, in milliseconds after the start of the run. */
  start_offset_ms?: number;
}

/** Fields of a digital human of E4 that do not affect its conversation. */
interface Described {
  name: string;
  tag: string;
  intent: string;
  success_criteria: string;
  expected_tool_calls?: { name: string; parameters?: Record<string, unknown>; output?: unknown }[];
  original_transcript?: string;
  formatted_transcript?: { role: string; utterance: string }[];
  enriched_playback?: Record<string, unknown>[];
  scripted_responses?: ScriptedResponse[];
  hangup_phrases?: string[];
  workflow_v2_id?: string;
  workflow_path_index?: number;
  replay_mode?: ReplayMode;
  generation: Generation;
}

export type GeneratedDigitalHuman = Described &
  Pick<
    DigitalHuman,
    | "language"
    | "verbosity"
    | "fluency"
    | "traits"
    | "role_description"
    | "speaks_first_config"
    | "creativity"
  >;

/** A pass_fail metric that would also apply to other conversations of the agent. */
export interface MetricSuggestion {
  name: string;
  description: string;
  response_type: "pass_fail";
  allow_not_applicable?: true;
  /** Rules; see docs/rule-language.md. */
  scoring_guidance: string;
}

/** A digital human, and a metric that it suggests for all conversations of the agent. */
export interface Generated {
  digital_human: GeneratedDigitalHuman;
  metric?: MetricSuggestion;
}
