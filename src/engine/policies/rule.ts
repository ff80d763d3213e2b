import type { Event } from "./events.ts";

/** What is known of the agent whose conversations are judged. */
export interface Ground {
  /** The prompt and the knowledge base as sentences, in their order. */
  readonly statements: readonly string[];
  readonly goals: readonly string[];
  /** Names of tools: those of the prompt and, in a conversation, those that were called. */
  readonly tools: readonly string[];
  readonly isEffectful: (tool: string) => boolean;
  /** Whether all calls of tools are on record; if not, a call that is missing there may have been made. */
  readonly knowsCalls: boolean;
}

/** A sentence of the prompt, with the one before it, to which its pronouns may refer. */
export interface Sentence {
  readonly text: string;
  readonly previous: string;
  /** The sentence of the prompt that it is a part or another form of. */
  readonly written?: string;
}

/** What a rule finds in a conversation. `idle`: what it is about did not happen. */
export type Finding =
  | { readonly status: "broken"; readonly message: string; readonly at: Event }
  | { readonly status: "kept" }
  | { readonly status: "idle" };

export const KEPT: Finding = { status: "kept" };
export const IDLE: Finding = { status: "idle" };
export const broken = (at: Event, message: string): Finding => ({ status: "broken", message, at });

/** What a caller does to see whether the agent keeps a rule. */
export interface CallerPlan {
  /** What it wants. */
  readonly wish: string;
  /** Said first, in place of the wish. */
  readonly opening?: string;
  /** Said one after the other when the agent has done what was wanted or has turned it down. */
  readonly press?: readonly string[];
  /** Lines that are said whatever the agent answers, in place of a conversation about the wish. */
  readonly lines?: readonly string[];
  /** A pattern of the agent's questions, and what is said to them, once each, in place of what the caller knows. */
  readonly insists?: { readonly asked: string; readonly says: readonly string[] };
}

/** A rule made of a sentence of the prompt. */
export interface PolicyRule {
  /** The rule in words. */
  readonly says: string;
  readonly check: (events: readonly Event[], ground: Ground) => Finding;
  /** The caller that tries to break it; without one, `untested` says why. */
  readonly caller?: CallerPlan;
  readonly untested?: string;
}

export type RuleMaker = (sentence: Sentence, ground: Ground) => PolicyRule | undefined;
