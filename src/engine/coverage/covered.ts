/** How something that conversations can reach stands. */

/**
 * `undecided`: it was at issue, but no verdict was reached. `never_met`: no conversation came to it. Policies are kept,
 * broken, undecided or never met; everything else is reached or never met.
 * `nothing_seen`: no conversation shows that the agent used it. It may have, in other words.
 */
export type Standing = "kept" | "broken" | "reached" | "undecided" | "never_met" | "nothing_seen";

export interface Covered {
  readonly name: string;
  readonly standing: Standing;
  /** In how many conversations it was met. */
  readonly conversations: number;
  /** What a conversation that reaches it needs, if it was never met and that can be said. */
  readonly needs?: string;
}
