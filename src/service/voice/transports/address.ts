import type { SessionFacts } from "../../../contract/rules/tested-versions.ts";
import type { CarrierName, TelephoneCall } from "./telephone/carrier.ts";
import type { StreamPlace } from "./telephone/stream-xml.ts";

/**
 * Where the line of a call goes, and which protocol it uses there. Plain data, because the line runs in a
 * thread.
 */
export interface LineAddress {
  readonly url: string;
  /** Headers of the upgrade request. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the agent is told at the beginning. */
  readonly session: SessionFacts;
  /** The call as a telephone company describes it. Null for CHIRP. */
  readonly telephone: TelephoneLine | null;
}

/** A call to an agent written for a telephone company, and where its webhook wants the audio. */
export interface TelephoneLine {
  readonly carrier: CarrierName;
  readonly call: TelephoneCall;
  readonly place: StreamPlace;
}
