/** Where the line of a call goes and what is spoken there. Plain data: the line runs in a thread. */
export interface LineAddress {
  readonly url: string;
  /** Headers of the upgrade. */
  readonly headers: Readonly<Record<string, string>>;
  /** The call as a telephone company tells it; null if CHIRP is spoken. */
  readonly twilio: TwilioStream | null;
}

/** The call as the agent's stream is told of it. */
export interface TwilioStream {
  readonly accountSid: string;
  readonly callSid: string;
  readonly streamSid: string;
  readonly parameters: Readonly<Record<string, string>>;
}
