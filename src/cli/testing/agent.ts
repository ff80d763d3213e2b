/** An agent under test, however it is reached. */
import type { Said } from "../manifest/scripted-callers.ts";

export interface Turn {
  readonly simulation_result_id: string;
  /** The body of a webhook, as JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The caller has ended the conversation; no answer is needed. */
  readonly is_last: boolean;
  /** What was said before the conversation, if anything. */
  readonly given: readonly Said[];
  readonly signal: AbortSignal;
}

/** A call of a tool that an agent has made, with its result. */
export interface ToolCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly output: unknown;
}

/** A call that may be told without its parameters, or its result: whether they are as they should be is then unknown. */
export type ReportedCall = Pick<ToolCall, "name"> & Partial<ToolCall>;

/** What has happened on the agent's side: an event of its conversation. */
export interface AgentEvent {
  readonly title: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface StartedAgent {
  /** How it was started or where it is, for the headline. */
  readonly about: string;
  /** How long it took to become ready. Undefined if it was running already, or starts with its first turn. */
  readonly ready_ms?: number;
  /** The conversation is over, whoever ended it. */
  over(simulation_result_id: string): void;
  /** Its last lines of output. */
  tail(): string[];
  stop(): Promise<void>;
}

/** An agent that gets texts. */
export interface TestedAgent extends StartedAgent {
  /** The answer to a turn, as a webhook would have it. @throws Trouble */
  answer(turn: Turn): Promise<string>;
  /** Before so many conversations begin: what must not count as the agent's time to answer. @throws Trouble */
  ready?(conversations: number): Promise<void>;
}

/** The call that an agent has to create, by the API of its telephone company. */
export interface AwaitedCall {
  readonly account_sid: string;
  /** The number that it has to call. */
  readonly number: string;
  /** Resolves with its webhook, or its stream, when it has created the call. */
  readonly created: Promise<{ readonly url: string }>;
  /** Why its last request was refused, if one was. */
  refusal(): string | undefined;
}

/** An agent that callers speak with. */
export interface CalledAgent extends StartedAgent {
  /**
   * Where the call of a conversation goes.
   * @param awaited if the agent creates its calls: the one for this conversation
   * @throws Trouble if nobody is there
   */
  urlFor(simulation_result_id: string, signal: AbortSignal, awaited?: AwaitedCall): Promise<string>;
  /** How the process of a call that is over had ended. Undefined if it had not, or if Parley did not start it. */
  ended(simulation_result_id: string): Promise<string | undefined>;
}
