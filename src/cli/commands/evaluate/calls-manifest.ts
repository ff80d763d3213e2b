import { dirname, join, relative } from "node:path";
import { withoutVariables } from "../../manifest/variables.ts";
import type { PlannedCall } from "./shared/planned-call.ts";

/**
 * Calls as a manifest of kind Evaluations. Reading it gives the same calls. @param path absolute path where
 * it will be
 */
export function manifestOfCalls(path: string, calls: readonly PlannedCall[]) {
  return {
    kind: "Evaluations",
    evaluations: calls.map(({ fields, files: { folder, recording_file } }) => {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const file = recording_file && relative(dirname(path), join(folder, recording_file));
      return withoutVariables({ ...given, ...(file && { recording_file: file }) });
    }),
  };
}
