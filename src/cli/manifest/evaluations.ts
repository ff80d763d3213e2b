/** Reads the evaluations that manifests list: applies defaults, and reports all faults at once. */
import type { z } from "zod";
import { EvaluationRow, EvaluationsManifest } from "../../contract/schemas/manifests/evaluations.ts";
import type { Detail } from "../../lib/failure.ts";
import { Failure } from "../../lib/failure.ts";
import { BYTES_MAXIMUM } from "../../lib/files.ts";
import type { Env } from "./check.ts";
import { Entry, layerOf } from "./entry.ts";
import { checkedEntries, type Expanded, type Reading } from "./expand.ts";
import { type Boundary, mapSome, resolveInclude } from "./includes.ts";
import { kindOf, meantFor, otherKind, saysKind } from "./kinds.ts";
import type { Parsed } from "./parsed.ts";
import { emptyFaults, parseFiles, type ReadOptions, type Surroundings } from "./read.ts";

type Row = z.input<typeof EvaluationRow>;

/** A call or chat as a manifest lists it. */
export interface ListedEvaluation {
  /** The fields of E2 that the manifest names. */
  readonly fields: Omit<Row, "kind" | "recording_file" | "transcript_file">;
  /** As the manifest names them, relative to it. The files exist. */
  readonly files: {
    readonly recording_file?: string;
    readonly transcript_file?: string;
    /** The folder that the files must be in when they are opened. */
    readonly within?: string;
  };
  readonly entry: Entry;
}

/** Reads the evaluations of all files, and finds every fault in every file. */
export async function readEvaluations(
  files: readonly string[],
  { cwd, env }: Surroundings,
  options: ReadOptions,
): Promise<Found> {
  const parsedFiles = await parseFiles(files, cwd);
  const documents_read: (Found & { readonly parsed: Parsed })[] = [];
  for (const parsed of meantFor(parsedFiles.documents, ["Evaluations"]))
    documents_read.push({ parsed, ...(await evaluationsOf(parsed, env, options)) });
  const filled = documents_read.filter((document) => document.listed.length + document.faults.length > 0);
  const empty = emptyFaults(
    parsedFiles,
    filled.map(({ parsed }) => parsed),
    "evaluations",
    options,
  );
  return {
    listed: documents_read.flatMap(({ listed }) => listed),
    rest: documents_read.flatMap(({ rest }) => rest),
    faults: [...parsedFiles.faults, ...documents_read.flatMap((document) => document.faults), ...empty],
    isUncertain:
      parsedFiles.faults.length + empty.length > 0 || documents_read.some((document) => document.isUncertain),
  };
}

interface Found {
  /** The evaluations without a fault of their own. */
  readonly listed: readonly ListedEvaluation[];
  /** Evaluations with faults, including the files of theirs that exist. */
  readonly rest: readonly ListedEvaluation[];
  readonly faults: readonly Detail[];
  /**
   * A fault concerns more than one evaluation: the evaluations may lack something because of it, such as a
   * default.
   */
  readonly isUncertain: boolean;
}

/** The evaluations of one document. */
export async function evaluationsOf(parsed: Parsed, env: Env, options: ReadOptions): Promise<Found> {
  const {
    entries,
    faults,
    isRest = false,
    faulty = [],
  } = entriesOf(parsed, { env, openness: options.openness });
  const made = await mapSome(entries, (entry) => toListed(entry, options, isRest));
  const listed = made.flatMap((item) => item.listed);
  // An entry with a fault keeps only its sound fields.
  const isWhole = ({ entry: { path } }: ListedEvaluation) =>
    !faulty.some((place) => path.every((step, i) => step === place[i]));
  return {
    listed: listed.filter(isWhole),
    rest: [...listed.filter((evaluation) => !isWhole(evaluation)), ...made.flatMap(({ rest }) => rest)],
    faults: [...faults, ...made.flatMap((item) => item.faults)],
    isUncertain:
      faults.length > 0 &&
      !parsed.isRow &&
      (faulty.length === 0 ||
        faulty.some(([field, index]) => field !== "evaluations" || index === undefined)),
  };
}

function entriesOf(parsed: Parsed, reading: Reading): Expanded {
  if (parsed.isRow && saysKind(parsed, "Evaluations"))
    return checkedEntries(parsed, EvaluationRow, reading, (_, { kind, ...fields }) => {
      const entry = new Entry(parsed, []);
      entry.put(layerOf(fields, []));
      return { entries: [entry], faults: [] };
    });
  if (kindOf(parsed) === "Evaluations")
    return checkedEntries(parsed, EvaluationsManifest, reading, (_, { defaults = {}, evaluations = [] }) => {
      // An item that was removed has left a hole, which flatMap skips.
      const entries = evaluations.flatMap((fields, i) => {
        const entry = new Entry(parsed, ["evaluations", i]);
        entry.put(layerOf(defaults, ["defaults"]));
        entry.put(layerOf(fields, ["evaluations", i]));
        return [entry];
      });
      return { entries, faults: [] };
    });
  return { entries: [], faults: [otherKind(parsed, ["Evaluations"])] };
}

const CONTENT = [
  "recording_file",
  "recording_url",
  "transcript_file",
  "transcript_url",
  "transcript",
] as const;

async function toListed(
  entry: Entry,
  boundary: Boundary,
  isRest: boolean,
): Promise<Omit<Found, "isUncertain">> {
  const { recording_file, transcript_file, ...fields } = entry.fields as Row;
  const faults: Detail[] = [];
  if (!isRest && !fields.start_time_utc)
    faults.push(entry.fault("start_time_utc", "start_time_utc is required"));
  if (!isRest && CONTENT.every((name) => !entry.get(name)))
    faults.push(entry.fault("", `a call needs a recording or a transcript: one of ${CONTENT.join(", ")}`));
  const files = {
    ...(recording_file !== undefined && { recording_file }),
    ...(transcript_file !== undefined && { transcript_file }),
  };
  let within: string | undefined;
  const call_files: { recording_file?: string; transcript_file?: string } = {};
  for (const [field, name] of Object.entries(files)) {
    try {
      const maximum = field === "recording_file" ? BYTES_MAXIMUM.recording : BYTES_MAXIMUM.text;
      ({ within } = await resolveInclude(entry, name, boundary, maximum));
      call_files[field as keyof typeof call_files] = name;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      faults.push(entry.fault(field, error.message));
    }
  }
  const listed = { fields, files: { ...call_files, ...(within !== undefined && { within }) }, entry };
  return faults.length > 0 ? { listed: [], rest: [listed], faults } : { listed: [listed], rest: [], faults };
}
