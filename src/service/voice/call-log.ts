import type { Output } from "../../contract/types.ts";

/** What is stored about a finished call, except its recording and how often it was dialled. */
export type CallLog = Omit<Output<"VoiceCall">, "recording" | "attempts">;

/** How a call ended, before anything in it is evaluated. */
export interface CallEnd {
  readonly end_reason: string;
  /** Why the call says nothing about the agent, for people. Null if it does say something. */
  readonly inconclusive: string | null;
  /** Hanging up without a word is an answer, because the digital human is a machine. */
  readonly may_be_wordless?: boolean;
  /** For people. */
  readonly detail: string | null;
  readonly close_code: number | null;
}

/** Why a call cannot be evaluated because one side never spoke. Undefined if both did, or need not. */
export function neverSpoke(
  timeline: CallLog["timeline"],
  { may_be_wordless }: Pick<CallEnd, "may_be_wordless">,
): string | undefined {
  const speaks = (side: "AGENT" | "USER") =>
    timeline.some(({ speaker, about }) => speaker === side && about !== "extension");
  if (!speaks("AGENT") && !may_be_wordless) return "the agent never spoke";
  return speaks("USER") ? undefined : "the digital human never spoke";
}
