import type { RuleFault } from "./rule-fault.ts";

interface AlwaysOn {
  readonly always_on_mode?: boolean | null | undefined;
  readonly always_on_active?: boolean | null | undefined;
  readonly phone_number?: string | null | undefined;
}

/** Contradictions between the always-on fields. */
export function alwaysOnFaults({ always_on_mode, always_on_active, phone_number }: AlwaysOn): RuleFault[] {
  if (always_on_active && !always_on_mode)
    return [
      {
        field: "always_on_active",
        message: "always-on mode mismatch: always_on_active true needs always_on_mode true",
      },
    ];
  if (always_on_mode && !phone_number)
    return [{ field: "always_on_mode", message: "always_on_mode true needs a phone_number" }];
  return [];
}

/** The number on which a digital human receives calls. Null while it is not always-on active. */
export const alwaysOnNumber = ({
  always_on_mode,
  always_on_active,
  phone_number,
}: AlwaysOn): string | null => (always_on_mode && always_on_active && phone_number ? phone_number : null);
