/** `36.8 %`. Rounded down, so that only a rate of 1 is shown as 100 %. */
export const percent = (rate: number) => `${Math.floor(rate * 1000 + 1e-6) / 10} %`;

/** Why a gate did not pass: `7 of 19 passed (36.8 %); 100 % required`. */
export const tooFewPassed = (passed: number, total: number, min_pass_rate: number) =>
  `${passed} of ${total} passed (${percent(passed / total)}); ${required(min_pass_rate)} required`;

/** A required rate is shown as it was given. */
export const required = (rate: number) => `${Number((rate * 100).toFixed(4))} %`;
