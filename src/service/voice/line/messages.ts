/** Messages between a call and the thread that runs its line, over a port for each call. */

import type { StatedVersions } from "../../../contract/rules/tested-versions.ts";
import type { Output } from "../../../contract/types.ts";
import type { Ask, LinePlan, Prepared, Utterance } from "../../../engine/voice/exchange.ts";
import type { VoicePlan } from "../../../engine/voice/voice-plan.ts";
import type { TargetPolicy } from "../../network/target.ts";
import type { LineAddress } from "../transports/address.ts";
import type { Closed, DialFailure } from "../transports/transport.ts";

/** What a line needs to know about its call. */
export interface LineSetup {
  readonly address: LineAddress;
  /** Which targets are allowed. */
  readonly policy: TargetPolicy;
  readonly plan: LinePlan;
  readonly effects: VoicePlan["effects"];
  /** A loop of background noise, or null. */
  readonly noise: Float32Array | null;
  /** Where the samples of both sides are written. */
  readonly file: string;
  /** The agent's turns are needed as audio, for recognition. */
  readonly wants_audio: boolean;
}

/** What a line knows about the words of one of the agent's turns. */
export interface HeardTurn extends Pick<Ask, "from_ms" | "to_ms"> {
  /** Text from the connection. */
  readonly told: string | null;
  /** The audio of the turn, if it is needed and there is no text. */
  readonly audio: Int16Array | null;
}

export type ToLine =
  | { readonly kind: "answer"; readonly id: number; readonly prepared: Prepared }
  | { readonly kind: "interject"; readonly due_ms: number; readonly prepared: Prepared }
  /** Hang up, or stop dialling. */
  | { readonly kind: "end" };

export type FromLine =
  /** The agent has answered, and the clock of the line begins. `at` is that moment, from Date.now(). */
  | { readonly kind: "answered"; readonly at: number }
  | { readonly kind: "ask"; readonly ask: Ask; readonly heard: HeardTurn | null }
  | { readonly kind: "dropped"; readonly ids: readonly number[] }
  /** The digital human starts the answer to `ask`, or an interjection. */
  | { readonly kind: "did"; readonly ask: Ask | null; readonly text: string; readonly at_ms: number }
  | { readonly kind: "told"; readonly text: string; readonly at_ms: number; readonly turn: number }
  /** The agent has said which versions it runs. */
  | { readonly kind: "stated"; readonly stated: StatedVersions }
  /** The first word of the call has been said. */
  | { readonly kind: "spoken" }
  | ({ readonly kind: "over" } & LineEnd)
  | { readonly kind: "failed"; readonly message: string; readonly how: DialFailure["how"] | null };

/** The outcome of a line that has ended. */
export interface LineEnd {
  readonly duration_ms: number;
  readonly utterances: readonly Utterance[];
  readonly interruptions: number;
  readonly remarks: Output<"VoiceCall">["remarks"];
  readonly frames: Output<"VoiceCall">["frames"];
  /** Why the digital human hung up, if it was the one who did. */
  readonly reason: string | null;
  readonly closed: Closed | null;
  /** What the agent said at the end without an answer, and the number of the last of its turns. */
  readonly unanswered: { readonly turn: number; readonly heard: HeardTurn } | null;
  /** Why nobody can say what the agent did. Null if that is clear. */
  readonly doubt: string | null;
  /** Bytes of samples that were recorded. */
  readonly recorded: number;
}
