/** What a line and those who use it tell each other. */
import type { InterruptionPlan } from "./interruptions.ts";
import type { KeyPress } from "./keys.ts";

/** How a digital human takes turns on a line. */
export interface LinePlan {
  readonly seed: string;
  readonly endpointing_ms: number;
  readonly interruptions: InterruptionPlan;
  /** It speaks first, without waiting for the agent. */
  readonly speaks_first: boolean;
  /** How long it waits for the agent's first word before it speaks itself. */
  readonly first_wait_ms: number;
  readonly max_duration_ms: number;
  /** What it says while it listens, such as "mm-hmm"; empty if it listens in silence. */
  readonly murmurs: readonly Pick<Prepared, "text" | "speech">[];
}

/** What the agent signals beside its audio. */
export type AgentSignal = "speech.started" | "speech.completed";

/** What the digital human is asked: what it does next. */
export interface Ask {
  readonly id: number;
  /** `open`: the call begins; `turn`: the agent has spoken; `silence`: nobody has; `interruption`: it breaks in. */
  readonly about: "open" | "turn" | "silence" | "interruption";
  /** Number of the agent's turn that it answers or breaks into, from 0. */
  readonly turn: number;
  /** Where that turn lies on the line's clock, as far as it is known. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** When it is asked. */
  readonly at_ms: number;
}

/** What the digital human does, ready to be done. */
export interface Prepared {
  readonly text: string;
  /** Clean speech; empty if it says nothing. */
  readonly speech: Int16Array;
  /** The keys that are pressed as it sounds, where the line has any. */
  readonly presses?: readonly KeyPress[] | undefined;
  /** Why it hangs up afterwards; null if it does not. */
  readonly end: string | null;
  /** How long it waits then before it acts on silence. */
  readonly wake_ms: number;
}

/** Something that was said, on the line's clock. */
export interface Utterance {
  readonly speaker: "AGENT" | "USER";
  readonly start_ms: number;
  end_ms: number;
  /** What the digital human says; null for the agent, whose words the line does not know. */
  readonly text: string | null;
  /** The agent's turn that it is, answers or breaks into. */
  readonly turn: number;
  readonly about: Ask["about"] | "again" | "murmur" | null;
  /** It was cut short: by the agent's signal, or because the digital human gave way. */
  cut: "interrupted" | "gave_way" | null;
}

/** What is to be done after 20 ms of the call. */
export interface Tick {
  /** Clean speech of the digital human in this frame; null is silence. */
  readonly speech: Int16Array | null;
  /** Keys that it presses in this frame. */
  readonly keys?: readonly string[];
  /** Ids of what the agent is signalled to begin and to end. A murmur is heard without a signal. */
  readonly started?: string;
  readonly completed?: string;
  readonly asks: readonly Ask[];
  /** Asks whose answer is no longer wanted. */
  readonly dropped: readonly number[];
  /** The ask whose answer is being done, from this frame on. */
  readonly taken?: Ask;
  /** What the digital human begins to say in this frame. */
  readonly began?: Utterance;
  /** The digital human breaks into what the agent says. */
  readonly interrupts: boolean;
  /** Why the digital human hangs up now. */
  readonly over?: string;
}
