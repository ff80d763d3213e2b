import type { EvalRoute } from "../../contract/values.ts";
import type { MetricSettings } from "../rules-language/input.ts";

/** The fields of a custom metric that a judge uses. */
export interface JudgedMetric extends MetricSettings {
  name: string;
  description?: string | null;
  scoring_guidance?: string | null;
  /** Default `AUTO`. */
  eval_route?: EvalRoute | null;
  /** The model that reads transcripts. The configured model by default. */
  model?: string | null;
  /** The model that listens to recordings. There is no default: not every model accepts audio. */
  audio_model?: string | null;
  /** Default 0. */
  temperature?: number | null;
}
