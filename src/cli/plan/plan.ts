/** What has to happen so that simulations have the digital humans that manifests describe. */
import { groupBy } from "../../contract/group-by.ts";
import type { Detail } from "../../lib/failure.ts";
import type { WantedDigitalHuman } from "../manifest/digital-humans.ts";
import { identityOf } from "../manifest/identity.ts";
import { changesOf } from "./changes.ts";
import type { Present } from "./fields.ts";
import { boundFaults, createDoubts, rivalFaults, updateFaults } from "./refusals.ts";
import type { CreateStep, Named, Plan, Step, UnchangedStep, UnmanagedStep, UpdateStep } from "./steps.ts";

/** Simulations with their digital humans (E7). */
export type PresentBySimulation = ReadonlyMap<number, readonly Present[]>;

export interface Planned {
  readonly plan: Plan;
  /** What looks like a typing error in fields that a step sends. */
  readonly typos: readonly Detail[];
  /** Steps that the service would refuse. */
  readonly faults: readonly Detail[];
  /** Steps that the service may refuse. It decides. */
  readonly doubts: readonly Detail[];
  /** Names that are ambiguous because the service has them twice. */
  readonly ambiguous: readonly Detail[];
}

/** Compares by test_name or name within each simulation. Pure. */
export function makePlan(wanted: readonly WantedDigitalHuman[], present: PresentBySimulation): Planned {
  const typos: Detail[] = [];
  const faults: Detail[] = [];
  const doubts: Detail[] = [];
  const ambiguous: Detail[] = [];
  const steps: Step[] = [];
  const managed = new Map<number, WantedDigitalHuman>();
  const index = indexByName(present);
  for (const digital_human of wanted) {
    const { found, missing, twice } = findPresent(digital_human, index);
    ambiguous.push(...twice);
    for (const { id } of found) {
      const other = managed.get(id);
      if (other) faults.push(...rivalFaults(digital_human, other, id));
      else managed.set(id, digital_human);
    }
    if (found.length === 0) {
      steps.push(creation(digital_human));
      typos.push(...typosIn(digital_human));
      faults.push(...boundFaults(digital_human, digital_human.fields));
      doubts.push(...createDoubts(digital_human));
    }
    for (const [i, human] of found.entries()) {
      // If several digital humans have the name, the first one joins the simulations without it.
      const step = comparison(digital_human, human, i === 0 ? missing : []);
      steps.push(step);
      typos.push(...typosIn(digital_human, { human, sent: step.action === "update" ? step.body : {} }));
      if (step.action !== "update") continue;
      const refused = updateFaults(digital_human, human, step);
      faults.push(...refused.faults);
      doubts.push(...refused.doubts);
    }
  }
  for (const step of unmanagedSteps(present, managed)) steps.push(step);
  return { plan: { summary: summarize(steps), steps }, typos, faults, doubts, ambiguous };
}

/** What looks like a typing error, unless the service has it so already and it stays. */
const typosIn = (
  { unsure = [] }: WantedDigitalHuman,
  stays?: { readonly human: Present; readonly sent: object },
): Detail[] =>
  unsure
    .filter(({ field }) => !stays || field in stays.sent || !Object.hasOwn(stays.human, field))
    .map(({ fault }) => fault);

type Index = ReadonlyMap<number, ReadonlyMap<string | undefined, readonly Present[]>>;

function indexByName(present: PresentBySimulation): Index {
  return new Map([...present].map(([simulation_id, humans]) => [simulation_id, groupBy(humans, identityOf)]));
}

function findPresent({ name, simulation_ids, entry }: WantedDigitalHuman, index: Index) {
  const present = new Map<number, Present>();
  const missing: number[] = [];
  const twice: Detail[] = [];
  for (const simulation_id of simulation_ids) {
    const bearers = index.get(simulation_id)?.get(name) ?? [];
    for (const human of bearers) present.set(human.id, human);
    if (bearers.length === 0) missing.push(simulation_id);
    if (bearers.length > 1) {
      const ids = bearers.map(({ id }) => id).join(", ");
      twice.push(
        entry.fault("name", `simulation ${simulation_id} has "${name}" ${bearers.length} times: ${ids}`),
      );
    }
  }
  return { found: [...present.values()], missing, twice };
}

function named({ name, simulation_ids, entry: { file, line } }: WantedDigitalHuman): Named {
  return { name, simulation_ids, file, line };
}

const creation = (digital_human: WantedDigitalHuman): CreateStep => ({
  action: "create",
  ...named(digital_human),
  body: { digital_human: digital_human.fields, simulation_ids: [...digital_human.simulation_ids] },
});

function comparison(
  digital_human: WantedDigitalHuman,
  human: Present,
  attach: readonly number[],
): UpdateStep | UnchangedStep {
  const { id } = human;
  const { changes, unseen, patch } = changesOf(digital_human.fields, human);
  if (changes.length === 0 && attach.length === 0)
    return { action: "unchanged", ...named(digital_human), id, unseen };
  return { action: "update", ...named(digital_human), id, changes, unseen, body: patch, attach };
}

function unmanagedSteps(
  present: PresentBySimulation,
  managed: { has(id: number): boolean },
): UnmanagedStep[] {
  const steps = new Map<number, UnmanagedStep>();
  for (const [simulation_id, humans] of present)
    for (const human of humans)
      if (!managed.has(human.id)) {
        const { id } = human;
        const name = identityOf(human) ?? null;
        const simulation_ids = [...(steps.get(id)?.simulation_ids ?? []), simulation_id];
        steps.set(id, { action: "unmanaged", id, name, simulation_ids });
      }
  return [...steps.values()];
}

function summarize(steps: readonly Step[]): Plan["summary"] {
  const summary = { create: 0, update: 0, unchanged: 0, unmanaged: 0 };
  for (const { action } of steps) summary[action]++;
  return summary;
}
