import type { AgentTools } from "./agent-tools.ts";
import type { Clause } from "./read/clause.ts";

/** What the makers of rules know about the agent. */
export interface Ground {
  readonly tools: AgentTools;
  readonly goals: readonly string[];
  /** Whether the prompt asks the agent to speak its callers' language. Its English words are then for English callers. */
  readonly isMultilingual: boolean;
  /** The parameters of the tools for which the prompt lists them. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** The sentence before, because a pronoun may refer to it. */
  readonly previous: string;
}

/** A line of a sample exchange. */
export type Line =
  | { readonly user: string }
  | { readonly agent: string }
  | { readonly tool: string; readonly parameters?: object; readonly output?: object };

/** What a caller does to test whether the agent follows a policy. */
export interface CallerPlan {
  /** What the caller wants. */
  readonly wish: string;
  /** The first message, instead of the wish. */
  readonly opening?: string;
  /** Said in order, after the agent has done what the caller wanted or has refused it. */
  readonly press?: readonly string[];
  /** Lines that the caller says whatever the agent answers, instead of a conversation about the wish. */
  readonly lines?: readonly string[];
  /** A pattern of the agent's questions, and answers to them, each used once, instead of what the caller knows. */
  readonly insists?: { readonly asked: string; readonly says: readonly string[] };
}

/** A policy as a rule, with the examples that show what it means. */
export interface Made {
  /** The rule in plain words, with the prompt's own. */
  readonly reads: string;
  /** Clauses of the rule language. */
  readonly rule: readonly string[];
  /** A short exchange that keeps the rule, and one that breaks it. */
  readonly keeps: readonly Line[];
  readonly breaks: readonly Line[];
  readonly caller: CallerPlan;
}

/** Makes a rule of a clause, if it can be sure what the clause means. */
export type Maker = (clause: Clause, ground: Ground) => Made | undefined;
