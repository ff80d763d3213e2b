/** Moving a label from the version that holds it to another, with the checks that this needs. */
import { hash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { takeLock } from "../../lock.ts";
import type { Evidence, LabelMove, LabelPlace } from "../../release/history.ts";
import { openHistory } from "../../release/history-file.ts";
import { findVersion, holderOf } from "./find.ts";
import type { Version, VersionKind } from "./kinds.ts";
import { historyFile } from "./move-options.ts";
import { type Requirements, requireEvidence } from "./require.ts";
import { type Attempt, sendMove } from "./send-move.ts";
import { showChange } from "./show-change.ts";
import { nameOfVersion, type VersionWord } from "./words.ts";

export interface Move {
  readonly action: LabelMove["action"];
  readonly agent_id: number;
  readonly label: string;
  readonly to: VersionWord;
  /** The version that must hold the label, or nothing is sent. */
  readonly expect: number | undefined;
  /** The file that keeps the move, where it is not the project's own. */
  readonly history: string | undefined;
  readonly requirements?: Requirements;
}

export interface Moved {
  readonly label: string;
  /** The version that held it before; null where none did. */
  readonly previous_version: number | null;
  readonly version: number;
  /** False where the label was there already and nothing was sent. */
  readonly moved: boolean;
  /** The run or report that was asked for; null where none was. */
  readonly evidence: Evidence | null;
  /** The command that takes the move back; null where there is nothing to take back. */
  readonly rollback: string | null;
}

/** Longest that another promotion of the same label on this machine is waited for. */
const PATIENCE_MS = 120_000;

/**
 * Reads who holds the label, shows what the move changes, asks, moves it, reads it back and keeps it in the history.
 * Exit code 6 when `expect` does not hold or another move came in between, 5 when there is no such version, 9 when
 * what was required does not speak for it.
 */
export async function moveLabel(context: Context, kind: VersionKind, move: Move): Promise<Moved> {
  const { agent_id, label, to, expect } = move;
  await context.requireConfirmable(`Move ${label}?`);
  const [holder, target] = await Promise.all([
    holderOf(context, kind, agent_id, label),
    findVersion(context, kind, agent_id, to),
  ]);
  if (expect !== undefined) refuseUnless(holder, expect, move);
  const { version, id } = target;
  const previous_version = holder?.version ?? null;
  const candidate = { kind: kind.kind, agent_id, version, id };
  const evidence = move.requirements ? await requireEvidence(context, candidate, move.requirements) : null;
  const moved = { label, previous_version, version, evidence };
  if (previous_version === version) return { ...moved, moved: false, rollback: null };

  await showChange(context, kind, { label, from: holder, to: target });
  await context.confirm(
    `Move ${label} of agent ${agent_id} from ${nameOfVersion(previous_version)} to ${nameOfVersion(version)}?`,
  );
  const attempt: Attempt = { agent_id, label, version, previous_version };
  if (context.isDryRun) await sendMove(context, kind, attempt);
  const { base_url } = await context.settings();
  const place = { base_url: base_url.value, agent_id, kind: kind.kind, label };
  await alone(place, async () => {
    // What was shown must still be what happens: a person may have read for long, another program been faster.
    refuseUnless(await holderOf(context, kind, agent_id, label), previous_version, move);
    const history = await openHistory(...(await historyFile(context, move.history)));
    try {
      await sendMove(context, kind, attempt);
      const { action } = move;
      await history.append({
        at: new Date().toISOString(),
        ...place,
        action,
        previous_version,
        version,
        evidence,
      });
    } finally {
      await history.close();
    }
  });
  const rollback =
    previous_version === null
      ? null
      : `parley ${kind.group} rollback ${quote(label)} --to ${previous_version} --agent ${agent_id}`;
  return { ...moved, moved: true, rollback };
}

function refuseUnless(
  holder: Version | undefined,
  expected: number | null,
  { agent_id, label }: Pick<Move, "agent_id" | "label">,
): void {
  const found = holder?.version ?? null;
  if (found === expected) return;
  throw new Failure("conflict", `${label} is on ${nameOfVersion(found)}, not on ${nameOfVersion(expected)}`, {
    where: `agent ${agent_id}`,
    code: "expectation",
    hint: "nothing was sent; look at what moved it, then try again",
  });
}

/**
 * The API moves a label without a look at who holds it, so between the last look and the move nobody else must move
 * it: on one machine a lock sees to that. From another machine it can happen; whoever moved first may not learn of it.
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

/** A word as a shell reads it back. */
const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
