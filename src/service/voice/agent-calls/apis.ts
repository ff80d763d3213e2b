/** The telephone companies whose API for calls is answered here. */
import type { DIALLED_CARRIERS } from "../../../contract/values.ts";
import type { CallApi } from "./api.ts";
import { plivoCalls } from "./plivo.ts";
import { telnyxCalls } from "./telnyx.ts";
import { twilioCalls } from "./twilio.ts";

export type DialledCarrier = (typeof DIALLED_CARRIERS)[number];

export const CALL_APIS: Readonly<Record<DialledCarrier, CallApi>> = {
  twilio: twilioCalls,
  telnyx: telnyxCalls,
  plivo: plivoCalls,
};

/** Undefined if it lets no agent create a call here. */
export const callApiOf = (dialect: string): CallApi | undefined =>
  Object.hasOwn(CALL_APIS, dialect) ? CALL_APIS[dialect as DialledCarrier] : undefined;
