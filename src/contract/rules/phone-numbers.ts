import type { RuleFault } from "./rule-fault.ts";

/** E.164: a plus sign, a country code that does not begin with 0, 15 digits at most. */
const E164 = /^\+[1-9]\d{6,14}$/;

const FIELDS = ["phone_number", "outbound_text_number"] as const;

/** What is wrong with the phone numbers of a digital human. */
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
