import type { RuleFault } from "./rule-fault.ts";

interface Journey {
  readonly journey_steps?: readonly { readonly step: number }[] | null | undefined;
}

/** The steps of a customer journey are numbered from 1 without gaps, in any order. */
export function journeyFaults({ journey_steps }: Journey): RuleFault[] {
  const steps = (journey_steps ?? []).map(({ step }) => step).sort((a, b) => a - b);
  return steps.every((step, index) => step === index + 1)
    ? []
    : [
        {
          field: "journey_steps",
          message: `journey_steps must be numbered from 1 without gaps, not ${steps.join(", ")}`,
        },
      ];
}
