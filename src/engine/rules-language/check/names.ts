import type { Mistake } from "../errors.ts";
import type { CatalogueEntry } from "../input.ts";
import { resolveMetric } from "../metric-names.ts";
import type { Node } from "../syntax/walk.ts";
import { type Finder, finderOf, patternKey } from "../text/finder.ts";

/** What the names and patterns of a program refer to. */
export interface Bindings {
  /** By the name as written. */
  metrics: Map<string, CatalogueEntry>;
  /** By `patternKey`. */
  finders: Map<string, Finder>;
}

/** Resolves each metric and each pattern, with a mistake for each unknown metric and each invalid pattern. */
export function bindNames(
  nodes: Node[],
  catalogue: CatalogueEntry[],
): { bindings: Bindings; mistakes: Mistake[] } {
  const bindings: Bindings = { metrics: new Map(), finders: new Map() };
  const mistakes: Mistake[] = [];
  for (const node of nodes) {
    if (node.kind === "metric") {
      const resolved = resolveMetric(node.name, catalogue);
      if (resolved.ok) bindings.metrics.set(node.name, resolved.metric);
      else mistakes.push({ at: node.at, message: resolved.message, near_miss: resolved.near_miss });
    }
    if (node.kind === "regex" || node.kind === "phrase") {
      const finder = finderOf(node);
      if ("find" in finder) bindings.finders.set(patternKey(node), finder.find);
      else mistakes.push(finder);
    }
  }
  return { bindings, mistakes };
}
