/** The digital humans that manifests want: defaults, matrix and files applied, every fault told at once. */
import type { z } from "zod";
import { accentFaults } from "../contract/rules/accents.ts";
import { alwaysOnNumber } from "../contract/rules/always-on.ts";
import { phoneNumberFaults } from "../contract/rules/phone-numbers.ts";
import type { DigitalHumanCreate } from "../contract/schemas/digital-human.ts";
import { DigitalHumanManifest } from "../contract/schemas/manifests/digital-human.ts";
import {
  DigitalHumanRow,
  DigitalHumansManifest,
  TEXT_FILE_FIELDS,
} from "../contract/schemas/manifests/digital-humans.ts";
import type { Detail } from "../failure.ts";
import type { Env } from "./check.ts";
import { Entry, layerOf } from "./entry.ts";
import { checkedEntries, type Expanded, expandItems } from "./expand.ts";
import { type Boundary, includeTexts, mapSome, putTexts } from "./includes.ts";
import { kindOf, meantFor, otherKind, saysKind } from "./kinds.ts";
import type { Parsed } from "./parsed.ts";
import { emptyFaults, parseFiles, type ReadOptions, refuseFaults, type Surroundings } from "./read.ts";

/** A digital human as a manifest wants it. */
export interface WantedDigitalHuman {
  readonly name: string;
  readonly simulation_ids: readonly number[];
  /** The fields that the manifest names, `name` among them. */
  readonly fields: Readonly<Partial<z.input<typeof DigitalHumanCreate>>>;
  readonly entry: Entry;
}

/**
 * Reads the digital humans of all files.
 * @throws Failure (usage) with every fault of every file
 */
export async function readDigitalHumans(
  files: readonly string[],
  surroundings: Surroundings,
  options: ReadOptions,
): Promise<WantedDigitalHuman[]> {
  const parsedFiles = await parseFiles(files, surroundings.cwd);
  const found: (Found & { readonly parsed: Parsed })[] = [];
  for (const parsed of meantFor(parsedFiles.documents, ["DigitalHumans", "DigitalHuman"]))
    found.push({ parsed, ...(await digitalHumansOf(parsed, surroundings.env, options)) });
  const wanted = found.flatMap((one) => one.wanted);
  const filled = found.filter((one) => one.wanted.length + one.faults.length > 0);
  refuseFaults([
    ...parsedFiles.faults,
    ...found.flatMap((one) => one.faults),
    ...clashes(wanted),
    ...emptyFaults(
      parsedFiles,
      filled.map(({ parsed }) => parsed),
      "digital humans",
      options,
    ),
  ]);
  return wanted;
}

interface Found {
  readonly wanted: readonly WantedDigitalHuman[];
  readonly faults: readonly Detail[];
}

/** Those of one document. */
export async function digitalHumansOf(parsed: Parsed, env: Env, boundary: Boundary): Promise<Found> {
  const { entries, faults, isRest = false } = entriesOf(parsed, env);
  const including = entries.filter((entry) => TEXT_FILE_FIELDS.some(({ file }) => file in entry.fields));
  const included = await mapSome(including, (entry) => includeTexts(entry, TEXT_FILE_FIELDS, boundary));
  const made = entries.map((entry) => toWanted(entry, isRest));
  return {
    wanted: made.flatMap(({ wanted }) => wanted ?? []),
    // A fault in the defaults is every entry's.
    faults: distinct([...faults, ...included.flat(), ...made.flatMap((one) => one.faults)]),
  };
}

function entriesOf(parsed: Parsed, env: Env): Expanded {
  const kind = kindOf(parsed);
  if (kind === "DigitalHuman") return checkedEntries(parsed, DigitalHumanManifest, env, fromOne);
  if (parsed.isRow && saysKind(parsed, "DigitalHumans"))
    return checkedEntries(parsed, DigitalHumanRow, env, fromRow);
  if (kind === "DigitalHumans") return checkedEntries(parsed, DigitalHumansManifest, env, expandItems);
  return { entries: [], faults: [otherKind(parsed, ["DigitalHumans", "DigitalHuman"])] };
}

function fromRow(parsed: Parsed, { kind: _, ...fields }: z.input<typeof DigitalHumanRow>): Expanded {
  const entry = new Entry(parsed, []);
  return { entries: [entry], faults: putTexts(entry, layerOf(fields, []), TEXT_FILE_FIELDS) };
}

function fromOne(
  parsed: Parsed,
  { digital_human, simulation_ids, simulation_id }: z.input<typeof DigitalHumanManifest>,
): Expanded {
  if (!digital_human) return { entries: [], faults: [] };
  const entry = new Entry(parsed, ["digital_human"]);
  putTexts(entry, layerOf(digital_human, ["digital_human"]), []);
  if (simulation_ids) entry.set("simulation_ids", simulation_ids, ["simulation_ids"]);
  else if (simulation_id) entry.set("simulation_ids", [simulation_id], ["simulation_id"]);
  return { entries: [entry], faults: [] };
}

/** What a plan needs besides the fields: who it is, and where. */
function toWanted(
  entry: Entry,
  isRest: boolean,
): { readonly wanted?: WantedDigitalHuman; readonly faults: Detail[] } {
  const { simulation_ids, ...fields } = entry.fields;
  const faults: Detail[] = [];
  const { name } = fields;
  const isNamed = typeof name === "string" && name !== "";
  const isPlaced = Array.isArray(simulation_ids) && simulation_ids.length > 0;
  if (!isRest && !isNamed)
    faults.push(entry.fault("name", "name is required: it is the identity within a simulation"));
  if (!isRest && !isPlaced)
    faults.push(
      entry.fault("simulation_ids", "simulation_ids is required, here, in the defaults or in the document"),
    );
  // Whatever the service has, it takes none of these.
  for (const { field, message } of [...phoneNumberFaults(fields), ...accentFaults(fields)])
    faults.push(entry.fault(field, message));
  if (faults.length > 0 || !isNamed || !isPlaced) return { faults };
  return { wanted: { name, simulation_ids: [...new Set<number>(simulation_ids)], fields, entry }, faults };
}

/** What digital humans of the manifests have that only one may have. */
export const clashes = (wanted: readonly WantedDigitalHuman[]): Detail[] => [
  ...twins(wanted),
  ...claimedTwice(wanted),
];

/** Names that appear twice within a simulation. */
function twins(wanted: readonly WantedDigitalHuman[]): Detail[] {
  const first = new Map<string, WantedDigitalHuman>();
  return wanted.flatMap((one) => {
    const twin = one.simulation_ids.flatMap((id) => first.get(`${id} ${one.name}`) ?? [])[0];
    for (const id of one.simulation_ids) if (!twin) first.set(`${id} ${one.name}`, one);
    if (!twin) return [];
    const { file, line } = twin.entry;
    return [
      one.entry.fault("name", `"${one.name}" is already defined at ${file}:${line} for the same simulation`),
    ];
  });
}

/** Two that would receive calls on one number. */
function claimedTwice(wanted: readonly WantedDigitalHuman[]): Detail[] {
  const holders = new Map<string, WantedDigitalHuman>();
  return wanted.flatMap((one) => {
    const number = alwaysOnNumber(one.fields);
    if (number === null) return [];
    const holder = holders.get(number);
    if (!holder) holders.set(number, one);
    const message = `"${holder?.name}" is already always-on active on ${number}; a number can have only one`;
    return holder ? [one.entry.fault("phone_number", message)] : [];
  });
}

const distinct = (faults: readonly Detail[]): Detail[] => [
  ...new Map(faults.map((fault) => [`${fault.where} ${fault.message}`, fault])).values(),
];
