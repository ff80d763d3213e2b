import type { Interval } from "./interval.ts";

/**
 * What became of the user's speech to the agent, where the agent does not speak beyond its end. Unlike in τ-voice, an
 * answer at the very end counts, with 0 ms: transcripts often put the two at the same offset.
 */
export interface Responses {
  /** From the end of the user's speech to the start of the agent's. */
  answered: readonly Interval[];
  /** Speech after which the user had to speak again before the agent did. */
  unanswered: readonly Interval[];
  /** Speech of the user after which nobody speaks any more; it counts as neither. */
  final_unanswered: Interval | null;
}

/** Both lists are disjoint and sorted; `user` is the speech that asks for an answer. */
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
