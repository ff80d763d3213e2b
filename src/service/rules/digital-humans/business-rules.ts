import { badRequest } from "../../errors.ts";
import { accentFaults } from "./accents.ts";
import { alwaysOnFaults } from "./always-on.ts";
import { phoneNumberFaults } from "./phone-numbers.ts";
import type { DigitalHumanRecord } from "./record.ts";

/** 400, naming every fault at once, for a record that contradicts itself. `further` faults join them. */
export function requireSound(record: DigitalHumanRecord, further: readonly string[] = []): void {
  const faults = [
    ...further,
    ...phoneNumberFaults(record),
    ...accentFaults(record),
    ...alwaysOnFaults(record),
  ];
  if (faults.length > 0) throw badRequest(faults.join("; "));
}
