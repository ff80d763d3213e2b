/** What an agent asked for that called out through the API of its telephone company. Plain JSON. */
export interface AgentCall {
  /** As the agent named it; any will do. */
  readonly account_sid: string;
  /** The agent's number, as it gave it. */
  readonly from: string;
  /** The number of the digital human. */
  readonly to: string;
  /** How the agent's webhook is asked. */
  readonly method: "GET" | "POST";
  /** The answer of a webhook, which came with the request; null if the webhook is asked. */
  readonly answer: string | null;
  /** When the agent wants to be told whether a machine answers: at once, or when the machine has said its greeting. */
  readonly machine_detection: (typeof MACHINE_DETECTIONS)[number] | null;
  /** Where the agent is told how the call goes. */
  readonly callbacks: readonly StatusCallback[];
  /** What else is said by Telnyx' Call Control. Absent if the call was created in another way. */
  readonly call_control?: CallControl;
}

export interface CallControl {
  /** Text of the agent that comes back with whatever it is told. */
  readonly client_state: string | null;
  /** A repeated request has the same. Null if the request has none. */
  readonly command_id: string | null;
  /** How the stream is encoded, in the attributes that TeXML has for it. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Whether a request only repeats another one of the same account. */
export const isRepeated = (known: AgentCall, asked: AgentCall): boolean =>
  (asked.call_control?.command_id ?? null) !== null &&
  known.call_control?.command_id === asked.call_control?.command_id;

/** How the account of a run is stored: an account of one company is none of another's. */
export const accountKey = (dialect: string, account: string) => `${dialect}/${account}`;

export const MACHINE_DETECTIONS = ["Enable", "DetectMessageEnd"] as const;

export const CALL_EVENTS = ["initiated", "ringing", "answered", "completed"] as const;
export type CallEvent = (typeof CALL_EVENTS)[number];

/** An address for some of the events. */
export interface StatusCallback {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly events: readonly CallEvent[];
}
