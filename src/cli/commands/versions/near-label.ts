import type { Context } from "../../context.ts";
import { nearest } from "../../nearest.ts";
import type { VersionKind } from "./kinds.ts";

/** The label of another version that a label without a version was probably meant to be. */
export async function nearLabel(
  context: Context,
  kind: VersionKind,
  agent_id: number,
  label: string,
): Promise<string | undefined> {
  // It only helps whoever reads: if the service does not say, nothing is lost.
  const versions = await kind.list(context, agent_id, {}).catch(() => []);
  return nearest(label, new Set(versions.flatMap(({ labels }) => labels)));
}
