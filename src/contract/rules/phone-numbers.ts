import type { RuleFault } from "./rule-fault.ts";

/** E.164: a plus sign, a country code that does not begin with 0, and 7 to 15 digits in total. */
export const E164 = /^\+[1-9]\d{6,14}$/;

const FIELDS = ["phone_number", "outbound_text_number"] as const;

/** The faults of a digital human's phone numbers. */
export function phoneNumberFaults(
  record: Readonly<Partial<Record<(typeof FIELDS)[number], string | null | undefined>>>,
): RuleFault[] {
  return FIELDS.flatMap((field) => {
    const number = record[field] ?? "";
    return number === "" || E164.test(number)
      ? []
      : [
          {
            field,
            message: `${field} ${JSON.stringify(number)} is not a phone number; write it in E.164, such as +14155550123`,
          },
        ];
  });
}
