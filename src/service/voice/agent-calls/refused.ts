/** Refusals of requests about calls. Each telephone company says them in its own form. */
import { Refused } from "../../errors.ts";

/** What is wrong with a request. */
export type Fault =
  | "no_to"
  | "no_from"
  | "bad_to"
  | "bad_from"
  | "no_url"
  | "bad_url"
  | "bad_xml"
  /** The number is right, but nobody can answer it. */
  | "unreachable"
  | "unsupported"
  | "not_found";

export class CallRefused extends Refused {
  readonly fault: Fault;

  constructor(fault: Fault, message: string) {
    super(fault === "not_found" ? 404 : 400, message);
    this.fault = fault;
  }
}

/** The value of a stranger in a message. */
export const shown = (text: string) => JSON.stringify(text.slice(0, 100));
