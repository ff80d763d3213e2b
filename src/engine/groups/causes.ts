/** Failures of a run by their cause: conversations that fail by the same clause, with the tool or the turn that they share. */
import { groupBy } from "../../contract/group-by.ts";
import { outcomeOfVerdict } from "../../contract/rules/outcomes.ts";
import type { Output } from "../../contract/types.ts";

type Verdict = Output<"Verdict">;

export interface FailedConversation {
  readonly id: string;
  /** Empty if the service does not have them. */
  readonly verdicts: readonly Verdict[];
  /** What the service says of the outcome. */
  readonly reason: string | null;
}

export interface Cause {
  /** The first criterion that failed. Null if the service does not have it. */
  readonly criterion: string | null;
  /** The clauses that decided it, or what is said of it without any. */
  readonly clause: string | null;
  /** The tool that the evidence of all its conversations names. Null if there is none, or not one alone. */
  readonly tool: string | null;
  /** The turn that the evidence of all its conversations begins with. */
  readonly turn: number | null;
  readonly conversations: readonly string[];
}

/** The causes, the most frequent first. */
export function causesOf(failed: readonly FailedConversation[]): Cause[] {
  const causes = failed.map((conversation) => ({ id: conversation.id, found: foundIn(conversation) }));
  return [...groupBy(causes, ({ found }) => JSON.stringify([found.criterion, found.clause])).values()]
    .map((group): Cause => {
      const [first] = group;
      return {
        criterion: first?.found.criterion ?? null,
        clause: first?.found.clause ?? null,
        tool: shared(group.map(({ found: cause }) => cause.tool)),
        turn: shared(group.map(({ found: cause }) => cause.turn)),
        conversations: group.map(({ id }) => id),
      };
    })
    .sort((a, b) => b.conversations.length - a.conversations.length);
}

type Found = Pick<Cause, "criterion" | "clause" | "tool" | "turn">;

function foundIn({ verdicts, reason }: FailedConversation): Found {
  const verdict = verdicts.find((verdict) => outcomeOfVerdict(verdict) === "failed");
  if (!verdict) return { criterion: null, clause: reason, tool: null, turn: null };
  const decided = (verdict.clauses ?? []).filter((clause) => clause.decided);
  const evidence =
    decided.length > 0 ? decided.flatMap((clause) => clause.evidence) : (verdict.evidence ?? []);
  const named = evidence.flatMap(({ kind, name }) => (kind === "tool_call" ? [String(name)] : []));
  const [turn] = evidence.flatMap((piece) => (piece["kind"] === "turn" ? [Number(piece["turn"])] : []));
  return {
    criterion: verdict.name,
    clause: decided.length > 0 ? decided.map(({ text }) => text).join("; ") : (verdict.message ?? null),
    tool: named[0] ?? null,
    turn: turn ?? null,
  };
}

/** The value that all have. */
function shared<T>(values: readonly T[]): T | null {
  const [first, ...others] = new Set(values);
  return first === undefined || others.length > 0 ? null : first;
}
