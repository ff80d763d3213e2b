import type { Prepared, Utterance } from "./exchange.ts";
import type { planMurmurs } from "./moments.ts";

/** Between the first contact and the first word. */
export const PICK_UP_MS = 500;
/** Between the last word and hanging up. */
export const HANG_UP_MS = 400;
/** A turn that has just begun counts as this long. */
export const TURN_MINIMUM_MS = 100;

/** A turn of the agent that nothing has answered yet. */
export interface Turn {
  readonly number: number;
  readonly utterance: Utterance;
  completed: boolean;
  /** When the agent last signalled that it would continue. */
  continues_ms: number | null;
  /** The agent has pressed a key in it. */
  keyed: boolean;
  /** When the digital human will interrupt, on the line's clock, earliest first. */
  readonly break_ins: number[];
  readonly murmurs: ReturnType<typeof planMurmurs>;
  murmur: { readonly at_ms: number; readonly which: number } | undefined;
}

/** Something that the digital human repeats because it was cut short. */
export interface Again {
  readonly prepared: Prepared;
  /** How long to wait after it was cut short. */
  readonly wait_ms: number;
  /** Whether it is repeated even while the agent speaks. */
  readonly insists: boolean;
  readonly cut_ms: number;
}

/** A turn of the agent that begins now. */
export const agentUtterance = (start_ms: number, turn: number): Utterance => ({
  ...{ speaker: "AGENT", start_ms, end_ms: start_ms, turn },
  ...{ text: null, about: null, cut: null },
});
