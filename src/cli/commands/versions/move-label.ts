/** Moves a label from one version to another, with the necessary checks. */
import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../../lib/failure.ts";
import { takeLock } from "../../../lib/lock.ts";
import { shellWord } from "../../../lib/shell-word.ts";
import type { Context } from "../../context.ts";
import type { Evidence, LabelMove, LabelPlace } from "../../release/history.ts";
import { openHistory } from "../../release/history-file.ts";
import { findVersion, holderOf } from "./find.ts";
import type { Version, VersionKind } from "./kinds.ts";
import { historyFile } from "./move-options.ts";
import { nearLabel } from "./near-label.ts";
import { type Requirements, requireEvidence } from "./require.ts";
import { type Attempt, sendMove } from "./send-move.ts";
import { keptMoves, moverOf } from "./service-history.ts";
import { showChange } from "./show-change.ts";
import { nameOfVersion, type VersionWord } from "./words.ts";

export interface Move {
  readonly action: LabelMove["action"];
  readonly agent_id: number;
  readonly label: string;
  readonly to: VersionWord;
  /**
   * The version that must have the label, or null if none may have it. If that is not true, nothing is sent.
   */
  readonly expect: number | null | undefined;
  /** The file to record the move in, if it is not the project's own. */
  readonly history: string | undefined;
  readonly requirements?: Requirements;
}

export interface Moved {
  readonly label: string;
  /** The version that had the label before; null if none had it. */
  readonly previous_version: number | null;
  readonly version: number;
  /** False if the label was already there and nothing was sent. */
  readonly moved: boolean;
  /** The required run or report; null if none was required. */
  readonly evidence: Evidence | null;
  /** The command that undoes the move; null if there is nothing to undo. */
  readonly rollback: string | null;
}

/** How long to wait for another promotion of the same label on this machine. */
const PATIENCE_MS = 120_000;

/**
 * Reads which version has the label, shows what the move changes, asks, moves the label, reads it back and
 * records the move in the history. The exit code is 6 if `expect` does not match or another move came in
 * between, 5 if the version does not exist, and 9 if the required evidence does not support the move.
 */
export async function moveLabel(context: Context, kind: VersionKind, move: Move): Promise<Moved> {
  const { agent_id, label, to, expect } = move;
  const [holder, target] = await Promise.all([
    holderOf(context, kind, agent_id, label),
    findVersion(context, kind, agent_id, to),
  ]);
  const named = { context, kind, move };
  if (expect !== undefined) await refuseUnless(holder, expect, named);
  const { version, id } = target;
  if (!holder && move.action === "rollback") throw await nothingToMoveBack(named, version);
  const previous_version = holder?.version ?? null;
  const candidate = { kind: kind.kind, agent_id, version, id };
  const evidence = move.requirements ? await requireEvidence(context, candidate, move.requirements) : null;
  const moved = { label, previous_version, version, evidence };
  if (previous_version === version) return { ...moved, moved: false, rollback: null };

  await context.requireConfirmable(`Move ${label}?`);
  await showChange(context, kind, { agent_id, label, from: holder, to: target });
  await context.confirm(
    `Move ${label} of agent ${agent_id} from ${nameOfVersion(previous_version)} to ${nameOfVersion(version)}?`,
  );
  const attempt: Attempt = { agent_id, label, version, previous_version };
  if (context.isDryRun) await sendMove(context, kind, attempt);
  const { base_url } = await context.settings();
  const place = { base_url: base_url.value, agent_id, kind: kind.kind, label };
  await alone(place, async () => {
    // The move must still be the one that was shown: the person may have taken a long time, or another
    // program was faster.
    await refuseUnless(await holderOf(context, kind, agent_id, label), previous_version, named);
    const history = await openHistory(...(await historyFile(context, move.history)));
    try {
      await sendMove(context, kind, attempt);
      const { action } = move;
      const isKept = await keptMoves(context, kind, agent_id, label).catch(() => undefined);
      if (isKept) await explainMove(context, { ...place, version, action, evidence });
      const made = { at: new Date().toISOString(), ...place, action, previous_version, version, evidence };
      await history.append(made).catch((error: Error) => {
        throw new Failure("failed", `${label} was moved, but the release history could not be written`, {
          where: error.message,
          hint: `\`parley ${kind.group} history --agent ${agent_id}\` shows what the service knows of the move`,
          cause: error,
        });
      });
    } finally {
      await history.close();
    }
  });
  const rollback =
    previous_version === null
      ? null
      : `parley ${kind.group} rollback ${shellWord(label)} --to ${previous_version} --agent ${agent_id}`;
  return { ...moved, moved: true, rollback };
}

interface Named {
  readonly context: Context;
  readonly kind: VersionKind;
  readonly move: Pick<Move, "agent_id" | "label">;
}

async function refuseUnless(
  holder: Version | undefined,
  expected: number | null,
  { context, kind, move: { agent_id, label } }: Named,
): Promise<void> {
  const current = holder?.version ?? null;
  if (current === expected) return;
  const mover = await moverOf(context, kind, agent_id, label);
  throw new Failure(
    "conflict",
    `${label} is on ${nameOfVersion(current)}, not on ${nameOfVersion(expected)}${mover}`,
    {
      where: `agent ${agent_id}`,
      code: "expectation",
      hint: `nothing was sent; \`parley ${kind.group} history --agent ${agent_id}\` shows the moves`,
    },
  );
}

/** A label that nothing has is a typo: whoever rolls back must not believe that it has worked. */
async function nothingToMoveBack({ context, kind, move: { agent_id, label } }: Named, version: number) {
  const near = await nearLabel(context, kind, agent_id, label);
  const promote = `parley ${kind.group} promote ${version} ${shellWord(label)} --agent ${agent_id}`;
  return new Failure("not_found", `no version of the ${kind.noun} has the label ${label}`, {
    where: `agent ${agent_id}`,
    hint:
      near === undefined
        ? `nothing was sent; \`${promote}\` sets it`
        : `nothing was sent; did you mean ${near}?`,
  });
}

type Explained = LabelPlace & Pick<LabelMove, "version" | "action" | "evidence">;

/** Tells the service why the label was moved. The move itself is already done. */
async function explainMove(
  context: Context,
  { agent_id, kind, label, version, action, evidence }: Explained,
) {
  const body = { kind, label, version, action, ...(evidence && { evidence: { ...evidence } }) };
  await context.change("explain_label_move", { params: { agent_id }, body }).catch(async (error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    await context.terminal.alert(
      `warning: the service did not record why ${label} was moved: ${error.message}`,
    );
  });
}

/**
 * Holds a lock between the last check and the move. The API moves a label without checking which version has
 * it, so the lock keeps other processes on this machine from moving it. Another machine can still do so, and
 * the first mover may not notice.
 */
async function alone(place: LabelPlace, work: () => Promise<void>): Promise<void> {
  const name = hash("sha256", JSON.stringify(place)).slice(0, 16);
  const file = join(tmpdir(), `parley-move-${name}`);
  const lock = await takeLock(file, { what: `the label ${place.label}`, patience_ms: PATIENCE_MS });
  try {
    await work();
  } finally {
    await lock.release();
  }
}
