import { isDeepStrictEqual } from "node:util";
import type { RuleResult } from "../rules-language/result.ts";
import type { JudgedMetric } from "./metric.ts";
import type { Vote } from "./read-answer.ts";

/** A vote, or why it failed. */
export type CastVote = Vote | { status: "ERROR"; reason: string; message: string };

/** The result of the votes, in the form of a rule's result. */
export interface Decision extends Pick<RuleResult, "status" | "reason" | "message" | "value"> {
  /** The share of all votes that agree with the result, or null with a single vote. */
  agreement: number | null;
  /** A vote that agrees with the result; its evidence and reasoning stand for all. Null if there is none. */
  speaks: Vote | null;
}

/**
 * The verdict of more than half of all votes. Without one, the result is `NOT_EVALUATED`
 * (insufficient_agreement). Failed votes count as votes for nothing. If half of them or more failed, the
 * result is `ERROR` with the first reason. Numbers always agree: the result is their median (the lower of the
 * middle two, so that a judge really gave it).
 */
export function combineVotes(votes: readonly CastVote[], { response_type }: JudgedMetric): Decision {
  const failed = votes.flatMap((vote) => (vote.status === "ERROR" ? [vote] : []));
  const [first] = failed;
  if (first && failed.length * 2 >= votes.length)
    return { ...first, value: null, agreement: agreementOf(failed.length, votes), speaks: null };
  const cast_votes = votes.flatMap((vote) => (vote.status === "ERROR" ? [] : [vote]));
  const sameSide = response_type === "quantitative" ? sameStatus : sameAnswer;
  const largest = cast_votes
    .map((vote) => cast_votes.filter((other) => sameSide(vote, other)))
    .reduce<Vote[]>((best, side) => (side.length > best.length ? side : best), []);
  if (largest.length * 2 <= votes.length)
    return {
      status: "NOT_EVALUATED",
      reason: "insufficient_agreement",
      value: null,
      agreement: agreementOf(largest.length, votes),
      speaks: null,
    };
  const speaks = response_type === "quantitative" ? medianOf(largest) : (largest[0] ?? null);
  const agreeing = speaks ? cast_votes.filter((vote) => sameAnswer(vote, speaks)).length : 0;
  return {
    status: speaks?.status ?? "ERROR",
    ...(speaks?.status === "NOT_EVALUATED" && { reason: speaks.reason }),
    value: speaks?.status === "EVALUATED" ? speaks.value : null,
    agreement: agreementOf(agreeing, votes),
    speaks,
  };
}

function agreementOf(agreeing: number, votes: readonly CastVote[]): number | null {
  return votes.length > 1 ? agreeing / votes.length : null;
}

function sameStatus(vote: Vote, other: Vote): boolean {
  return vote.status === other.status;
}

function sameAnswer(vote: Vote, other: Vote): boolean {
  return sameStatus(vote, other) && isDeepStrictEqual(answerOf(vote), answerOf(other));
}

function answerOf(vote: Vote): unknown {
  return vote.status === "EVALUATED" ? vote.value : null;
}

function medianOf(votes: readonly Vote[]): Vote | null {
  const ordered = votes.toSorted((left, right) => Number(answerOf(left)) - Number(answerOf(right)));
  return ordered[Math.floor((ordered.length - 1) / 2)] ?? null;
}
