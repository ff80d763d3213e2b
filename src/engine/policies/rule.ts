import type { Event } from "./events.ts";

/** What is known about the judged agent. */
export interface Ground {
  /** The sentences of the prompt and the knowledge base, in order. */
  readonly statements: readonly string[];
  readonly goals: readonly string[];
  /** The names of tools: those in the prompt, and in a conversation also those that were called. */
  readonly tools: readonly string[];
  readonly isEffectful: (tool: string) => boolean;
  /** Whether all tool calls are on record. If not, a missing call may still have been made. */
  readonly knowsCalls: boolean;
}

/** A sentence of the prompt, with the one before it, because its pronouns may refer to that. */
export interface Sentence {
  readonly text: string;
  readonly previous: string;
  /** The original sentence of the prompt, if this is a part of it or another form. */
  readonly written?: string;
}

/**
 * The result of a rule for a conversation. `kept`: `at` has what shows it, and is empty if the agent only
 * refrained from something. `idle`: the situation it is about did not occur.
 */
export type Finding =
  | { readonly status: "broken"; readonly message: string; readonly at: Event }
  | { readonly status: "kept"; readonly at: readonly Event[] }
  | { readonly status: "idle" };

/** The agent only refrained from something. */
export const KEPT: Finding = { status: "kept", at: [] };
export const kept = (...at: readonly Event[]): Finding => ({ status: "kept", at });
/** Kept if there is anything that shows it, otherwise idle. */
export const keptBy = (at: readonly (Event | undefined)[]): Finding => {
  const found = at.filter((event) => event !== undefined);
  return found.length > 0 ? kept(...found) : IDLE;
};
export const IDLE: Finding = { status: "idle" };
export const broken = (at: Event, message: string): Finding => ({ status: "broken", message, at });

/** What a caller does to test whether the agent follows a rule. */
export interface CallerPlan {
  /** What the caller wants. */
  readonly wish: string;
  /** The first message, instead of the wish. */
  readonly opening?: string;
  /** Said in order, after the agent has done what the caller wanted or has refused it. */
  readonly press?: readonly string[];
  /** Lines that the caller says whatever the agent answers, instead of a conversation about the wish. */
  readonly lines?: readonly string[];
  /**
   * A pattern of the agent's questions, and answers to them, each used once, instead of what the caller
   * knows.
   */
  readonly insists?: { readonly asked: string; readonly says: readonly string[] };
}

/** A rule derived from a sentence of the prompt. */
export interface PolicyRule {
  /** The rule in words. */
  readonly says: string;
  readonly check: (events: readonly Event[], ground: Ground) => Finding;
  /** The caller that tries to break the rule. Without one, `untested` says why. */
  readonly caller?: CallerPlan;
  readonly untested?: string;
}

export type RuleMaker = (sentence: Sentence, ground: Ground) => PolicyRule | undefined;
