import type { Output } from "../../contract/types.ts";

/** What is stored of a call that is over, but for its recording and how often it was dialled. */
export type CallLog = Omit<Output<"VoiceCall">, "recording" | "attempts">;

/** Why a call ended, before anything in it is evaluated. */
export interface CallEnd {
  readonly end_reason: string;
  /** Why it says nothing about the agent, for a person; null if it does. */
  readonly inconclusive: string | null;
  /** For a person. */
  readonly detail: string | null;
  readonly close_code: number | null;
}

/** Why nothing in a call can be evaluated in which one side never spoke; undefined if both did. */
export function neverSpoke(timeline: CallLog["timeline"]): string | undefined {
  const speaks = (side: "AGENT" | "USER") => timeline.some(({ speaker }) => speaker === side);
  if (!speaks("AGENT")) return "the agent never spoke";
  return speaks("USER") ? undefined : "the digital human never spoke";
}
