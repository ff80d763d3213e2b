/** The values of a call that an agent's words are held against. */
import { valuesIn } from "../../rules-language/text/spoken-values.ts";
import type { MadeCall } from "../made-call.ts";

/** A tool may return as much as it likes; of each call, no more is held against words. */
const VALUES_MAXIMUM = 500;

export const valuesOf = (value: unknown) => valuesIn(value).slice(0, VALUES_MAXIMUM);
export const returned = ({ output }: MadeCall) => valuesOf(output);
