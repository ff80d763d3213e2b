import type { Budget } from "../budget.ts";
import type { CatalogueEntry, RuleInput } from "../input.ts";
import type { Finder } from "../text/finder.ts";

/** Everything that an evaluation looks up. */
export interface Context {
  input: RuleInput;
  /** By the name as written. */
  metrics: ReadonlyMap<string, CatalogueEntry>;
  /** By `patternKey`. */
  finders: ReadonlyMap<string, Finder>;
  /** The steps that all clauses together may still take. */
  budget: Budget;
}
