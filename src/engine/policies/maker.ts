/** A line of a sample exchange. */
export type Line =
  | { readonly user: string }
  | { readonly agent: string }
  | { readonly tool: string; readonly parameters?: object; readonly output?: object };

/** What a caller does to test whether the agent follows a policy. */
export interface CallerPlan {
  /** What the caller wants. */
  readonly wish: string;
  /** Said in order, after the agent has done what the caller wanted or has refused it. */
  readonly press?: readonly string[];
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
