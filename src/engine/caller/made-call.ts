/** A call of one of the agent's tools, as the agent's side reports it. */
export interface MadeCall {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, unknown>> | null | undefined;
  readonly output?: unknown;
  /** Where it was made among the messages: 2.5 is after the third and before the fourth. */
  readonly arrival?: number | null | undefined;
}
