/** What a sentence of a prompt demands, and what its constituents mean together. */

/** What a sentence demands of the agent. */
export type Reading =
  | { readonly kind: "never_says"; readonly words: readonly string[]; readonly until?: string }
  | { readonly kind: "opens"; readonly words: string }
  | { readonly kind: "order"; readonly first: string; readonly later: string }
  | { readonly kind: "consent"; readonly later: string }
  | { readonly kind: "never_called"; readonly tool: string; readonly after?: string }
  | { readonly kind: "at_most"; readonly tool: string; readonly times: number }
  | Limit;

export interface Limit {
  readonly kind: "limit";
  readonly tool: string;
  readonly parameter: string;
  readonly beyond: "$gt" | "$lt";
  readonly figure: number;
  /** As the sentence has it. */
  readonly shown: string;
}

/** The tools that a sentence is about. */
export function toolsOf(reading: Reading): string[] {
  switch (reading.kind) {
    case "opens":
      return [];
    case "never_says":
      return reading.until === undefined ? [] : [reading.until];
    case "order":
      return [reading.later, reading.first];
    case "consent":
      return [reading.later];
    case "never_called":
      return reading.after === undefined ? [reading.tool] : [reading.tool, reading.after];
    default:
      return [reading.tool];
  }
}

export type Deed =
  | { readonly does: "call"; readonly tool: string; readonly isNamed: boolean }
  | { readonly does: "say"; readonly words: readonly string[] }
  | { readonly does: "open"; readonly words: string }
  | { readonly does: "get_consent" };

/** What comes first, or must not come first. */
export type Happening = { readonly tool: string } | "consent";

export interface Condition {
  readonly joined: "before" | "until" | "only_after" | "after" | "given";
  readonly to: Happening;
}

export interface Force {
  readonly isForbidden: boolean;
  readonly isOnly: boolean;
}

export interface Demand extends Force {
  readonly deed: Deed;
  readonly condition?: Condition | undefined;
  /** At most so many times. */
  readonly often?: number | undefined;
  readonly limit?: Omit<Limit, "kind" | "tool"> | undefined;
}

/** What a demand means, if its constituents go together. */
export function readingOf({
  deed,
  condition,
  often,
  limit,
  isForbidden,
  isOnly,
}: Demand): Reading | undefined {
  const joined = condition?.joined;
  const to = condition?.to;
  const before = joined === "before" || joined === "until";
  if (deed.does === "open")
    return isForbidden || isOnly || condition || often !== undefined
      ? undefined
      : { kind: "opens", words: deed.words };
  if (deed.does === "say") {
    if (!isForbidden || often !== undefined) return undefined;
    if (!to) return { kind: "never_says", words: deed.words };
    return before && to !== "consent" ? { kind: "never_says", words: deed.words, until: to.tool } : undefined;
  }
  if (deed.does === "get_consent")
    return joined === "before" && to && to !== "consent" && !isForbidden && !isOnly && often === undefined
      ? { kind: "consent", later: to.tool }
      : undefined;
  const { tool, isNamed } = deed;
  if (to && often === undefined && !limit) {
    const isLater = isForbidden
      ? before
      : joined === "only_after" || (isOnly && (joined === "after" || joined === "given"));
    if (isLater && to === "consent") return { kind: "consent", later: tool };
    if (to === "consent" || to.tool === tool) return undefined;
    if (isLater) return { kind: "order", first: to.tool, later: tool };
    if (!isForbidden && !isOnly && joined === "before") return { kind: "order", first: tool, later: to.tool };
    return isForbidden && joined === "after" && isNamed
      ? { kind: "never_called", tool, after: to.tool }
      : undefined;
  }
  // Whoever spells out what a tool does may mean one case of it.
  if (to || !isNamed) return undefined;
  if (often !== undefined) return limit ? undefined : { kind: "at_most", tool, times: often };
  if (limit) return isForbidden ? { kind: "limit", tool, ...limit } : undefined;
  return isForbidden ? { kind: "never_called", tool } : undefined;
}
