import type { Slot, TraitName } from "./language.ts";
import type { WordMatch } from "./match-words.ts";

/**
 * Why a conversation ended. The caller ended it because …
 *
 * - `goal_reached`: all goals were confirmed, and the agent then closed the conversation
 * - `script_finished`: all lines of the recorded conversation were said
 * - `hangup_phrase`: the agent or the caller said a hangup phrase of the record
 * - `hangup_instructions`: the agent did something for which the record's instructions say to hang up
 * - `transferred`: the agent hands over to somebody else
 * - `refused`: the agent refused again after the caller had asked for another way
 * - `silence_timeout`: the agent stayed silent after two check-ins
 * - `out_of_script`: the caller could not follow the agent three times in a row, or the agent kept asking for what it had been told
 * - `going_in_circles`: the agent kept saying the same, whatever the caller answered
 * - `max_turns`, `max_duration`: a limit was reached
 */
export type EndReason =
  | "goal_reached"
  | "script_finished"
  | "hangup_phrase"
  | "hangup_instructions"
  | "transferred"
  | "refused"
  | "silence_timeout"
  | "out_of_script"
  | "going_in_circles"
  | "max_turns"
  | "max_duration";

export interface Ending {
  end_reason: EndReason;
  /**
   * Whether the conversation ended in a way that its digital human provides for. This does not mean success.
   */
  completed: boolean;
}

/** The rule that chose the caller's action in a turn. */
export type Rule =
  | "opening"
  | "scripted_response"
  | "interruption"
  | "transcript"
  | "keypad"
  | "answer"
  | "check"
  | "correction"
  | "go_ahead"
  | "decline"
  | "choice"
  | "details"
  | "repeat"
  | "goal"
  | "confirm"
  | "closing"
  | "push_back"
  | "refused"
  | "transferred"
  | "wait"
  | "acknowledge"
  | "fallback"
  | "model"
  | "check_in"
  | "silence"
  | "limit"
  | "hangup_phrase"
  | "hangup_instructions"
  | "after_end";

/** The caller's action: it says something, ends the conversation, does both, or stays silent. */
export interface Action {
  rule: Rule;
  say?: string;
  /** `say` consists of keys to press, if the line has any. */
  keys?: true;
  end?: Ending;
  /**
   * After how many milliseconds to call `onSilence` if the agent has not spoken. Absent if the conversation
   * is over.
   */
  wake_after_ms?: number;
}

/** The record of a turn of the caller, for the reports. */
export interface TurnRecord {
  turn: number;
  rule: Rule;
  /** If a model found the words: the rule that would have spoken. */
  instead_of?: Rule;
  say: string | null;
  /** Slots that the agent asked for, and those that the record cannot answer. */
  asked?: Slot[];
  unknown?: Slot[];
  /** It was asked whether something is so, which the record does not say, and gave the answer that does not stop the agent. */
  assumed?: true;
  scripted?: { index: number; match: WordMatch };
  replay?: { line: number; similarity: number };
  hangup?: { phrase: string; by: "agent" | "caller"; match: WordMatch };
}

/** What the agent says against a fact of the record: both words side by side. */
export interface Contradiction {
  /** How the record names the fact. Empty if it does not. */
  label: string;
  wanted: string;
  said: string;
  /** It may have been understood otherwise, so a call with something else proves nothing. */
  loose?: true;
}

/** The state of a conversation. Plain JSON: it can be stored between turns and read back. */
export interface CallerState {
  /** Events so far (agent messages and silences). This number seeds the generator of the next event. */
  turn: number;
  started_at_ms: number;
  /** Whether the caller has said what it wants. */
  opened: boolean;
  /** Position of the goal that the caller pursues now, and of those it has mentioned. */
  goal: number;
  goals_told: number[];
  confirmed: boolean;
  pushed_back: boolean;
  /** In how many turns in a row the caller could not follow. */
  fallbacks: number;
  check_ins: number;
  /** Positions of the facts that were told. */
  told: number[];
  details_told: number;
  remarks: Partial<Record<TraitName | "elaboration" | "apology", number>>;
  /** How often each scripted rule has matched. */
  script_counts: number[];
  /** Positions, in the record, of scripted responses that could not be decided for some message. */
  undecided?: number[];
  /** How often each instruction has been met. */
  met?: number[];
  /** The caller wanted to end the conversation, but may not. It waits for the agent to do so. */
  parted?: true;
  /** What the agent proposed and the caller took, in the agent's words. It stands by that. */
  taken?: string[];
  /** What it has taken instead of a fact, because the agent had nothing else. */
  instead?: Contradiction[];
  /** What it wants by now instead of impossible facts: the position, and the new value. */
  changed?: { fact: number; value: string; date?: string }[];
  /** With what words it has changed its mind. */
  mind_changed?: string;
  /** The names of the errand's yes-or-no facts that it has answered. */
  switched?: string[];
  /** How often it has refused what contradicts a fact, by the fact's position. */
  refusals?: Record<string, number>;
  /** What the agent proposed last against a fact, and the fact. */
  refused?: Contradiction;
  /** How many tool calls of the agent it has been told of, and which of its deeds were done by them. */
  calls?: number;
  deeds?: number[];
  /** In which turn it learned of the last of them. */
  done_at?: number;
  /** One of the calls changed something. */
  wrote?: true;
  /** It has said its wish again to an agent that offered more help before it had done anything. */
  wish_again?: true;
  /** It has asked whether its matter is settled. */
  asked_done?: true;
  /** Positions of the recorded lines that were said or passed over. */
  replayed: number[];
  /** What the caller says when its own silence is over. Null or empty if nothing. */
  pending: string | null;
  pending_keys?: true;
  last_said: string;
  /** How often the agent has said each thing since the conversation last made progress; absent before it has said anything. */
  heard?: Record<string, number>;
  history: TurnRecord[];
  ended: Ending | null;
}

/** The state at the beginning. `now_ms` is from any clock that keeps running during the conversation. */
export function initialState(now_ms: number): CallerState {
  return {
    turn: 0,
    started_at_ms: now_ms,
    opened: false,
    goal: 0,
    goals_told: [0],
    confirmed: false,
    pushed_back: false,
    fallbacks: 0,
    check_ins: 0,
    told: [],
    details_told: 0,
    remarks: {},
    script_counts: [],
    replayed: [],
    pending: null,
    last_said: "",
    history: [],
    ended: null,
  };
}
