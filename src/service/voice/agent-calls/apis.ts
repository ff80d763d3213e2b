/** The APIs of telephone companies for calls that are answered here. */
import type { LineRequest } from "../../domain/runs/queue.ts";
import type { CallApi, DialledCarrier } from "./api.ts";
import { callControl } from "./call-control.ts";
import { plivoCalls } from "./plivo.ts";
import { telnyxCalls } from "./telnyx.ts";
import { twilioCalls } from "./twilio.ts";

const BY_COMPANY: Readonly<Record<DialledCarrier, CallApi>> = {
  twilio: twilioCalls,
  telnyx: telnyxCalls,
  plivo: plivoCalls,
};

export const CALL_APIS: readonly CallApi[] = [...Object.values(BY_COMPANY), callControl];

/** Undefined if the company lets no agent create a call here. */
export const callApiOf = (dialect: string): CallApi | undefined =>
  Object.hasOwn(BY_COMPANY, dialect) ? BY_COMPANY[dialect as DialledCarrier] : undefined;

/** The API by which an agent has created its call. */
export const createdBy = ({ dialect, asked }: LineRequest): CallApi | undefined =>
  asked?.call_control ? callControl : callApiOf(dialect);
