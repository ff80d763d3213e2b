import type { Event } from "./events.ts";

/** What the built-in checks know about the agent. */
export interface Ground {
  /** The sentences of the prompt and the knowledge base, in order. */
  readonly statements: readonly string[];
  /** The names of tools: those in the prompt, and in a conversation also those that were called. */
  readonly tools: readonly string[];
  readonly isEffectful: (tool: string) => boolean;
  /** Whether all tool calls are on record. If not, a missing call may still have been made. */
  readonly knowsCalls: boolean;
}

/** What a check found in a conversation. `idle`: the situation it is about did not occur. */
export type Finding =
  | { readonly status: "broken"; readonly message: string; readonly at: Event }
  | { readonly status: "kept" }
  | { readonly status: "idle" };

export interface Check {
  readonly says: string;
  readonly check: (events: readonly Event[], ground: Ground) => Finding;
}

export const KEPT: Finding = { status: "kept" };
export const IDLE: Finding = { status: "idle" };
export const broken = (at: Event, message: string): Finding => ({ status: "broken", message, at });
