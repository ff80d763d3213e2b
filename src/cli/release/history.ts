/** The label moves that a project records, and how rollbacks use them. */
import type { VersionEvidence } from "../../contract/values.ts";

/** One move of a label. */
export interface LabelMove {
  /** The time of the move, ISO 8601 in UTC. */
  readonly at: string;
  /** The service's URL, because a project may release on several services. */
  readonly base_url: string;
  readonly agent_id: number;
  readonly kind: "prompt" | "knowledge_base";
  readonly label: string;
  readonly action: "promote" | "rollback";
  /** The version that had the label before; null if none did. */
  readonly previous_version: number | null;
  readonly version: number;
  /** The run or report that was required for the move; null if none was. */
  readonly evidence: Evidence | null;
}

/** A run or report that was required for a move. */
export interface Evidence {
  readonly simulation_run_id?: number;
  readonly report?: string;
  readonly pass_rate: number;
  /** What shows that the agent ran the version. Absent in moves that earlier versions of Parley recorded. */
  readonly version_evidence?: VersionEvidence;
}

/** Identifies a label. */
export type LabelPlace = Pick<LabelMove, "base_url" | "agent_id" | "kind" | "label">;

/** The moves of one label, sorted by time: a file merged by git is not in order. */
export function movesOf(
  moves: readonly LabelMove[],
  { base_url, agent_id, kind, label }: LabelPlace,
): LabelMove[] {
  return moves
    .filter(
      (move) =>
        move.base_url === base_url &&
        move.agent_id === agent_id &&
        move.kind === kind &&
        move.label === label,
    )
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/**
 * The versions that a label would be on after 0, 1, 2, … rollbacks, given its moves in order of time. A
 * promotion goes on top of the stack, and a rollback removes everything above its version, so two rollbacks
 * go back two versions.
 */
export function holdersBack(moves: readonly LabelMove[]): number[] {
  const holders: number[] = [];
  for (const { action, previous_version, version } of moves) {
    // In between, somebody has moved the label without recording it here.
    if (previous_version !== null && holders.at(-1) !== previous_version) holders.push(previous_version);
    const before = action === "rollback" ? holders.lastIndexOf(version) : -1;
    if (before >= 0) holders.length = before + 1;
    else holders.push(version);
  }
  return holders.reverse();
}
