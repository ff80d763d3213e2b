/** Writes the digital humans of a simulation as a manifest that a plan reports as unchanged. */
import { DigitalHumanCreate } from "../contract/schemas/digital-human.ts";
import { FIELDS, fieldOf, meaning, type Present, type Wanted } from "./fields.ts";
import { isSame } from "./same.ts";

export interface ExportedManifest {
  readonly kind: "DigitalHumans";
  readonly simulation_ids: readonly number[];
  readonly digital_humans: readonly Readonly<Record<string, unknown>>[];
}

export interface Exported {
  readonly manifest: ExportedManifest;
  /** Ids of those that a manifest cannot refer to, because they have no name or share one. */
  readonly left_out: readonly number[];
}

/** Only what differs from the defaults of E4 is written. */
export function exportManifest(simulation_id: number, humans: readonly Present[]): Exported {
  const bearers = new Map<unknown, number>();
  for (const { name } of humans) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  const isNamed = ({ name }: Present) => Boolean(name) && bearers.get(name) === 1;
  return {
    manifest: {
      kind: "DigitalHumans",
      simulation_ids: [simulation_id],
      digital_humans: humans.filter(isNamed).map(manifestFields),
    },
    left_out: humans.filter((human) => !isNamed(human)).map(({ id }) => id),
  };
}

/** The fields of a digital human to write into a manifest, its name first. */
export function manifestFields(human: Wanted | Present): Record<string, unknown> {
  const kept = FIELDS.filter(
    (field) =>
      !isSame(DigitalHumanCreate.shape[field], meaning(field, fieldOf(human, field)), meaning(field, null)),
  );
  const named = ["name" as const, ...kept.filter((field) => field !== "name")];
  return Object.fromEntries(named.map((field) => [field, withoutVariables(fieldOf(human, field))]));
}

/** Manifests replace variables in strings, so anything that looks like one is escaped. */
function withoutVariables(value: unknown): unknown {
  if (typeof value === "string") return value.split("${").join("$${");
  if (Array.isArray(value)) return value.map(withoutVariables);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutVariables(item)]));
}
