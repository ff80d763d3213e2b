import type { z } from "zod";
import {
  type DigitalHumansManifest,
  TEXT_FILE_FIELDS,
} from "../../contract/schemas/manifests/digital-humans.ts";
import type { Detail } from "../../lib/failure.ts";
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
  /**
   * True if the document has faults and these entries are its sound part: something may be missing because of
   * the faults.
   */
  readonly isRest?: boolean;
  /** The paths of the document's own faults. */
  readonly faulty?: readonly Path[];
}

/** How to read a document. */
export interface Reading {
  /** Undefined if texts are taken literally, even if they look like variables. */
  readonly env: Env | undefined;
  readonly openness?: Openness | undefined;
}

/** The entries of a document, or of its sound part if it has faults, together with the faults. */
export function checkedEntries<S extends z.ZodType>(
  parsed: Parsed,
  schema: S,
  { env, openness }: Reading,
  toEntries: (parsed: Parsed, document: z.input<S>) => Expanded,
): Expanded {
  const { raw, faults, faulty } = examine(parsed, schema, env, openness);
  if (faults.length === 0) return toEntries(parsed, raw as z.input<S>);
  // If not all faults are listed, it is unknown which parts are sound.
  const sound = faults.some(({ more }) => more) ? undefined : soundPart(raw, faulty);
  if (sound === undefined) return { entries: [], faults, faulty };
  const rest = toEntries(parsed, sound as z.input<S>);
  return { entries: rest.entries, faults: [...faults, ...rest.faults], isRest: true, faulty };
}

/** More combinations of one item than this are a mistake. */
const COMBINATIONS_MAXIMUM = 10_000;

/**
 * The items of a document, with its defaults filled in. An item with a matrix becomes one item per
 * combination.
 */
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

/** Each chosen value as a layer of its own, with its position in the matrix. */
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
