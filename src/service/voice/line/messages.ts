/** What a call and the thread that runs its line tell each other, over a port of their own. */

import type { Output } from "../../../contract/types.ts";
import type { Ask, LinePlan, Prepared, Utterance } from "../../../engine/voice/exchange.ts";
import type { VoicePlan } from "../../../engine/voice/voice-plan.ts";
import type { TargetPolicy } from "../../network/target.ts";
import type { LineAddress } from "../transports/address.ts";
import type { Closed, DialFailure } from "../transports/transport.ts";

/** A call, as its line has to know it. */
export interface LineSetup {
  readonly address: LineAddress;
  /** What may be connected to. */
  readonly policy: TargetPolicy;
  readonly plan: LinePlan;
  readonly effects: VoicePlan["effects"];
  /** A loop of background noise, if there is noise. */
  readonly noise: Float32Array | null;
  /** Where the samples of both sides are written. */
  readonly file: string;
  /** The agent's turns are wanted as sound, for recognition. */
  readonly wants_audio: boolean;
}

/** What a line knows about the words of one of the agent's turns. */
export interface HeardTurn extends Pick<Ask, "from_ms" | "to_ms"> {
  /** What the connection has told. */
  readonly told: string | null;
  /** The turn as sound, where it is wanted and nothing was told. */
  readonly audio: Int16Array | null;
}

export type ToLine =
  | { readonly kind: "answer"; readonly id: number; readonly prepared: Prepared }
  | { readonly kind: "interject"; readonly due_ms: number; readonly prepared: Prepared }
  /** Hangs up, or stops dialling. */
  | { readonly kind: "end" };

export type FromLine =
  /** The agent has answered, and the clock of the line begins: `at` is that moment, as Date.now() has it. */
  | { readonly kind: "answered"; readonly at: number }
  | { readonly kind: "ask"; readonly ask: Ask; readonly heard: HeardTurn | null }
  | { readonly kind: "dropped"; readonly ids: readonly number[] }
  /** The digital human does what was answered to `ask`, or what it was told to interject. */
  | { readonly kind: "did"; readonly ask: Ask | null; readonly text: string; readonly at_ms: number }
  | { readonly kind: "told"; readonly text: string; readonly at_ms: number; readonly turn: number }
  /** Anybody has said the first word. */
  | { readonly kind: "spoken" }
  | ({ readonly kind: "over" } & LineEnd)
  | { readonly kind: "failed"; readonly message: string; readonly how: DialFailure["how"] | null };

/** What is known when a line has ended. */
export interface LineEnd {
  readonly duration_ms: number;
  readonly utterances: readonly Utterance[];
  readonly interruptions: number;
  readonly remarks: Output<"VoiceCall">["remarks"];
  readonly frames: Output<"VoiceCall">["frames"];
  /** Why the digital human hung up, if it was it. */
  readonly reason: string | null;
  readonly closed: Closed | null;
  /** What the agent said at the end and nobody has answered; the number of the last of its turns. */
  readonly unanswered: { readonly turn: number; readonly heard: HeardTurn } | null;
  /** Bytes of samples that were recorded. */
  readonly recorded: number;
}
