import type { z } from "zod";
import {
  type DigitalHumansManifest,
  TEXT_FILE_FIELDS,
} from "../contract/schemas/manifests/digital-humans.ts";
import type { Detail } from "../failure.ts";
import { type Env, examine, pathFault } from "./check.ts";
import { Entry, type Layer, layerOf } from "./entry.ts";
import { putTexts } from "./includes.ts";
import { type Choice, combinations, matches, sizeOf, suffixed } from "./matrix.ts";
import type { Openness } from "./openness.ts";
import type { Parsed, Path } from "./parsed.ts";
import { soundPart } from "./sound.ts";

type Document = z.input<typeof DigitalHumansManifest>;

export interface Expanded {
  readonly entries: readonly Entry[];
  readonly faults: readonly Detail[];
  /** True where the entries are what a document with faults has besides: something may be missing for that reason. */
  readonly isRest?: boolean;
  /** Where the document itself has faults. */
  readonly faulty?: readonly Path[];
}

/** What a document is read with. */
export interface Reading {
  /** Undefined where texts stand as they are, whatever looks like a variable in them. */
  readonly env: Env | undefined;
  readonly openness?: Openness | undefined;
}

/** The entries of a document, of one with faults as far as it is sound; and the faults. */
export function checkedEntries<S extends z.ZodType>(
  parsed: Parsed,
  schema: S,
  { env, openness }: Reading,
  toEntries: (parsed: Parsed, document: z.input<S>) => Expanded,
): Expanded {
  const { raw, faults, faulty } = examine(parsed, schema, env, openness);
  if (faults.length === 0) return toEntries(parsed, raw as z.input<S>);
  // If not all faults are listed, it is unknown what is sound.
  const sound = faults.some(({ more }) => more) ? undefined : soundPart(raw, faulty);
  if (sound === undefined) return { entries: [], faults, faulty };
  const rest = toEntries(parsed, sound as z.input<S>);
  return { entries: rest.entries, faults: [...faults, ...rest.faults], isRest: true, faulty };
}

/** More than these of one item are a mistake. */
const COMBINATIONS_MAXIMUM = 10_000;

/** The items of a document over its defaults; an item with a matrix once for each combination. */
export function expandItems(parsed: Parsed, document: Document): Expanded {
  const { simulation_ids, defaults = {}, digital_humans = [] } = document;
  const layers = [
    layerOf({ ...(simulation_ids && { simulation_ids }) }, []),
    layerOf(defaults, ["defaults"]),
  ];
  const filled = layers.filter(({ fields }) => Object.keys(fields).length > 0);
  const expanded = digital_humans.map((item, i) => expandItem(parsed, ["digital_humans", i], item, filled));
  return {
    entries: expanded.flatMap(({ entries }) => entries),
    faults: expanded.flatMap(({ faults }) => faults),
  };
}

function expandItem(
  parsed: Parsed,
  path: Path,
  { matrix = {}, exclude = [], ...fields }: Document["digital_humans"][number],
  layers: readonly Layer[],
): Expanded {
  const lists = matrix as Readonly<Record<string, readonly unknown[]>>;
  const faults = matrixFaults(lists, exclude).map(({ inside, message }) =>
    pathFault(parsed, [...path, ...inside], message),
  );
  if (faults.length > 0) return { entries: [], faults };
  const kept = combinations(lists).filter(
    (combination) => !exclude.some((exclusion) => matches(combination, exclusion)),
  );
  if (kept.length === 0)
    return {
      entries: [],
      faults: [pathFault(parsed, [...path, "exclude"], "excludes every combination of the matrix")],
    };
  const clashes = new Map<string, Detail>();
  const entries = kept.map((combination) => {
    const entry = new Entry(parsed, path);
    for (const layer of [...layers, layerOf(fields, path), ...choiceLayers(combination, path)])
      for (const fault of putTexts(entry, layer, TEXT_FILE_FIELDS)) clashes.set(fault.where, fault);
    // If the document has faults, an item may have lost its name.
    for (const name of ["name", "test_name"] as const) {
      const given = fields[name];
      if (given !== undefined && combination.length > 0)
        entry.set(name, suffixed(given, combination), [...path, name]);
    }
    return entry;
  });
  return { entries, faults: [...clashes.values()] };
}

/** Each chosen value as a layer of its own: its place is within the list of the matrix. */
const choiceLayers = (combination: readonly Choice[], path: Path): Layer[] =>
  combination.map(({ field, index, value }) => ({
    fields: { [field]: value },
    placeOf: () => [...path, "matrix", field, index],
  }));

function matrixFaults(
  matrix: Readonly<Record<string, readonly unknown[]>>,
  exclude: readonly Readonly<Record<string, unknown>>[],
): { readonly inside: Path; readonly message: string }[] {
  const size = sizeOf(matrix);
  if (size > COMBINATIONS_MAXIMUM)
    return [
      { inside: ["matrix"], message: `makes ${size} digital humans, more than ${COMBINATIONS_MAXIMUM}` },
    ];
  return exclude.flatMap((exclusion, i) =>
    Object.keys(exclusion)
      .filter((field) => !Object.hasOwn(matrix, field))
      .map((field) => ({ inside: ["exclude", i, field], message: "not a field of the matrix" })),
  );
}
