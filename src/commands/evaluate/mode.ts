/** Which of the three modes of `evaluate` a command line uses, and the flags that do not go with it. */
import { usage } from "../../failure.ts";
import type { Opt } from "../command.ts";

type Options = Readonly<Record<string, Opt<unknown>>>;

/** @throws Failure (usage) if one of the options was given */
export function refuseGiven(
  input: Readonly<Record<string, unknown>>,
  options: Options,
  { why, hint }: { readonly why: string; readonly hint: string },
): void {
  const given = Object.entries(options).filter(([name, { fallback }]) => isGiven(input[name], fallback));
  const [first] = given;
  if (first) throw usage(`${first[1].flags.split(" ")[0]} ${why}`, { hint });
}

const isGiven = (value: unknown, fallback: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== fallback;
