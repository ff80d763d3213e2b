/**
 * Reads the digital humans that manifests define: applies defaults, matrix and files, and reports all faults
 * at once.
 */
import type { z } from "zod";
import { accentFaults } from "../../contract/rules/accents.ts";
import { alwaysOnNumber } from "../../contract/rules/always-on.ts";
import { phoneNumberFaults } from "../../contract/rules/phone-numbers.ts";
import type { DigitalHumanCreate } from "../../contract/schemas/digital-human.ts";
import { DigitalHumanManifest } from "../../contract/schemas/manifests/digital-human.ts";
import {
  DigitalHumanRow,
  DigitalHumansManifest,
  isWrapped,
  PublishedItem,
  publishedFile,
  publishedList,
  TEXT_FILE_FIELDS,
} from "../../contract/schemas/manifests/digital-humans.ts";
import type { Detail } from "../../lib/failure.ts";
import type { Env } from "./check.ts";
import { Entry, layerOf } from "./entry.ts";
import { checkedEntries, type Expanded, expandItems, type Reading } from "./expand.ts";
import { hintFor } from "./foreign.ts";
import { identityOf } from "./identity.ts";
import { includeTexts, mapSome, putTexts } from "./includes.ts";
import { kindOf, meantFor, otherKind, saysKind } from "./kinds.ts";
import type { Unsure } from "./openness.ts";
import { dotted, type Parsed, type Path } from "./parsed.ts";
import { publishedForm } from "./plain.ts";
import { emptyFaults, parseFiles, type ReadOptions, refuseFaults, type Surroundings } from "./read.ts";
import { distinctFaults } from "./source.ts";

/** A digital human as a manifest defines it. */
export interface WantedDigitalHuman {
  /** Its identity: `test_name`, or `name` if it has none. */
  readonly name: string;
  readonly simulation_ids: readonly number[];
  /** The fields that the manifest names, including its name. */
  readonly fields: Readonly<Partial<z.input<typeof DigitalHumanCreate>>>;
  readonly entry: Entry;
  /** What looks like a typing error in its fields. It is one if a plan sends the field. */
  readonly unsure?: readonly { readonly field: string; readonly fault: Detail }[];
}

export interface DigitalHumanOptions extends ReadOptions {
  /** Use these simulations instead of those that manifests name. */
  readonly simulations?: readonly number[];
  /** True: a digital human need not name a simulation. */
  readonly anywhere?: boolean;
  /** Reads the callers of a test file. Without it, a test file is of another kind. */
  readonly readTest?: (
    parsed: Parsed,
    surroundings: Surroundings,
    options: DigitalHumanOptions,
  ) => Promise<DocumentDigitalHumans>;
}

const KINDS = ["DigitalHumans", "DigitalHuman"] as const;

/**
 * Reads the digital humans of all files.
 * @throws Failure (usage) with every fault of every file
 */
export async function readDigitalHumans(
  files: readonly string[],
  surroundings: Surroundings,
  options: DigitalHumanOptions,
): Promise<WantedDigitalHuman[]> {
  const parsedFiles = await parseFiles(files, surroundings.cwd);
  const documents_read: (DocumentDigitalHumans & { readonly parsed: Parsed })[] = [];
  const { readTest } = options;
  for (const parsed of meantFor(parsedFiles.documents, [...KINDS, ...(readTest ? (["Test"] as const) : [])]))
    documents_read.push({
      parsed,
      ...(await (readTest && kindOf(parsed) === "Test"
        ? readTest(parsed, surroundings, options)
        : digitalHumansOf(parsed, surroundings.env, options))),
    });
  const left = options.openness?.unsure ?? [];
  const places = byPlace(left);
  const wanted = documents_read
    .flatMap((digital_human) => digital_human.wanted)
    .map((one) => withUnsure(one, places));
  const filled = documents_read.filter((document) => document.wanted.length + document.faults.length > 0);
  const faults = [
    ...parsedFiles.faults,
    ...documents_read.flatMap((document) => document.faults),
    ...duplicateFaults(wanted),
    ...emptyFaults(
      parsedFiles,
      filled.map(({ parsed }) => parsed),
      "digital humans",
      options,
    ),
  ];
  // A plan finds only those that belong to a digital human, and there is one only if nothing else is wrong.
  const owned = new Set(wanted.flatMap(({ unsure = [] }) => unsure.map(({ fault }) => fault)));
  if (faults.length > 0 || left.some(({ fault }) => !owned.has(fault)))
    refuseFaults([...left.map(({ fault }) => fault), ...faults], {
      hint: await hintFor(parsedFiles.documents, "nothing was sent"),
    });
  return wanted;
}

function withUnsure(wanted: WantedDigitalHuman, places: ReturnType<typeof byPlace>): WantedDigitalHuman {
  const { parsed, path } = wanted.entry;
  const own = places.get(parsed)?.get(dotted(path)) ?? [];
  const unsure = own.map((one) => ({ field: String(one.path[path.length]), fault: one.fault }));
  return own.length === 0 ? wanted : { ...wanted, unsure };
}

/** What is unsure, by the document and by each place that it is in. */
function byPlace(left: readonly Unsure[]): ReadonlyMap<Parsed, ReadonlyMap<string, readonly Unsure[]>> {
  const documents = new Map<Parsed, Map<string, Unsure[]>>();
  for (const unsure of left) {
    const places = documents.get(unsure.parsed) ?? new Map<string, Unsure[]>();
    documents.set(unsure.parsed, places);
    for (let depth = 0; depth < unsure.path.length; depth++) {
      const place = dotted(unsure.path.slice(0, depth));
      const there = places.get(place);
      if (there) there.push(unsure);
      else places.set(place, [unsure]);
    }
  }
  return documents;
}

export interface DocumentDigitalHumans {
  readonly wanted: readonly WantedDigitalHuman[];
  readonly faults: readonly Detail[];
}

/** The digital humans of one document. */
export async function digitalHumansOf(
  parsed: Parsed,
  env: Env,
  options: DigitalHumanOptions,
): Promise<DocumentDigitalHumans> {
  const { entries, faults, isRest = false } = entriesOf(parsed, { env, openness: options.openness });
  const including = entries.filter((entry) => TEXT_FILE_FIELDS.some(({ file }) => file in entry.fields));
  const included = await mapSome(including, (entry) => includeTexts(entry, TEXT_FILE_FIELDS, options));
  const made = entries.map((entry) => toWanted(entry, isRest, options));
  return {
    wanted: made.flatMap(({ wanted }) => wanted ?? []),
    // A fault in the defaults affects every entry.
    faults: distinctFaults([...faults, ...included.flat(), ...made.flatMap((one) => one.faults)]),
  };
}

function entriesOf(parsed: Parsed, reading: Reading): Expanded {
  const kind = kindOf(parsed);
  if (kind === "DigitalHuman") return checkedEntries(parsed, DigitalHumanManifest, reading, fromOne);
  if (parsed.isRow && isWrapped(parsed.value))
    return checkedEntries(parsed, PublishedItem, reading, (_, item) =>
      fromPublished(parsed, [item], undefined, {}),
    );
  if (parsed.isRow && saysKind(parsed, "DigitalHumans"))
    return checkedEntries(parsed, DigitalHumanRow, reading, fromRow);
  if (kind === "DigitalHumans") return checkedEntries(parsed, DigitalHumansManifest, reading, expandItems);
  // Such a file comes from tools without variables, so its texts are taken literally.
  const published = isPublished(parsed)
    ? publishedEntries(parsed, { ...reading, env: undefined })
    : undefined;
  if (published) return published;
  return { entries: [], faults: [otherKind(parsed, KINDS)] };
}

/**
 * Whether a document has the form in which the hosted service's own tools keep digital humans, without a
 * kind.
 */
export function isPublished({ value, isRow }: Parsed): boolean {
  if (isRow || typeof value !== "object" || value === null || "kind" in value) return false;
  return Array.isArray(value) || isWrapped(value) || "digital_humans" in value;
}

function publishedEntries(parsed: Parsed, reading: Reading): Expanded {
  if (Array.isArray(parsed.value))
    return checkedEntries(parsed, publishedList(parsed.value), reading, (_, items) =>
      fromPublished(parsed, items, [], {}),
    );
  if (isWrapped(parsed.value))
    return checkedEntries(parsed, PublishedItem, reading, (_, item) =>
      fromPublished(parsed, [item], undefined, {}),
    );
  const { digital_humans } = parsed.value as { readonly digital_humans: unknown };
  return checkedEntries(
    parsed,
    publishedFile(Array.isArray(digital_humans) ? digital_humans : []),
    reading,
    (_, { digital_humans: items = [], ...around }) =>
      fromPublished(parsed, items, ["digital_humans"], around as Placement),
  );
}

interface Placement {
  readonly simulation_ids?: unknown;
  readonly simulation_id?: unknown;
}

/** Fields that the service's answers have and requests do not. */
const ANSWERED = ["id", "created_at", "websocket_url"];

/** @param path of the list; undefined if the document is the only item */
function fromPublished(
  parsed: Parsed,
  items: readonly unknown[],
  path: Path | undefined,
  around: Placement,
): Expanded {
  // An item that was removed has left a hole, which flatMap skips.
  const entries = items.flatMap((item, i) => {
    const at = path ? [...path, i] : [];
    const wrapped = isWrapped(item);
    const { digital_human, ...placement } = (wrapped ? item : { digital_human: item }) as Placement & {
      readonly digital_human: Readonly<Record<string, unknown>>;
    };
    const inside = wrapped ? [...at, "digital_human"] : at;
    const entry = new Entry(parsed, inside);
    const faults = putTexts(entry, layerOf(digital_human ?? {}, inside), TEXT_FILE_FIELDS);
    for (const name of ANSWERED) entry.delete(name);
    place(entry, around, []);
    place(entry, placement, at);
    return [{ entry, faults }];
  });
  return { entries: entries.map(({ entry }) => entry), faults: entries.flatMap(({ faults }) => faults) };
}

function place(entry: Entry, { simulation_ids, simulation_id }: Placement, path: Path): void {
  if (Array.isArray(simulation_ids) && simulation_ids.length > 0)
    entry.set("simulation_ids", simulation_ids, [...path, "simulation_ids"]);
  else if (simulation_id != null) entry.set("simulation_ids", [simulation_id], [...path, "simulation_id"]);
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

/** Adds what a plan needs besides the fields: an identity and simulations. */
export function toWanted(
  entry: Entry,
  isRest: boolean,
  { simulations = [], anywhere = false, openness }: DigitalHumanOptions,
): { readonly wanted?: WantedDigitalHuman; readonly faults: Detail[] } {
  const { simulation_ids: own, ...written } = entry.fields;
  const { fields, faults: twice } = publishedForm(written);
  const simulation_ids = simulations.length > 0 ? simulations : (own ?? []);
  const faults: Detail[] = twice.map(({ field, message }) => entry.fault(field, message));
  const name = identityOf(fields);
  const isNamed = name !== undefined;
  const isPlaced = Array.isArray(simulation_ids) && (simulation_ids.length > 0 || anywhere);
  if (!isRest && !isNamed)
    faults.push(entry.fault("name", "name or test_name is required: it is the identity within a simulation"));
  if (!isRest && !isPlaced)
    faults.push(
      entry.fault(
        "simulation_ids",
        "simulation_ids is required, here, in the defaults, in the document or with --simulation",
      ),
    );
  for (const { field, message } of [...phoneNumberFaults(fields), ...accentFaults(fields)])
    if (!openness || openness.strict) faults.push(entry.fault(field, message));
    else openness.warn(entry.fault(field, `the service may refuse this: ${message}`), `${field} ${message}`);
  if (faults.length > 0 || !isNamed || !isPlaced) return { faults };
  return {
    wanted: { name, simulation_ids: [...new Set(simulation_ids.map(Number))], fields, entry },
    faults,
  };
}

/** Values that two digital humans of the manifests share although only one may have them. */
export const duplicateFaults = (wanted: readonly WantedDigitalHuman[]): Detail[] => [
  ...twins(wanted),
  ...claimedTwice(wanted),
];

/** Names that appear twice within a simulation. */
function twins(wanted: readonly WantedDigitalHuman[]): Detail[] {
  const first = new Map<string, WantedDigitalHuman>();
  return wanted.flatMap((digital_human) => {
    const twin = digital_human.simulation_ids.flatMap(
      (id) => first.get(`${id} ${digital_human.name}`) ?? [],
    )[0];
    for (const id of digital_human.simulation_ids)
      if (!twin) first.set(`${id} ${digital_human.name}`, digital_human);
    if (!twin) return [];
    const { file, line } = twin.entry;
    return [
      digital_human.entry.fault(
        "name",
        `"${digital_human.name}" is already defined at ${file}:${line} for the same simulation`,
      ),
    ];
  });
}

/** Digital humans that would receive calls on the same number. */
function claimedTwice(wanted: readonly WantedDigitalHuman[]): Detail[] {
  const holders = new Map<string, WantedDigitalHuman>();
  return wanted.flatMap((digital_human) => {
    const number = alwaysOnNumber(digital_human.fields);
    if (number === null) return [];
    const holder = holders.get(number);
    if (!holder) holders.set(number, digital_human);
    const message = `"${holder?.name}" is already always-on active on ${number}; a number can have only one`;
    return holder ? [digital_human.entry.fault("phone_number", message)] : [];
  });
}
