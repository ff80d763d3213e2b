import { usage } from "../../../lib/failure.ts";
import type { Faults } from "../../faults.ts";
import type { Opt } from "../command.ts";

type Options = Readonly<Record<string, Opt<unknown>>>;

/** Adds a fault for each of the options that was given: it has no effect here. */
export function refuseGiven(
  faults: Faults,
  input: Readonly<Record<string, unknown>>,
  options: Options,
  { why, hint }: { readonly why: string; readonly hint: string },
): void {
  const given = Object.entries(options).filter(([name, { fallback }]) => isGiven(input[name], fallback));
  for (const [, { flags }] of given) faults.add(usage(`${flags.split(" ")[0]} ${why}`, { hint }));
}

const isGiven = (value: unknown, fallback: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== fallback;
