import { dirname } from "node:path";
import type { Context } from "../../context.ts";
import type { Failure } from "../../failure.ts";
import type { ListedEvaluation } from "../../manifest/evaluations.ts";
import { type ReadOptions, refuseFaults } from "../../manifest/read.ts";
import type { PlannedCall } from "./planned-call.ts";

interface ManifestInput extends ReadOptions {
  readonly agent: number | undefined;
}

/** The calls listed in manifests. @throws Failure (usage) with every fault in every file */
export async function callsOfManifests(
  context: Context,
  manifests: readonly string[],
  { agent, allow_outside, allow_empty = false }: ManifestInput,
): Promise<PlannedCall[]> {
  const { readEvaluations } = await import("../../manifest/evaluations.ts");
  const { faultsIn } = await import("./items.ts");
  const inFiles = (listed: readonly ListedEvaluation[]) => faultsIn(listed.map((one) => toPlanned(one, "")));
  const listed = await readEvaluations(manifests, context, { allow_outside, allow_empty }, inFiles);
  const nameless = listed.some(({ fields }) => fields.agent_id === undefined);
  if (!nameless) return listed.map((one) => toPlanned(one, ""));
  const agent_id = await context.agent(agent).catch(async (error: Failure) => {
    refuseFaults(await inFiles(listed), error);
    throw error;
  });
  return listed.map((one) => toPlanned(one, String(agent_id)));
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
