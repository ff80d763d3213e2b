/** Writes the digital humans of a simulation as a manifest that a plan reports as unchanged. */
import { PUBLISHED_NAMES } from "../../contract/values.ts";
import { identityOf } from "../manifest/identity.ts";
import { plainForm } from "../manifest/plain.ts";
import { withoutVariables } from "../manifest/variables.ts";
import { fieldOf, fieldsOf, meaning, type Present, schemaOf, type Wanted } from "./fields.ts";
import { isSame } from "./same.ts";

export interface ExportedManifest {
  readonly kind: "DigitalHumans";
  readonly simulation_ids: readonly number[];
  readonly digital_humans: readonly Readonly<Record<string, unknown>>[];
}

export interface Exported {
  readonly manifest: ExportedManifest;
  /**
   * Ids of digital humans that a manifest cannot refer to, because they have neither test_name nor name, or
   * share it.
   */
  readonly left_out: readonly number[];
}

/** Only values that differ from the defaults of E4 are written. */
export function exportManifest(simulation_id: number, humans: readonly Present[]): Exported {
  const bearers = new Map<unknown, number>();
  for (const human of humans) bearers.set(identityOf(human), (bearers.get(identityOf(human)) ?? 0) + 1);
  const isNamed = (human: Present) => identityOf(human) !== undefined && bearers.get(identityOf(human)) === 1;
  return {
    manifest: {
      kind: "DigitalHumans",
      simulation_ids: [simulation_id],
      digital_humans: humans.filter(isNamed).map(manifestFields),
    },
    left_out: humans.filter((human) => !isNamed(human)).map(({ id }) => id),
  };
}

/**
 * The fields of a digital human to write into a manifest, starting with its names. A field with two names is
 * written under one of them.
 */
export function manifestFields(human: Wanted | Present): Record<string, unknown> {
  const written = Object.entries(writtenFields(human));
  return {
    ...plainForm(Object.fromEntries(written.map(([field, value]) => [field, withoutVariables(value)]))),
  };
}

/** The published fields that differ from the defaults, starting with the names. */
export function writtenFields(human: Wanted | Present): Record<string, unknown> {
  const kept = fieldsOf(human).filter(
    (field) =>
      Object.hasOwn(human, field) &&
      !isTwin(human, field) &&
      !isSame(schemaOf(field), meaning(field, fieldOf(human, field)), meaning(field, null)),
  );
  const first = kept
    .filter((field) => NAMES.includes(field))
    .sort()
    .reverse();
  const named = [...first, ...kept.filter((field) => !NAMES.includes(field))];
  return Object.fromEntries(named.map((field) => [field, fieldOf(human, field)]));
}

const NAMES = ["name", "test_name"];

/** Whether the field is also there under the specification's name. */
const isTwin = (human: object, field: string) =>
  Object.entries(PUBLISHED_NAMES).some(
    ([name, published]) => published === field && Object.hasOwn(human, name),
  );
