/** The evaluations that manifests list: defaults applied, every fault told at once. */
import type { z } from "zod";
import { EvaluationRow, EvaluationsManifest } from "../contract/schemas/manifests/evaluations.ts";
import type { Detail } from "../failure.ts";
import { Failure } from "../failure.ts";
import { BYTES_MAXIMUM } from "../files.ts";
import type { Env } from "./check.ts";
import { Entry, layerOf } from "./entry.ts";
import { checkedEntries, type Expanded } from "./expand.ts";
import { type Boundary, mapSome, resolveInclude } from "./includes.ts";
import { kindOf, meantFor, otherKind, saysKind } from "./kinds.ts";
import type { Parsed } from "./parsed.ts";
import { parseFiles, type Surroundings } from "./read.ts";

type Row = z.input<typeof EvaluationRow>;

/** A call or chat as a manifest lists it. */
export interface ListedEvaluation {
  /** The fields of E2 that the manifest names. */
  readonly fields: Omit<Row, "kind" | "recording_file" | "transcript_file">;
  /** As the manifest names them, relative to it; they are there. */
  readonly files: {
    readonly recording_file?: string;
    readonly transcript_file?: string;
    /** The folder that they must be in when they are opened. */
    readonly within?: string;
  };
  readonly entry: Entry;
}

/** Reads the evaluations of all files: those without a fault, and every fault of every file. */
export async function readEvaluations(
  files: readonly string[],
  { cwd, env }: Surroundings,
  boundary: Boundary,
): Promise<Found> {
  const { documents, faults } = await parseFiles(files, cwd);
  const found: Found[] = [];
  for (const parsed of meantFor(documents, ["Evaluations"]))
    found.push(await evaluationsOf(parsed, env, boundary));
  return {
    listed: found.flatMap(({ listed }) => listed),
    faults: [...faults, ...found.flatMap((one) => one.faults)],
    isUncertain: faults.length > 0 || found.some((one) => one.isUncertain),
  };
}

interface Found {
  /** Those without a fault of their own. */
  readonly listed: readonly ListedEvaluation[];
  readonly faults: readonly Detail[];
  /** A fault is not of one evaluation: what is listed may lack what it says, such as a default. */
  readonly isUncertain: boolean;
}

/** Those of one document. */
export async function evaluationsOf(parsed: Parsed, env: Env, boundary: Boundary): Promise<Found> {
  const { entries, faults, isRest = false, faulty = [] } = entriesOf(parsed, env);
  const made = await mapSome(entries, (entry) => toListed(entry, boundary, isRest));
  // Of an entry with a fault only the sound fields are left.
  const isWhole = ({ entry: { path } }: ListedEvaluation) =>
    !faulty.some((place) => path.every((step, i) => step === place[i]));
  return {
    listed: made.flatMap(({ listed }) => listed.filter(isWhole)),
    faults: [...faults, ...made.flatMap((one) => one.faults)],
    isUncertain:
      faults.length > 0 &&
      !parsed.isRow &&
      (faulty.length === 0 ||
        faulty.some(([field, index]) => field !== "evaluations" || index === undefined)),
  };
}

function entriesOf(parsed: Parsed, env: Env): Expanded {
  if (parsed.isRow && saysKind(parsed, "Evaluations"))
    return checkedEntries(parsed, EvaluationRow, env, (_, { kind, ...fields }) => {
      const entry = new Entry(parsed, []);
      entry.put(layerOf(fields, []));
      return { entries: [entry], faults: [] };
    });
  if (kindOf(parsed) === "Evaluations")
    return checkedEntries(parsed, EvaluationsManifest, env, (_, { defaults = {}, evaluations = [] }) => {
      // An item that was cut out has left a hole, which flatMap passes over.
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
): Promise<Pick<Found, "listed" | "faults">> {
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
  for (const [field, name] of Object.entries(files)) {
    try {
      const maximum = field === "recording_file" ? BYTES_MAXIMUM.recording : BYTES_MAXIMUM.text;
      ({ within } = await resolveInclude(entry, name, boundary, maximum));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      faults.push(entry.fault(field, error.message));
    }
  }
  if (faults.length > 0) return { listed: [], faults };
  return {
    listed: [{ fields, files: { ...files, ...(within !== undefined && { within }) }, entry }],
    faults,
  };
}
