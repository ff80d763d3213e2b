/** The types that a line exchanges with the code that uses it. */
import type { Machine } from "../caller/machine.ts";
import type { InterruptionPlan } from "./interruptions.ts";
import type { KeyPress } from "./keys.ts";

/** How a digital human takes turns on a line. */
export interface LinePlan {
  readonly seed: string;
  readonly endpointing_ms: number;
  readonly interruptions: InterruptionPlan;
  /** The digital human speaks first, without waiting for the agent. */
  readonly speaks_first: boolean;
  /** How long it waits for the agent's first word before it speaks. */
  readonly first_wait_ms: number;
  /** What is pressed before the conversation begins, in keys and as sound. Null if nothing is. */
  readonly extension: Pick<Prepared, "text" | "speech" | "presses"> | null;
  readonly max_duration_ms: number;
  /** What it says while it listens, such as "mm-hmm". Empty if it listens in silence. */
  readonly murmurs: readonly Pick<Prepared, "text" | "speech">[];
  /** The digital human is a machine, which hears keys. Null if it is a person. */
  readonly machine: Machine | null;
}

/** What the agent signals in addition to its audio. */
export type AgentSignal =
  | "speech.started"
  | "speech.completed"
  | "key.pressed"
  /** It has said something, and will continue: it works for the rest of its turn. */
  | "speech.continues";

/** A question to the digital human: what it does next. */
export interface Ask {
  readonly id: number;
  /**
   * `open`: the call begins. `turn`: the agent has spoken. `silence`: neither side has. `interruption`: it
   * interrupts.
   */
  readonly about: "open" | "turn" | "silence" | "interruption";
  /** Number of the agent's turn that it answers or interrupts, from 0. */
  readonly turn: number;
  /** The times of that turn on the line's clock, as far as known. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** When the question is asked. */
  readonly at_ms: number;
}

/** What the digital human does next, with its speech ready to play. */
export interface Prepared {
  readonly text: string;
  /** Clean speech. Empty if it says nothing. */
  readonly speech: Int16Array;
  /** The keys pressed while it sounds, if the line has any. */
  readonly presses?: readonly KeyPress[] | undefined;
  /** Why it hangs up afterwards. Null if it does not. */
  readonly end: string | null;
  /** How long it then waits before it reacts to silence. */
  readonly wake_ms: number;
}

/** Something said, in times of the line's clock. */
export interface Utterance {
  readonly speaker: "AGENT" | "USER";
  readonly start_ms: number;
  end_ms: number;
  /** What the digital human says. Null for the agent, whose words the line does not know. */
  readonly text: string | null;
  /** The agent's turn that this is, answers, or interrupts. */
  readonly turn: number;
  readonly about: Ask["about"] | "again" | "murmur" | "extension" | null;
  /**
   * Why it was cut short: the agent signalled an interruption, or the digital human gave way. Null if it was
   * not.
   */
  cut: "interrupted" | "gave_way" | null;
}

/** What to do after each 20 ms of the call. */
export interface Tick {
  /** Clean speech of the digital human in this frame. Null is silence. */
  readonly speech: Int16Array | null;
  /** Keys that it presses in this frame. */
  readonly keys?: readonly string[];
  /** Ids of utterances whose beginning and end to signal to the agent. A murmur is heard without a signal. */
  readonly started?: string;
  readonly completed?: string;
  readonly asks: readonly Ask[];
  /** Asks that no longer need an answer. */
  readonly dropped: readonly number[];
  /** The ask whose answer begins in this frame. */
  readonly taken?: Ask;
  /** What the digital human begins to say in this frame. */
  readonly began?: Utterance;
  /** The digital human interrupts the agent. */
  readonly interrupts: boolean;
  /** Why the digital human hangs up now. */
  readonly over?: string;
}

/** One side of a call, whoever speaks on it. */
export interface CallLine {
  /** Milliseconds since the call began. */
  readonly now_ms: number;
  /** How many turns the agent has begun. */
  readonly turns: number;
  /** When the agent's first unanswered turn began. Null if there is none. */
  readonly unanswered_ms: number | null;
  /** How often the digital human has interrupted. */
  readonly breakIns: number;
  readonly utterances: readonly Utterance[];
  /** Why nobody can say what the agent did. Null if that is clear. */
  readonly doubt: string | null;
  /** Answers an ask. Ignored if the ask has been dropped. */
  answer(id: number, prepared: Prepared): void;
  /** Asks the current question again, because more of the agent's words are known. */
  reconsider(): void;
  /** Says something as soon as the digital human is silent, even while the agent speaks. */
  interject(prepared: Prepared): void;
  /**
   * @param heard the agent's next 20 ms; null is silence. @param queued whether more of the agent's audio is
   * waiting
   */
  tick(heard: Int16Array | null, signals: readonly AgentSignal[], queued: boolean): Tick;
  /** Call this when the call is over. It cuts off what is being said. */
  end(): void;
}
