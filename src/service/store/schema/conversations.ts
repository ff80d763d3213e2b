/** The conversations of a run: what was said, what the caller did, and the result. */
import type { ColumnType, Generated } from "kysely";
import type { OUTCOMES, RESULT_STATUSES } from "../../../contract/values.ts";
import type { Fixed } from "./fixed.ts";

interface SimulationResultTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  simulation_run_id: Fixed<number>;
  simulation_id: Fixed<number>;
  agent_id: Fixed<number>;
  digital_human_id: Fixed<number>;
  /** The position among the digital human's conversations in the run, from 1. */
  repetition: Fixed<number>;
  /** The position of the call in the digital human's journey, from 1. Null without a journey. */
  journey_step: Fixed<number | null>;
  seed: Fixed<string>;
  status: (typeof RESULT_STATUSES)[number];
  /** The conversation does not begin before this time. */
  opens_at: string;
  started_at: string | null;
  end_reason: string | null;
  ended_at: string | null;
  /** JSON: what the digital human knows at the end. */
  report: string | null;
  outcome: (typeof OUTCOMES)[number] | null;
  outcome_reason: string | null;
  /** JSON: the criteria that decided the outcome; null if there were none. */
  criteria: string | null;
  /** JSON, null until it is evaluated. */
  evaluation: string | null;
  /** How often its `result_update` was changed. An evaluation of an older revision runs again. */
  revision: Generated<number>;
  /** JSON: list of `StatedVersions`; null if the agent has said nothing about its versions. */
  stated: ColumnType<string | null, never, string>;
  /** Opens the conversation's world, and nothing else; null without a world. */
  world_key: ColumnType<string | null, string | null | undefined, never>;
  created_at: Fixed<string>;
}

/** What the agent's side has reported about a conversation. */
interface ResultUpdateTable {
  simulation_result_id: Fixed<number>;
  /** JSON: `ResultUpdateFields`. */
  fields: string;
}

/** The state of the digital human in a conversation that has started. */
interface CallerStateTable {
  simulation_result_id: Fixed<number>;
  /** JSON. */
  state: string;
  /** 1 while a model is being asked for the digital human's answer. */
  asking: number;
}

/** What the digital human reacted to and what it did: enough to replay the conversation. */
interface CallerTurnTable {
  id: Generated<number>;
  simulation_result_id: Fixed<number>;
  event: Fixed<"open" | "message" | "unheard" | "silence">;
  /** What the agent said, if it is a message. */
  heard: Fixed<string | null>;
  /** JSON: the model's answer, if one was asked. */
  reply: Fixed<string | null>;
  /** JSON: a model's reading of the message, if one was asked. */
  situation: Fixed<string | null>;
  /** JSON: the tool calls that the digital human learned of; null without any. */
  calls: Fixed<string | null>;
  /** Milliseconds since the conversation began. */
  at_ms: Fixed<number>;
  /** JSON. */
  action: Fixed<string>;
}

/** A call of a voice run, from the moment of dialing. */
interface VoiceCallTable {
  simulation_result_id: Fixed<number>;
  /** How often it was dialed, by all processes. */
  attempts: number;
  /** 1 once anyone has said anything: the call is then not repeated. */
  spoken: number;
  /** JSON: { media_type, bytes, sha256 }; null without a recording. */
  recording: string | null;
  /** Key of the blob with the recording's bytes. */
  recording_key: string | null;
  /** JSON: the waveform of the recording; null until someone has viewed it. */
  peaks: string | null;
  /** JSON: `CallLog`; null until the call is over. */
  log: string | null;
}

/** The state of the agent's own system, if it has a `state_probe`. */
interface StateReadingTable {
  simulation_result_id: Fixed<number>;
  /** JSON: `Reading`. */
  before_text: string;
  /** JSON: `Reading`; null until the conversation is over. */
  after_text: ColumnType<string | null, string | null | undefined, string | null>;
}

interface ConversationEntryTable {
  id: Generated<number>;
  simulation_result_id: Fixed<number>;
  role: Fixed<string>;
  message: Fixed<string>;
  message_id: Fixed<string | null>;
  /** Milliseconds since the conversation began. */
  start_offset_ms: Fixed<number>;
  /** 1 while the message is waiting for the end of its turn. */
  stacked: number;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: Fixed<string | null>;
}

interface LoggedToolCallTable {
  id: Generated<number>;
  simulation_result_id: Fixed<number>;
  name: Fixed<string>;
  /** JSON or null. */
  parameters: Fixed<string | null>;
  output: Fixed<string>;
  start_offset_ms: Fixed<number>;
  /** JSON: `WorldCall`, if the world of the conversation has recorded it; else null. */
  world: ColumnType<string | null, string | null | undefined, never>;
  /** 1: the agent has reported this call of its world too. */
  told: ColumnType<number, number | undefined, number>;
  /** Id of the last message that was there, 0 if there was none; null in rows older than the column. */
  after_entry: Fixed<number | null>;
  /** JSON: fields that the contract does not know; null without any. */
  unknown_fields: Fixed<string | null>;
}

/** The answer to a message_id, so that a repeated request gets the same answer. */
interface AnsweredMessageTable {
  simulation_result_id: Fixed<number>;
  message_id: Fixed<string>;
  answer: string;
}

export interface ConversationTables {
  simulation_result: SimulationResultTable;
  result_update: ResultUpdateTable;
  caller_state: CallerStateTable;
  caller_turn: CallerTurnTable;
  voice_call: VoiceCallTable;
  state_reading: StateReadingTable;
  conversation_entry: ConversationEntryTable;
  logged_tool_call: LoggedToolCallTable;
  answered_message: AnsweredMessageTable;
}
