import type { Answer, Lenient } from "../../contract/types.ts";

export type Call = Lenient<Answer<"get_call_log">>;
export type Evaluation = NonNullable<Call["evaluation"]>;
export type Verdict = Evaluation["verdicts"][number];
export type Measurement = Evaluation["metrics"][number];
export type Recording = NonNullable<Evaluation["recording"]>;

export interface Span {
  readonly start_ms: number;
  readonly end_ms: number;
}
