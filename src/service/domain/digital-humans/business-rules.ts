import { consistencyFaults } from "../../../contract/rules/consistency.ts";
import type { RuleFault } from "../../../contract/rules/rule-fault.ts";
import { badRequest } from "../../errors.ts";
import type { DigitalHumanRecord } from "./record.ts";

/** 400, naming every fault at once, for a record that contradicts itself. Reports `further` faults too. */
export function requireSound(record: DigitalHumanRecord, further: readonly RuleFault[] = []): void {
  const faults = [...further, ...consistencyFaults(record)];
  if (faults.length > 0) throw badRequest(faults.map(({ message }) => message).join("; "));
}
