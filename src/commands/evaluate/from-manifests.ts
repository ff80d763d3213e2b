import { dirname } from "node:path";
import type { Context } from "../../context.ts";
import type { ListedEvaluation } from "../../manifest/evaluations.ts";
import type { PlannedCall, PlannedCalls } from "./planned-call.ts";

interface ManifestInput {
  readonly agent: number | undefined;
  readonly allow_outside: boolean;
}

/** The calls listed in manifests, and every fault in every file. */
export async function callsOfManifests(
  context: Context,
  manifests: readonly string[],
  { agent, allow_outside }: ManifestInput,
): Promise<PlannedCalls> {
  const { readEvaluations } = await import("../../manifest/evaluations.ts");
  const { listed, faults, isUncertain } = await readEvaluations(manifests, context, { allow_outside });
  const nameless = listed.some(({ fields }) => fields.agent_id === undefined);
  const agent_id = nameless ? String(await context.agent(agent)) : "";
  return { calls: listed.map((one) => toPlanned(one, agent_id)), faults, isUncertain };
}

function toPlanned({ fields, files, entry }: ListedEvaluation, agent_id: string): PlannedCall {
  const { start_time_utc = "" } = fields;
  const { path } = entry.parsed.source;
  return {
    fields: { agent_id, ...fields, start_time_utc },
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
