import type { ReadCall } from "../../../contract/readings/call.ts";

export type Call = ReadCall;
export type Evaluation = NonNullable<Call["evaluation"]>;
export type Verdict = Evaluation["verdicts"][number];
export type Measurement = Evaluation["metrics"][number];
export type Recording = NonNullable<Evaluation["recording"]>;

export interface Span {
  readonly start_ms: number;
  readonly end_ms: number;
}
