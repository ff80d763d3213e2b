import type { Body } from "../../../../contract/types.ts";

/** The correct answer for an example: null if the metric is not applicable. */
export type Expected = Exclude<Body<"mark_verdict">["expected"], undefined>;
