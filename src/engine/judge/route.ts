import type { EvalRoute } from "../../contract/values.ts";
import type { JudgedMetric } from "./metric.ts";

/** What a judge gets: the transcript, or the recording, with the transcript if there is one. */
export type Route = Exclude<EvalRoute, "AUTO">;

/** Why the judge cannot be asked. */
export type RouteFault = "missing_transcript" | "missing_recording" | "no_audio_model";

interface Available {
  transcript: boolean;
  recording: boolean;
}

/**
 * The route of a metric for one call. `TEXT` needs a transcript. `AUDIO` needs a recording and the metric's
 * audio_model. `AUTO` uses the transcript if there is one, otherwise the recording.
 */
export function routeOf(
  metric: JudgedMetric,
  available: Available,
): { route: Route } | { fault: RouteFault } {
  const { eval_route, audio_model } = metric;
  if (eval_route !== "AUDIO" && available.transcript) return { route: "TEXT" };
  if (eval_route === "TEXT") return { fault: "missing_transcript" };
  if (!available.recording)
    return { fault: eval_route === "AUDIO" ? "missing_recording" : "missing_transcript" };
  return audio_model ? { route: "AUDIO" } : { fault: "no_audio_model" };
}
