import { turnRng } from "../../random.ts";
import { type Caller, type CallerOptions, prepareCaller } from "../caller.ts";
import type { DigitalHuman } from "../digital-human.ts";
import type { MadeCall } from "../made-call.ts";
import { next, start } from "../next.ts";
import type { Action, CallerState } from "../state.ts";

export interface Played {
  caller: Caller;
  state: CallerState;
  actions: Action[];
  /** What the caller said, in order; null for silence. */
  said: (string | null)[];
  transcript: { role: "AGENT" | "USER"; utterance: string }[];
}

export interface PlayOptions extends CallerOptions {
  seed?: string;
  /** What a service does to a state between turns. */
  store?: (state: CallerState) => CallerState;
}

/** A message of the agent, with the calls that it reports. */
export type Line = string | { readonly say: string; readonly calls: readonly MadeCall[] };

/** Plays a conversation with predetermined agent messages, five seconds apart. */
export function play(digital_human: DigitalHuman, agent: readonly Line[], options: PlayOptions = {}): Played {
  const { seed = "seed", store = (state) => state, ...limits } = options;
  const caller = prepareCaller(digital_human, limits);
  let { action, state } = start({ caller, at_ms: 0, rng: turnRng(seed, "1", 0) });
  const actions = [action];
  const transcript: Played["transcript"] = [];
  const hear = ({ say }: Action) => say !== undefined && transcript.push({ role: "USER", utterance: say });
  hear(action);
  for (const [place, line] of agent.entries()) {
    if (state.ended) break;
    const { say: message, calls } = typeof line === "string" ? { say: line, calls: [] } : line;
    transcript.push({ role: "AGENT", utterance: message });
    ({ action, state } = next({
      caller,
      state: store(state),
      message,
      at_ms: (place + 1) * 5000,
      rng: turnRng(seed, "1", state.turn),
      calls,
    }));
    actions.push(action);
    hear(action);
  }
  return { caller, state, actions, said: actions.map(({ say }) => say ?? null), transcript };
}
