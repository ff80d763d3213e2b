import type { Interval } from "./interval.ts";

/**
 * How the agent responded to the user's speech, unless it was still speaking at its end. Unlike in τ-voice,
 * an answer at the very end counts, with 0 ms, because transcripts often give both the same offset.
 */
export interface Responses {
  /** From the end of the user's speech to the start of the agent's. */
  answered: readonly Interval[];
  /** The user had to speak again before the agent did. */
  unanswered: readonly Interval[];
  /**
   * The user's last speech, if neither side speaks after it. It counts as neither answered nor unanswered.
   */
  final_unanswered: Interval | null;
}

/** Both lists must be sorted without overlaps. `user` is the speech that needs an answer. */
export function findResponses(agent: readonly Interval[], user: readonly Interval[]): Responses {
  const answered: Interval[] = [];
  const unanswered: Interval[] = [];
  let final_unanswered: Interval | null = null;
  let next = 0;
  user.forEach((segment, index) => {
    const end = segment.end_ms;
    while ((agent[next]?.start_ms ?? Number.POSITIVE_INFINITY) < end) next++;
    const agentStillSpeaks = (agent[next - 1]?.end_ms ?? 0) > end;
    if (agentStillSpeaks) return;
    const answer = agent[next];
    const again = user[index + 1];
    if (answer !== undefined && (again === undefined || answer.start_ms <= again.start_ms)) {
      answered.push({ start_ms: end, end_ms: answer.start_ms });
    } else if (again !== undefined) {
      unanswered.push(segment);
    } else {
      final_unanswered = segment;
    }
  });
  return { answered, unanswered, final_unanswered };
}
