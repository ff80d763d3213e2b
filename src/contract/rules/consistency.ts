import { accentFaults } from "./accents.ts";
import { alwaysOnFaults } from "./always-on.ts";
import { journeyFaults } from "./journey.ts";
import { phoneNumberFaults } from "./phone-numbers.ts";
import type { RuleFault } from "./rule-fault.ts";

type Checked = Parameters<typeof phoneNumberFaults>[0] &
  Parameters<typeof accentFaults>[0] &
  Parameters<typeof journeyFaults>[0] &
  Parameters<typeof alwaysOnFaults>[0];

/** Contradictions within a digital human, new or changed. */
export const consistencyFaults = (record: Checked): RuleFault[] => [
  ...phoneNumberFaults(record),
  ...accentFaults(record),
  ...alwaysOnFaults(record),
  ...journeyFaults(record),
];
