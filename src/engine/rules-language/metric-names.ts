import { listOf, suggestion } from "./errors.ts";
import type { CatalogueEntry } from "./input.ts";
import { nearMiss } from "./near-miss.ts";

export type ResolvedMetric =
  | { ok: true; metric: CatalogueEntry }
  | { ok: false; message: string; near_miss?: string };

const SIDES = ["agent", "user"];

/**
 * The metric that a name refers to: its id, or its id without the leading side (`response_latency.p95` for
 * `agent.response_latency.p95`) if only one side has such a metric.
 */
export function resolveMetric(name: string, catalogue: CatalogueEntry[]): ResolvedMetric {
  const exact = catalogue.find(({ id }) => id === name);
  if (exact) return { ok: true, metric: exact };
  const [only, ...others] = catalogue.filter(({ id }) => SIDES.some((side) => id === `${side}.${name}`));
  if (only && others.length === 0) return { ok: true, metric: only };
  if (only) {
    const ids = [only, ...others].map(({ id }) => `\`${id}\``);
    return { ok: false, message: `\`${name}\` can mean ${listOf(ids)}; write one of them` };
  }
  const near_miss = nearMiss(name, namesOf(catalogue));
  return { ok: false, message: `\`${name}\` is not a built-in metric${suggestion(near_miss)}`, near_miss };
}

/** All valid names. Ids come first, so that they win over an equally near short name. */
function namesOf(catalogue: CatalogueEntry[]): string[] {
  const ids = catalogue.map(({ id }) => id);
  const shorthands = ids.flatMap((id) => {
    const [side = "", ...rest] = id.split(".");
    return SIDES.includes(side) ? [rest.join(".")] : [];
  });
  return [...ids, ...shorthands];
}
