/** What an apply would do: pure, from what is wanted and what is there. */
import { isDeepStrictEqual } from "node:util";

export interface Present {
  readonly id: number;
  readonly name?: string | null | undefined;
  readonly [field: string]: unknown;
}

interface Wanted {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly simulation_ids: readonly number[];
}

export interface Change {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** A step of a plan. `unmanaged`: it is there, and no manifest names it; it is left alone. */
export interface Step {
  readonly action: "create" | "update" | "unchanged" | "unmanaged";
  readonly name: string;
  readonly id: number | null;
  readonly simulation_ids: readonly number[];
  readonly changes: readonly Change[];
}

export interface Plan {
  readonly create: number;
  readonly update: number;
  readonly unchanged: number;
  readonly unmanaged: number;
  readonly steps: readonly Step[];
}

/** Fields of requests that answers do not show: they are sent on a create, and cannot be compared. */
const NOT_SHOWN = new Set(["num_runs", "always_on_mode", "always_on_active"]);
/** Fields that E3 does not take. */
const NOT_CHANGED = new Set(["workflow_v2_id", "workflow_path_index"]);

/** @param present digital humans by simulation */
export function makePlan(wanted: readonly Wanted[], present: ReadonlyMap<number, readonly Present[]>): Plan {
  const steps: Step[] = [];
  const managed = new Set<number>();
  for (const { name, fields, simulation_ids } of wanted) {
    const found = new Map<number, Present>();
    const missing: number[] = [];
    for (const simulation_id of simulation_ids) {
      const one = present.get(simulation_id)?.find((candidate) => candidate.name === name);
      if (one) found.set(one.id, one);
      else missing.push(simulation_id);
    }
    for (const one of found.values()) {
      managed.add(one.id);
      const changes = differences(fields, one);
      const action = changes.length > 0 ? "update" : "unchanged";
      steps.push({ action, name, id: one.id, simulation_ids, changes });
    }
    if (missing.length > 0) {
      const changes = Object.entries(fields).map(([field, value]) => ({ field, old: null, new: value }));
      steps.push({ action: "create", name, id: null, simulation_ids: missing, changes });
    }
  }
  for (const [simulation_id, those] of present)
    for (const one of those)
      if (!managed.has(one.id))
        steps.push({
          action: "unmanaged",
          name: one.name ?? "",
          id: one.id,
          simulation_ids: [simulation_id],
          changes: [],
        });
  const count = (action: Step["action"]) => steps.filter((step) => step.action === action).length;
  return {
    create: count("create"),
    update: count("update"),
    unchanged: count("unchanged"),
    unmanaged: count("unmanaged"),
    steps,
  };
}

/** The named fields whose values differ; a field that is absent and one that is null are the same. */
function differences(fields: Wanted["fields"], present: Present): Change[] {
  return Object.entries(fields)
    .filter(([field]) => !NOT_SHOWN.has(field) && !NOT_CHANGED.has(field))
    .map(([field, value]) => ({ field, old: present[field] ?? null, new: value ?? null }))
    .filter((change) => !isDeepStrictEqual(change.old, change.new));
}
