/** The calls in manifests and in the logs of other platforms. They may be named in any order. */
import type { Context } from "../../context.ts";
import type { ManifestInput } from "./shared/from-manifests.ts";
import type { PlannedCalls } from "./shared/planned-call.ts";

export async function callsOfFiles(
  context: Context,
  files: readonly string[],
  input: ManifestInput,
): Promise<PlannedCalls> {
  const { sortLogs, callsOfLogs } = await import("./shared/from-logs.ts");
  const { logs, others } = await sortLogs(context, files);
  const { callsOfManifests } = await import("./shared/from-manifests.ts");
  if (logs.length === 0) return callsOfManifests(context, files, input);
  const logged = await callsOfLogs(context, logs, { agent: input.agent });
  if (others.length === 0) return logged;
  const listed = await callsOfManifests(
    context,
    others.map(({ file }) => file),
    input,
  );
  return {
    ...listed,
    calls: [...listed.calls, ...logged.calls],
    faults: [...listed.faults, ...logged.faults],
  };
}
