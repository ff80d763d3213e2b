/** The move itself: one request, then a check of the result. */

import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { holderOf } from "./find.ts";
import type { VersionKind } from "./kinds.ts";
import { nameOfVersion } from "./words.ts";

export interface Attempt {
  readonly agent_id: number;
  readonly label: string;
  readonly version: number;
  readonly previous_version: number | null;
}

/**
 * Moves the label and reads it back. What counts is where the label is afterwards, not the answer.
 * @throws Failure (conflict) if it is somewhere else, or the request's failure if it did not move
 */
export async function sendMove(context: Context, kind: VersionKind, attempt: Attempt): Promise<void> {
  const { agent_id, label, version } = attempt;
  const failure = await kind
    .addLabels(context, { agent_id, version, labels: [label], override: true })
    .then(() => undefined, asFailure);
  if (failure && isRefusal(failure)) throw failure;
  const held_version = await readBack(context, kind, attempt, failure);
  if (held_version === version) {
    if (failure)
      await context.terminal.alert(
        `warning: ${failure.message}, but ${label} is on ${nameOfVersion(version)} now`,
      );
    return;
  }
  throw failure ? notMoved(failure, held_version, attempt) : overtaken(held_version, attempt, kind);
}

/** Anything else thrown here, such as a dry run, is not a failure. */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}

/** The service refused the request without doing anything, so there is nothing to look up. */
const isRefusal = ({ outcome }: Failure) =>
  outcome === "refused" || outcome === "authentication" || outcome === "not_found";

/** The version that has the label now. If it cannot be read, the failure says how far the move got. */
async function readBack(
  context: Context,
  kind: VersionKind,
  { agent_id, label, version, previous_version }: Attempt,
  failure: Failure | undefined,
): Promise<number | null> {
  try {
    return (await holderOf(context, kind, agent_id, label))?.version ?? null;
  } catch (error) {
    const look = `\`parley ${kind.group} list --agent ${agent_id} --label ${label}\` shows where it is`;
    if (failure)
      throw new Failure(failure.outcome, failure.message, {
        ...failure.options,
        hint: `${label} may or may not have moved to version ${version}; ${look}`,
      });
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.outcome, `${label} was moved, but could not be read back: ${error.message}`, {
      ...error.options,
      code: "not_verified",
      hint: `${look}; it was on ${nameOfVersion(previous_version)}`,
    });
  }
}

/** The request failed, and the label is not where it should be. */
function notMoved(
  { outcome, message, options }: Failure,
  held_version: number | null,
  { label, previous_version }: Attempt,
): Failure {
  const still = held_version === previous_version ? "still" : "now";
  return new Failure(held_version === previous_version ? outcome : "conflict", message, {
    ...options,
    hint: `this command moved nothing: ${label} is ${still} on ${nameOfVersion(held_version)}`,
  });
}

/** The service accepted the move, but another version has the label. */
const overtaken = (
  held_version: number | null,
  { agent_id, label, version }: Attempt,
  { group }: VersionKind,
): Failure =>
  new Failure(
    "conflict",
    `the service accepted the move, but ${label} is on ${nameOfVersion(held_version)}`,
    {
      where: `agent ${agent_id}, expected on ${nameOfVersion(version)}`,
      code: "not_moved",
      hint: `someone else may have moved it; \`parley ${group} history --agent ${agent_id}\` shows the labels and the recorded moves`,
    },
  );
