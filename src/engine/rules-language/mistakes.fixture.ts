import { catalogue } from "./catalogue.fixture.ts";
import { checkRules } from "./compile.ts";
import type { MetricSettings } from "./input.ts";

/** Each mistake as `line:column message`. */
export function mistakes(guidance: string, settings: Partial<MetricSettings> = {}): string[] {
  const errors = checkRules(guidance, { response_type: "pass_fail", ...settings }, catalogue);
  return errors.map(({ line, column, message }) => `${line}:${column} ${message}`);
}
