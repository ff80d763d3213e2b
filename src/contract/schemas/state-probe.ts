import { z } from "zod";
import { STATE_PROBE_LIMITS } from "../limits.ts";
import { keyed, list, secret, text } from "./common.ts";

const HEADER = /^[A-Za-z0-9-]{1,100}$/;

/** Header fields that the connection itself has. */
const CONNECTION = /^(?:host|content-length|connection|transfer-encoding|upgrade|expect|te|trailer)$/i;

const NO_NAME = "must be the name of a header, such as Authorization";
const OF_CONNECTION = "is a header of the connection, which Parley sets";

/** What is wrong with the name of a header. Undefined if nothing is. */
export function headerNameFault(name: string): string | undefined {
  if (!HEADER.test(name)) return NO_NAME;
  return CONNECTION.test(name) ? OF_CONNECTION : undefined;
}

const headerName = text.regex(HEADER, NO_NAME).refine((name) => !CONNECTION.test(name), OF_CONNECTION);

export const headerValue = secret().regex(
  /^[\t\x20-\x7e\x80-\xff]{0,8000}$/,
  "must be the value of a header, without line breaks",
);

/** Whether a URL names no user and no password. Anything else is another fault. */
export const hasNoPassword = (value: string): boolean =>
  !URL.canParse(value) || new URL(value).username + new URL(value).password === "";

export const probedUrl = text
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    "must be an http:// or https:// URL",
  )
  .refine(hasNoPassword, "must not contain a password; a header can have it");

/** Columns that name a row, by table. */
export const stateKeys = keyed(text.max(STATE_PROBE_LIMITS.name)).describe(
  "the column that names a row, by table; default: id, if every row has its own",
);

/** Where the customer's own system tells its state. */
export const StateProbe = z.strictObject({
  url: probedUrl.describe(
    "GET answers with the state as JSON: an object with a list of rows for each table; {simulation_result_id} in it is the " +
      "id of the conversation",
  ),
  keys: stateKeys.optional(),
});

const StateProbeHeader = z.strictObject({
  name: headerName,
  header_value: headerValue.describe(
    "its value, never shown; {simulation_result_id} in it is the id of the conversation",
  ),
});

export const stateProbeHeaders = list(StateProbeHeader, STATE_PROBE_LIMITS.headers);
