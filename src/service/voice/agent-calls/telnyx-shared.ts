/** The names of calls, and how requests are refused, in both of Telnyx' APIs for calls. */
import type { Refused } from "../../errors.ts";
import { resultIn } from "../transports/telephone/carrier.ts";
import type { Refusal } from "./api.ts";
import { CallRefused, type Fault } from "./refused.ts";

/** The call with this name. Undefined if it is not one of ours. */
export const callIn = (call_control_id: string): number | undefined =>
  call_control_id.startsWith("v3:") ? resultIn("call_control_id", call_control_id.slice(3)) : undefined;

interface Title {
  readonly code: string;
  readonly title: string;
  readonly status?: 422;
}

const MISSING = { code: "10004", title: "Missing required parameter", status: 422 } as const;
const NOT_E164 = { code: "10016", title: "Phone number must be in +E.164 format", status: 422 } as const;
const BAD_REQUEST = { code: "10015", title: "Bad Request" };
const NOT_FOUND = { code: "10005", title: "Resource not found" };

const TITLES: Readonly<Record<Fault, Title>> = {
  no_to: MISSING,
  no_from: MISSING,
  no_url: MISSING,
  bad_to: NOT_E164,
  bad_from: NOT_E164,
  bad_url: { code: "10003", title: "Invalid URL", status: 422 },
  bad_xml: BAD_REQUEST,
  unreachable: { code: "10002", title: "Invalid phone number", status: 422 },
  unsupported: BAD_REQUEST,
  not_found: NOT_FOUND,
};
/** What every resource refuses. */
const BY_STATUS: Readonly<Record<number, Title>> = {
  401: { code: "10009", title: "Authentication failed" },
  404: NOT_FOUND,
  429: { code: "10011", title: "Too many requests" },
};

export function refuseAsTelnyx(refused: Refused): Refusal {
  const entry = refused instanceof CallRefused ? TITLES[refused.fault] : BY_STATUS[refused.status];
  const { code, title, status }: Title = entry ?? BAD_REQUEST;
  const meta = { url: `https://developers.telnyx.com/docs/overview/errors/${code}` };
  return {
    body: { errors: [{ code, title, detail: refused.message, meta }] },
    ...(status && { status }),
  };
}
