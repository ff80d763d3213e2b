import type { Prepared, Utterance } from "./exchange.ts";
import type { planMurmurs } from "./moments.ts";

/** Between the first contact and the first word. */
export const PICK_UP_MS = 500;
/** Between the last word and hanging up. */
export const HANG_UP_MS = 400;
/** A turn that has just begun counts as this long. */
export const TURN_MINIMUM_MS = 100;
/** After speech.continues, an agent has so long to do so. */
const CONTINUES_MS = 10_000;
/** What is heard so soon after a signal was sent before it. */
const SIGNAL_LEAD_MS = 200;
/** An agent's "mm-hmm" is shorter than this. */
const BACKCHANNEL_MS = 800;

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
  speaker: "AGENT",
  start_ms,
  end_ms: start_ms,
  turn,
  text: null,
  about: null,
  cut: null,
});

/** Whether an agent has signalled that it will continue, has not done so yet, and still has time. */
export const continuesSoon = ({ continues_ms, utterance }: Turn, now: number): boolean =>
  continues_ms !== null &&
  now < continues_ms + CONTINUES_MS &&
  utterance.end_ms <= continues_ms + SIGNAL_LEAD_MS;

/** Whether a turn was a short sound while the digital human spoke, which needs no answer. */
export function isBackchannel(
  { keyed, utterance: { start_ms, end_ms } }: Turn,
  utterances: readonly Utterance[],
): boolean {
  const said = utterances.findLast(
    ({ speaker, about }) => speaker === "USER" && about !== "murmur" && about !== "extension",
  );
  if (!said || said.cut !== null || keyed) return false;
  return end_ms - start_ms < BACKCHANNEL_MS && start_ms >= said.start_ms && end_ms <= said.end_ms;
}
