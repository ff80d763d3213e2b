import type { Slot, TraitName } from "./language.ts";
import type { WordMatch } from "./match-words.ts";

/**
 * Why a conversation is over. The caller ended it because …
 * - `goal_reached`: all goals were confirmed and the agent then closed the conversation
 * - `script_finished`: the recorded conversation is through
 * - `hangup_phrase`: the agent said a hangup phrase of the record, or the caller itself did
 * - `hangup_instructions`: the agent did what the instructions of the record hang up for
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
  /** Whether the conversation ended in a way that its digital human provides for. It says nothing about success. */
  completed: boolean;
}

/** The rule that chose what the caller did in a turn. */
export type Rule =
  | "opening"
  | "scripted_response"
  | "interruption"
  | "transcript"
  | "keypad"
  | "answer"
  | "check"
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

/** What the caller does: says something, ends the conversation, both, or stays silent. */
export interface Action {
  rule: Rule;
  say?: string;
  /** What it says are keys to press, where the line has any. */
  keys?: true;
  end?: Ending;
  /** Milliseconds after which `onSilence` is due unless the agent speaks first; absent when the conversation is over. */
  wake_after_ms?: number;
}

/** What is kept of a turn of the caller, for the reports. */
export interface TurnRecord {
  turn: number;
  rule: Rule;
  /** If a model found the words: the rule that would have spoken. */
  instead_of?: Rule;
  say: string | null;
  /** Slots the agent asked for; those among them that the record cannot answer. */
  asked?: Slot[];
  unknown?: Slot[];
  scripted?: { index: number; match: WordMatch };
  replay?: { line: number; similarity: number };
  hangup?: { phrase: string; by: "agent" | "caller"; match: WordMatch };
}

/** Where a conversation stands. Plain JSON: it can be stored between turns and read back. */
export interface CallerState {
  /** Events so far (agent messages and silences); the next one's number seeds its generator. */
  turn: number;
  started_at_ms: number;
  /** Whether the caller has said what it wants. */
  opened: boolean;
  /** Place of the goal that the caller pursues now; places of those it has spoken of. */
  goal: number;
  goals_told: number[];
  confirmed: boolean;
  pushed_back: boolean;
  /** Turns in a row in which the caller could not follow. */
  fallbacks: number;
  check_ins: number;
  /** Places of the facts that were told. */
  told: number[];
  details_told: number;
  remarks: Partial<Record<TraitName | "elaboration" | "apology", number>>;
  /** Matches so far of each scripted rule. */
  script_counts: number[];
  /** Places, in the record, of scripted responses that could not be decided for some message. */
  undecided?: number[];
  /** How often each instruction has been met. */
  met?: number[];
  /** It would have ended the conversation, and may not: it waits for the agent to do so. */
  parted?: true;
  /** Places of the recorded lines that were said or passed over. */
  replayed: number[];
  /** Said when the caller's own silence is over; empty when nothing is. */
  pending: string | null;
  pending_keys?: true;
  last_said: string;
  /** How often the agent has said each thing since the conversation last made progress; absent before it has said anything. */
  heard?: Record<string, number>;
  history: TurnRecord[];
  ended: Ending | null;
}

/** The state before anything was said. `now_ms` is any clock that runs on through the conversation. */
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
