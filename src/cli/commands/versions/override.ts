/** `--override`: a label leaves the version that has it. `label` and `push` have it. */
import { Failure } from "../../../lib/failure.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import type { Context } from "../../context.ts";
import { flag } from "../command.ts";
import type { VersionKind } from "./kinds.ts";

export const overrideOption = flag("--override", "move a label from the version that has it");

/** The failure of a request that adds labels. If another version has one, its hint is `--override`. */
export const hintingAtOverride = (error: unknown): unknown =>
  error instanceof Failure && error.outcome === "conflict"
    ? new Failure(error.outcome, error.message, {
        ...error.options,
        hint: "use --override to move the label to this version",
      })
    : error;

interface Labelled {
  readonly agent_id: number;
  readonly labels: readonly string[];
  readonly override: boolean;
}

interface Created {
  readonly version: number;
  readonly labels?: string[] | null | undefined;
}

/**
 * Creates a version with labels. Creating cannot take a label from another version, so with `override` they are
 * added afterwards.
 */
export async function createLabelled<Version extends Created>(
  context: Context,
  kind: VersionKind,
  { agent_id, labels, override }: Labelled,
  create: (labels: readonly string[]) => Promise<Version>,
): Promise<Version> {
  if (!override || labels.length === 0)
    return create(labels).catch((error: unknown) => {
      throw hintingAtOverride(error);
    });
  const created = await create([]);
  const moved = await moveLabels(context, kind, { agent_id, version: created.version, labels }).catch(
    (error: unknown) => {
      throw stillCreated(
        error,
        `label it with \`parley ${kind.group} label ${created.version} ${labels.map(shellWord).join(" ")} --override --agent ${agent_id}\``,
      );
    },
  );
  return { ...created, labels: moved };
}

/** Moves labels to a version. Returns all that it has then. */
export async function moveLabels(
  context: Context,
  kind: VersionKind,
  { agent_id, version, labels }: Omit<Labelled, "override"> & { readonly version: number },
): Promise<string[]> {
  const moved = await kind.addLabels(context, { agent_id, version, labels: [...labels], override: true });
  return moved.labels;
}

/** Why something that comes after creating a version failed, and how to do it now. */
export function stillCreated(error: unknown, how: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { hint, ...options } = error.options;
  const next = `the version was created; ${how}`;
  return new Failure(error.outcome, error.message, { ...options, hint: hint ? `${hint}\n${next}` : next });
}
