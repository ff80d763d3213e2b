import type { Output } from "../../contract/types.ts";

/** What is stored about a finished call, except its recording and how often it was dialled. */
export type CallLog = Omit<Output<"VoiceCall">, "recording" | "attempts">;

/** How a call ended, before anything in it is evaluated. */
export interface CallEnd {
  readonly end_reason: string;
  /** Why the call says nothing about the agent, for people. Null if it does say something. */
  readonly inconclusive: string | null;
  /** For people. */
  readonly detail: string | null;
  readonly close_code: number | null;
}

/** Why a call cannot be evaluated because one side never spoke. Undefined if both did. */
export function neverSpoke(timeline: CallLog["timeline"]): string | undefined {
  const speaks = (side: "AGENT" | "USER") =>
    timeline.some(({ speaker, about }) => speaker === side && about !== "extension");
  if (!speaks("AGENT")) return "the agent never spoke";
  return speaks("USER") ? undefined : "the digital human never spoke";
}
