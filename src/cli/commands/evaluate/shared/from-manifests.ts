import { dirname } from "node:path";
import { Failure } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { ListedEvaluation } from "../../../manifest/evaluations.ts";
import type { ReadOptions } from "../../../manifest/read.ts";
import { warning } from "../../shared/manifest-options.ts";
import type { PlannedCall, PlannedCalls } from "./planned-call.ts";

export interface ManifestInput extends Omit<ReadOptions, "openness"> {
  readonly strict: boolean;
  readonly allow_unknown: boolean;
  readonly agent: number | undefined;
}

/** The calls listed in manifests, and every fault in every file. */
export async function callsOfManifests(
  context: Context,
  manifests: readonly string[],
  { agent, allow_outside, allow_empty = false, strict, allow_unknown }: ManifestInput,
): Promise<PlannedCalls> {
  const { readEvaluations } = await import("../../../manifest/evaluations.ts");
  const evaluations = await warning(context, { strict, allow_unknown }, (openness) =>
    readEvaluations(manifests, context, { allow_outside, allow_empty, openness }),
  );
  const { listed, rest, faults, isUncertain } = evaluations;
  const nameless = listed.some(({ fields }) => !namesAgent(fields));
  let agent_id = "";
  let besides: Failure | undefined;
  if (nameless)
    try {
      agent_id = String(await context.agent(agent));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      besides = error;
    }
  const toCall = (evaluation: ListedEvaluation) => toPlanned(evaluation, agent_id);
  return { calls: listed.map(toCall), rest: rest.map(toCall), faults, isUncertain, besides };
}

const namesAgent = ({ agent_id, external_agent_id }: ListedEvaluation["fields"]) =>
  agent_id !== undefined || Boolean(external_agent_id);

/** @param agent_id the agent of calls that name none */
export function toPlanned({ fields, files, entry }: ListedEvaluation, agent_id: string): PlannedCall {
  const { start_time_utc = "" } = fields;
  const { path } = entry.parsed.source;
  return {
    fields: { ...(namesAgent(fields) ? {} : { agent_id }), ...fields, start_time_utc },
    files: { ...files, folder: dirname(path) },
    manifest: path,
    file: entry.file,
    line: entry.line,
    toFaults: (failure) => {
      const { message, options } = failure;
      const { details = [], where } = options;
      const ofRecording = where !== undefined && where === files.recording_file;
      const field = ofRecording ? "recording_file" : "transcript_file";
      if (details.length === 0) return [entry.fault(field, message)];
      return details.map((detail) => entry.fault(field, `${detail.where}: ${detail.message}`));
    },
  };
}
