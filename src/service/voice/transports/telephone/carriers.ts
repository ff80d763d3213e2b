import type { TelephoneLine } from "../address.ts";
import type { Carrier, CarrierName, StreamDialect } from "./carrier.ts";
import { exotel } from "./exotel.ts";
import { plivo } from "./plivo.ts";
import { telnyx } from "./telnyx.ts";
import { twilio } from "./twilio.ts";

export const CARRIERS: Readonly<Record<CarrierName, Carrier>> = { twilio, telnyx, plivo, exotel };

export const streamOf = ({ carrier, call, place }: TelephoneLine): StreamDialect =>
  CARRIERS[carrier].stream(call, place);
